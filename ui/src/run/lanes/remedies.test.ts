import { expect, test } from "vitest";
import type { Fault } from "../../backend/backend";
import { remediesOf } from "./remedies";

const fault = (change: Partial<Fault>): Fault => ({
  class: "in_stream",
  message: "m",
  advice: "a",
  ...change,
});

test("an error inside a stream offers what helps with its cause", () => {
  expect(remediesOf(fault({ cause: "wrong_key" })), "the key's field").toContain("key");
  expect(remediesOf(fault({ cause: "no_credit" })), "the provider's site").toContain("console");
  expect(remediesOf(fault({ cause: "too_long" })), "the prompt").toContain("prompt");
});

test("a request that was given up leads to where a longer timeout is set", () => {
  for (const late of ["timeout_first", "timeout_idle", "deadline"] as const)
    expect(remediesOf(fault({ class: late })), late).toContain("timeouts");
});

test("one whose cause nobody knows is raced again", () => {
  expect(remediesOf(fault({}))).toEqual(["retry"]);
  expect(remediesOf(fault({ class: "wrong_key" })), "a refusal has no other cause").toContain(
    "key",
  );
});
