/** Checks a JSON Schema as far as providers read one: what is certainly a mistake is named, with where it stands. */

import type { Json } from "../../backend/backend";
import { request } from "../../strings/request";

const w = request.json;

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const SCHEMA = ["items", "additionalProperties", "not"];
const SCHEMAS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED = ["properties", "$defs", "definitions", "patternProperties"];

/** No schema in use is deeper. */
const DEEPEST = 64;

type JsonObject = { [key in string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeProblem(type: Json | undefined): string | null {
  if (type === undefined) return null;
  for (const each of Array.isArray(type) ? type : [type]) {
    if (typeof each !== "string" || !TYPES.includes(each)) return w.noType(String(each));
  }
  return null;
}

function requiredProblem(schema: JsonObject): string | null {
  const { required, properties } = schema;
  if (required === undefined) return null;
  if (!Array.isArray(required)) return w.noList("required");
  if (!isObject(properties)) return null;
  const missing = required.find((name) => typeof name !== "string" || !(name in properties));
  return missing === undefined ? null : w.notThere(String(missing));
}

/** The schemas inside a schema, each with its place. */
function inner(schema: JsonObject): [string, Json][] {
  const named = NAMED.flatMap((key) => {
    const map = schema[key];
    if (!isObject(map)) return [];
    return Object.entries(map).map(([name, each]): [string, Json] => [`${key}.${name}`, each]);
  });
  const listed = SCHEMAS.flatMap((key) => {
    const list = schema[key];
    if (!Array.isArray(list)) return [];
    return list.map((each, at): [string, Json] => [`${key}[${at}]`, each]);
  });
  const single = SCHEMA.flatMap((key): [string, Json][] => {
    const value = schema[key];
    return value === undefined || Array.isArray(value) ? [] : [[key, value]];
  });
  return [...named, ...listed, ...single];
}

/** The first mistake in a schema, in words; null if there is none. */
export function schemaProblem(value: Json, path = "", depth = 0): string | null {
  if (typeof value === "boolean" || depth > DEEPEST) return null;
  if (!isObject(value)) return w.at(path, w.noSchema);
  const lists = [...SCHEMAS, "enum"].find(
    (key) => value[key] !== undefined && !Array.isArray(value[key]),
  );
  const maps = NAMED.find((key) => value[key] !== undefined && !isObject(value[key]));
  const here =
    typeProblem(value.type) ??
    (lists ? w.noList(lists) : null) ??
    (maps ? w.noObjectAt(maps) : null) ??
    requiredProblem(value);
  if (here) return w.at(path, here);
  for (const [name, each] of inner(value)) {
    const found = schemaProblem(each, path ? `${path}.${name}` : name, depth + 1);
    if (found) return found;
  }
  return null;
}

/** The same for the arguments of a tool, which are an object. */
export function parametersProblem(value: Json): string | null {
  if (isObject(value) && value.type !== undefined && value.type !== "object") return w.rootObject;
  return schemaProblem(value);
}

/** Why a value is no object; null if it is one. */
export const objectProblem = (value: Json): string | null => (isObject(value) ? null : w.noObject);
