/** The tool calls that an answer consists of. */

import { expect, it } from "vitest";
import { readableArguments, toolCallsIn } from "./toolCalls";

it("are told apart, whatever their arguments contain", () => {
  const text = String.raw`get_weather{"city":"Pa}ris","note":"a \"quoted\" {brace}"}find{"in":{"deep":[{}]}}ping{}`;
  expect(toolCallsIn(text)).toEqual([
    { name: "get_weather", arguments: String.raw`{"city":"Pa}ris","note":"a \"quoted\" {brace}"}` },
    { name: "find", arguments: '{"in":{"deep":[{}]}}' },
    { name: "ping", arguments: "{}" },
  ]);
});

it("are shown as far as they came, and without arguments if there were none", () => {
  expect(toolCallsIn('cut{"city":"Par')).toEqual([{ name: "cut", arguments: '{"city":"Par' }]);
  expect(toolCallsIn("bare")).toEqual([{ name: "bare", arguments: "" }]);
  expect(toolCallsIn("")).toEqual([]);
});

it("are read no further than they are shown, however many there are", () => {
  expect(toolCallsIn("a{}".repeat(1_000_000), 3)).toHaveLength(3);
});

it("are indented unless their arguments are so deep or so long that the page would be nothing but spaces", () => {
  expect(readableArguments('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  const deep = "[".repeat(1_900) + "]".repeat(1_900);
  expect(readableArguments(deep), "it would be seven million").toBe(deep);
  expect(readableArguments("x".repeat(100_000)).length).toBe(4_001);
});
