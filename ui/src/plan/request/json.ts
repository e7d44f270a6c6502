/** Reads JSON that a user writes, and says what would be lost of it, because it would be kept otherwise in silence. */

import { visit } from "jsonc-parser";
import type { Json } from "../../backend/backend";
import { isKept, NAME, OURS } from "../../backend/exact";
import { request } from "../../strings/request";

const w = request.json;

/** Characters of a foreign text that a message repeats. */
const LONGEST_SHOWN = 40;

function shown(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

/** Whether a whole number, or one out of range, is sent as another one. */
function isChanged(digits: string): boolean {
  const number = Number(digits);
  if (!Number.isFinite(number)) return true;
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) && !isKept(digits);
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

/** The value of a JSON text, with every digit of its whole numbers. */
function parsed(text: string): Json {
  const parts: string[] = [];
  let copied = 0;
  const put = (offset: number, length: number, what: string) => {
    parts.push(text.slice(copied, offset), what);
    copied = offset + length;
  };
  visit(text, {
    onObjectProperty: (name, offset, length) => {
      if (OURS.test(name)) put(offset, length, JSON.stringify(`$${name}`));
    },
    onLiteralValue: (value, offset, length) => {
      if (typeof value !== "number" || Number.isSafeInteger(value)) return;
      const digits = text.slice(offset, offset + length);
      if (isKept(digits)) put(offset, length, JSON.stringify({ [NAME]: digits }));
    },
  });
  return JSON.parse(copied === 0 ? text : parts.join("") + text.slice(copied)) as Json;
}

/** The value that a text is, undefined for an empty one, or why it is none. */
export function readJson(text: string): { value: Json | undefined } | { problem: string } {
  if (text.trim() === "") return { value: undefined };
  try {
    const value = parsed(text);
    const problem = loss(text);
    return problem === null ? { value } : { problem };
  } catch (error) {
    return { problem: error instanceof RangeError ? w.tooDeep : w.broken };
  }
}
