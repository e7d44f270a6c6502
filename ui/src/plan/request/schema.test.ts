/** What is wrong with a JSON Schema, named with its place. */

import { expect, it } from "vitest";
import type { Json } from "../../backend/backend";
import { parametersProblem, schemaProblem } from "./schema";

it("finds nothing wrong with schemas of production", () => {
  const schema = {
    type: "object",
    properties: {
      city: { type: ["string", "null"], enum: ["Paris", "Rome"] },
      days: { type: "array", items: { $ref: "#/$defs/day" }, minItems: 1 },
      any: true,
      one: { anyOf: [{ type: "string" }, { type: "integer" }] },
    },
    $defs: { day: { type: "object", additionalProperties: false } },
    required: ["city"],
    additionalProperties: false,
  };
  expect(parametersProblem(schema)).toBeNull();
});

it.each<[Json, RegExp]>([
  [{ type: "strin" }, /“strin” is no type/],
  [{ type: "object", properties: { a: { type: "text" } } }, /^properties\.a: “text” is no type/],
  [{ type: "object", properties: {}, required: ["b"] }, /“b” is required but is no property/],
  [{ type: "object", properties: [] }, /properties is an object/],
  [{ type: "array", items: "string" }, /^items: a schema is an object/],
  [{ enum: "a" }, /enum is a list/],
  [[], /a schema is an object/],
])("names the mistake in %j", (schema, problem) => {
  expect(schemaProblem(schema)).toMatch(problem);
});

it("wants an object for the arguments of a tool", () => {
  expect(parametersProblem({ type: "string" })).toMatch(/arguments of a tool are an object/);
});

it("reads a schema of any depth in a moment, and gives up silently", () => {
  let schema: Json = { type: "string" };
  for (let depth = 0; depth < 10_000; depth += 1) schema = { items: schema };
  expect(schemaProblem(schema)).toBeNull();
});
