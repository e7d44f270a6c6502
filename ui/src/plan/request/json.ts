/** Reads JSON that a user writes, and says what would be lost of it, because JavaScript keeps it otherwise in silence. */

import { visit } from "jsonc-parser";
import type { Json } from "../../backend/backend";
import { request } from "../../strings/request";

const w = request.json;

/** Characters of a foreign text that a message repeats. */
const LONGEST_SHOWN = 40;

function shown(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** Whether a whole number or one out of range changes when JavaScript reads it. */
function isChanged(digits: string): boolean {
  const number = Number(digits);
  return !Number.isFinite(number) || (/^-?\d+$/.test(digits) && !Number.isSafeInteger(number));
}

/** What of a valid JSON text would not be sent as it is written: a name that stands twice, or a number that no double holds. */
function loss(text: string): string | null {
  const names: Set<string>[] = [];
  let problem: string | null = null;
  visit(text, {
    onObjectBegin: () => void names.push(new Set()),
    onObjectEnd: () => void names.pop(),
    onObjectProperty: (name, _offset, _length, line) => {
      const known = names.at(-1);
      if (known?.has(name)) problem ??= w.twice(shown(name), line + 1);
      known?.add(name);
    },
    onLiteralValue: (value, offset, length, line) => {
      if (typeof value !== "number") return;
      const digits = text.slice(offset, offset + length);
      if (isChanged(digits)) problem ??= w.changed(shown(digits), JSON.stringify(value), line + 1);
    },
  });
  return problem;
}

/** The value that a text is, undefined for an empty one, or why it is none. */
export function readJson(text: string): { value: Json | undefined } | { problem: string } {
  if (text.trim() === "") return { value: undefined };
  try {
    const value = JSON.parse(text) as Json;
    const problem = loss(text);
    return problem === null ? { value } : { problem };
  } catch (error) {
    return { problem: error instanceof RangeError ? w.tooDeep : w.broken };
  }
}
