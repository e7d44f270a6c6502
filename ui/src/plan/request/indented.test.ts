import { describe, expect, it, vi } from "vitest";
import { indented } from "./indented";

const never = async () => {
  throw new Error("a short body is indented at once");
};

describe("an indented body", () => {
  it("has its values on lines of their own", async () => {
    const value = { a: 1, b: [true, null, { c: "d" }], e: {}, f: [], g: 'x"{[,:]}\\', h: "\\" };
    expect(await indented(JSON.stringify(value), never)).toBe(JSON.stringify(value, null, 2));
  });

  it("keeps numbers, escapes and the order of names as they are sent", async () => {
    const json = '{"id":9007199254740993,"2":1.10,"1":"\\u00e9\\\\","a":1,"a":2}';
    const made = await indented(json, never);
    expect(made.replace(/\n *|(?<=:) /g, "")).toBe(json);
  });

  it("gives the page a rest within a long body", async () => {
    const rest = vi.fn(async () => undefined);
    const value = Array.from({ length: 40 }, (_, turn) => ({ turn, text: "x".repeat(50_000) }));
    expect(await indented(JSON.stringify(value), rest)).toBe(JSON.stringify(value, null, 2));
    expect(rest.mock.calls.length).toBeGreaterThan(4);
  });
});
