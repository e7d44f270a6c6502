/** Whole numbers beyond 2^53, which JavaScript rounds, are shown and sent with every digit. */

import { expect, it } from "vitest";
import { written } from "../../backend/exact";
import { readJson } from "./json";

const parsed = (text: string) => {
  const read = readJson(text);
  if ("problem" in read) throw new Error(read.problem);
  return read.value ?? null;
};

it("writes every digit of a number that the engine keeps", () => {
  const value = {
    id: { $number: "9007199254740993" },
    list: [{ $number: "-9007199254740993" }, 1],
  };
  expect(written(value)).toBe('{"id":9007199254740993,"list":[-9007199254740993,1]}');
  expect(written({ $number: "18446744073709551615" })).toBe("18446744073709551615");
  expect(parsed(written(value)), "and reads it as what it was").toEqual(value);
});

it("keeps the user's own names and texts apart from its own", () => {
  const text = '{"$number":"9007199254740993","$$number":1,"a":"\\u00011"}';
  const value = parsed(text);
  expect(value).toEqual({ $$number: "9007199254740993", $$$number: 1, a: "\u00011" });
  expect(JSON.parse(written(value)), "shown as they were written").toEqual(JSON.parse(text));
});

it("leaves numbers alone that JavaScript keeps, or that the engine does not", () => {
  expect(parsed("[9007199254740991, 0.1000, 1e3]")).toEqual([9007199254740991, 0.1, 1000]);
  expect(written([0.1, 1e300])).toBe("[0.1,1e+300]");
});
