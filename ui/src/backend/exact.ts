/**
 * JSON with whole numbers that JavaScript would round. Such a number crosses from the engine and back as an object that holds its
 * digits, and a name of the user's that looks like that of its digits has one more `$`; see `src-tauri/src/exact.rs`.
 */

import type { Json } from "./bindings";

/** The name of the digits. */
export const NAME = "$number";
/** Names that stand for others here; `$text` is that of a text the engine has, see `texts.ts`. */
export const OURS = /^\$+(?:number|text)$/;

/** The digits of a number that is held by them; null for any other value. */
function digitsOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const [name, ...more] = Object.keys(value);
  if (name !== NAME || more.length > 0) return null;
  const digits = (value as Record<string, unknown>)[NAME];
  return typeof digits === "string" ? digits : null;
}

/** Whether the engine keeps a whole number that JavaScript rounds. */
export function isKept(digits: string): boolean {
  if (!/^-?\d+$/.test(digits)) return false;
  const number = BigInt(digits);
  return number >= -(2n ** 63n) && number < 2n ** 64n;
}

/** Stands before the digits of a number while JSON is written. A text of the user's that begins with it gets one more. */
const MARK = "\u0001";
/** The mark as JSON escapes it. */
const MARKED = /"\\u0001(\\u0001|-?\d+")/g;

/** JSON as the engine would write it, with every digit. */
export function written(value: Json, indent = 0): string {
  let isMarked = false;
  const text = JSON.stringify(
    value,
    (_name, each: unknown) => {
      const digits = digitsOf(each);
      if (digits !== null || (typeof each === "string" && each.startsWith(MARK))) {
        isMarked = true;
        return `${MARK}${digits ?? each}`;
      }
      if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
      if (!Object.keys(each).some((name) => OURS.test(name))) return each;
      return Object.fromEntries(
        Object.entries(each).map(([name, inner]) => [
          OURS.test(name) ? name.slice(1) : name,
          inner,
        ]),
      );
    },
    indent,
  );
  if (!isMarked) return text;
  return text.replaceAll(MARKED, (_, after: string) =>
    after.startsWith("\\") ? `"${after}` : after.slice(0, -1),
  );
}
