/** What a user writes as JSON is sent as it is written, or refused. */

import { expect, it } from "vitest";
import { readJson } from "./json";

const problemOf = (text: string) => {
  const read = readJson(text);
  return "problem" in read ? read.problem : null;
};

it("reads a value, and nothing from an empty text", () => {
  expect(readJson('{"a": [1, {"a": 2.50}]}')).toEqual({ value: { a: [1, { a: 2.5 }] } });
  expect(readJson(" \n")).toEqual({ value: undefined });
});

it("refuses a name that stands twice in one object, of which only the last would be sent", () => {
  expect(problemOf('{\n"top_k": 1,\n"x": {"top_k": 3},\n"top_k": 2}')).toBe(
    "“top_k” stands twice in one object, again in line 4: only the last would be sent. Remove one.",
  );
  expect(problemOf('[{"a": 1}, {"a": 2}]'), "two objects may have the same name").toBeNull();
});

it("refuses a number that would be sent as another one", () => {
  expect(problemOf('{"seed": 92345678901234567890}')).toBe(
    "92345678901234567890 in line 1 would be sent as 92345678901234570000. Write what is to be sent.",
  );
  expect(problemOf('{"seed": 12345678901234567890}'), "the engine keeps all digits").toBeNull();
  expect(problemOf('{"x": 1e400}')).toMatch(/1e400 in line 1 would be sent as null/);
  expect(problemOf('{"seed": -9007199254740991, "t": 0.1e-3, "n": 1.0}')).toBeNull();
});

it("refuses what is not JSON, and what is nested without an end", () => {
  expect(problemOf('{"a": 1,}')).toBe("This is not JSON yet.");
  expect(problemOf("// a comment\n1"), "servers read no comments").toBe("This is not JSON yet.");
  expect(problemOf("[".repeat(200_000) + "]".repeat(200_000))).toMatch(/nested/);
});
