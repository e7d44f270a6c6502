/**
 * Extracts the key from pasted text, or says what is wrong with it. A key copied from a shell, an `.env` file, a header
 * or a dashboard comes with the text around it, which is removed; text that is not a key is reported at the field.
 */

import { strings } from "../strings/strings";

const w = strings.providers.keyProblems;

export interface KeyText {
  /** The key alone; empty if there is none, or none that could work. */
  key: string;
  /** Why it cannot be a key; null if it can. */
  problem: string | null;
}

/** `export NAME=`, `set NAME=`, `$env:NAME =`, `NAME: `, `"NAME": `, as shells, `.env` files, YAML and JSON write them. */
const ASSIGNED =
  /^(?:export\s+|set\s+|setx\s+|const\s+|\$env:)?["']?[A-Za-z_][A-Za-z0-9_.-]*["']?\s*(?:=|:(?!\/\/))\s*(?=\S)/i;
const HEADER = /^(?:authorization|x-api-key|api-key|x-goog-api-key)["']?\s*[:=]\s*/i;
const SCHEME = /^["']?bearer\s+/i;
const QUOTES: readonly [string, string][] = [
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["<", ">"],
];

/** Whether the text before the sign is a name, rather than the beginning of the key itself. */
function isName(before: string): boolean {
  return /key|token|secret|auth|bearer|export|set\s|\$env|api/i.test(before);
}

function unquoted(text: string): string {
  for (const [open, close] of QUOTES)
    if (text.length > 1 && text.startsWith(open) && text.endsWith(close)) {
      const inner = text.slice(1, -1);
      // Two quoted parts, as in a line of JSON, are not one quoted text.
      if (!inner.includes(close)) return inner.trim();
    }
  return text;
}

function bare(text: string): string {
  let key = text.trim().replace(/[;,]$/, "").trim();
  key = key.replace(/^(?:-H|--header)\s+/, "");
  key = unquoted(key).replace(HEADER, "");
  const assigned = ASSIGNED.exec(key)?.[0];
  if (assigned && isName(assigned)) key = key.slice(assigned.length);
  key = unquoted(key.trim()).replace(SCHEME, "");
  return unquoted(key.trim());
}

/** A dashboard shows an existing key only with its middle left out. */
const MASKED = /\.{3,}|…|\*{3,}|•{2,}|●{2,}|x{8,}/;

/** Reads a pasted key. Line breaks must still be in it: a field that drops them would join two keys. */
export function readKey(pasted: string): KeyText {
  const lines = pasted
    .split(/[\r\n]+/)
    .map(bare)
    .filter(Boolean);
  const [key = ""] = lines;
  const wrong = (problem: string): KeyText => ({ key: "", problem });
  if (lines.length > 1) return wrong(w.several(lines.length));
  if (key === "") return { key, problem: null };
  if (MASKED.test(key)) return wrong(w.masked);
  if (/\s/.test(key)) return wrong(w.space);
  if (/[^\x21-\x7e]/.test(key)) return wrong(w.letter);
  return { key, problem: null };
}
