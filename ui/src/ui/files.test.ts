import { expect, test } from "vitest";
import { Refusal } from "../backend/backend";
import { documentText } from "./files";

const MOST_KIB = 1_024;

test("a document is read whole, and of what is none the beginning alone", async () => {
  const document = `\n {"schema":"${"a".repeat(10_000)}"}`;
  expect(await documentText(new File([document], "a.json"), MOST_KIB), "it is one").toBe(document);
  const zeros = new File(["\0".repeat(100_000)], "zeros.json");
  expect((await documentText(zeros, MOST_KIB)).length, "it begins as none").toBe(4_096);
});

test("a file that is too large is refused before it is read", async () => {
  const file = new File(["{}"], "huge.json");
  Object.defineProperty(file, "size", { value: 300 * 1_024 * 1_024 });
  const read = () => expect.unreachable("not a byte of it is read");
  Object.assign(file, { text: read, slice: read });
  const refusal = await documentText(file, MOST_KIB).catch((error: unknown) => error);
  expect(refusal, "it is told as any refusal").toBeInstanceOf(Refusal);
  expect(refusal instanceof Refusal && refusal.failure.kind).toBe("file");
});
