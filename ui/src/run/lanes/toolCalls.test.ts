/** The tool calls that an answer consists of. */

import { expect, it } from "vitest";
import { toolCallsIn } from "./toolCalls";

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
