/** Splits the text of a search at the caret. The engine decides what it means. Pure. */

/** Its parts between spaces; a quoted part stays whole. */
export function tokens(search: string): string[] {
  return search.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
}

export function hasToken(search: string, token: string): boolean {
  return tokens(search).includes(token);
}

/** The search with this part added, or removed if it was there. A filter with several values keeps only one of them. */
export function withToken(search: string, token: string): string {
  const parts = tokens(search);
  if (parts.includes(token)) return parts.filter((part) => part !== token).join(" ");
  const name = /^[a-z]+:/.exec(token)?.[0];
  const others = name === "kind:" ? parts.filter((part) => !part.startsWith(name)) : parts;
  return [...others, token].join(" ");
}

/** The part at the caret, and where it begins. */
export function tokenAt(search: string, caret: number): { token: string; start: number } {
  const before = search.slice(0, caret);
  const start = before.length - (/(?:[^\s"]|"[^"]*"?)*$/.exec(before)?.[0].length ?? 0);
  return { token: search.slice(start, caret), start };
}

/** A search with the text before the caret replaced, and the new position of the caret. */
export function completed(
  search: string,
  caret: number,
  text: string,
): { search: string; caret: number } {
  const { start } = tokenAt(search, caret);
  const isWhole = !text.endsWith(":") && !/[<>]$/.test(text);
  const end = search.slice(caret);
  const space = isWhole && !end.startsWith(" ") ? " " : "";
  return {
    search: search.slice(0, start) + text + space + end,
    caret: start + text.length + space.length,
  };
}
