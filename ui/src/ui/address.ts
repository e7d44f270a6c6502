/**
 * An address as people write it, without its scheme, which is http on this machine or a private network and https
 * elsewhere.
 */

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const NEAR =
  /^(localhost|[^./:]+(?=[:/]|$)|[^/:]+\.(local|localhost|internal|lan|home)|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)/i;

/** The address with its scheme. */
export function withScheme(written: string): string {
  const text = written.trim();
  if (text === "" || SCHEME.test(text)) return text;
  return `${NEAR.test(text) ? "http" : "https"}://${text}`;
}
