/**
 * Formulas in answers: `$…$` and `\(…\)` in a line, `$$…$$` and `\[…\]` on their own. They become MathML, which the web view
 * draws itself. What is no formula, or too long to be one, stays as the model wrote it.
 */

import type { MarkdownIt } from "markdown-it";

/** A formula as MathML; null if it cannot be read. */
export type WriteFormula = (tex: string, onItsOwn: boolean) => string | null;

/** Maximum length of a formula, in characters. */
const LONGEST = 1_000;
/** What the formulas of an answer may come to: their characters, and for each as much as a short one takes to write. */
const MOST = 30_000;
const EACH = 50;
/** Maximum number of lines of a formula. */
const MOST_LINES = 40;
/**
 * How deep elements of a formula may lie within each other, and fractions within fractions. WebKit lays out each part of a
 * fraction twice, so every further level doubles the time: 20 of them take ten seconds, and 30 hang the window. Brackets around
 * a deep formula become millions of pixels high.
 */
const DEEPEST = 24;
const DEEPEST_FRACTION = 8;

const DELIMITERS = [
  { opens: "$$", closes: "$$", onItsOwn: true },
  { opens: "\\[", closes: "\\]", onItsOwn: true },
  { opens: "\\(", closes: "\\)", onItsOwn: false },
  { opens: "$", closes: "$", onItsOwn: false },
] as const;

type Meta = { tex: string; onItsOwn: boolean };

/** Whether there may be a formula in a text, so that the library is worth reading. */
export function mayHoldFormula(text: string): boolean {
  return /\$|\\[([]/.test(text);
}

/** A dollar sign before a price or after a space closes nothing: "$5 and $10" is no formula. */
function isPrice(text: string, from: number, end: number): boolean {
  return /^\s|\s$/.test(text.slice(from, end)) || /\d/.test(text.charAt(end + 1));
}

/** Makes a parser read formulas. */
export function readFormulas(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "formula", (state, silent) => {
    const { src, pos } = state;
    const kind = DELIMITERS.find(({ opens }) => src.startsWith(opens, pos));
    if (!kind) return false;
    const from = pos + kind.opens.length;
    const end = src.slice(from, from + LONGEST).indexOf(kind.closes);
    const until = from + end;
    if (end < 1 || (kind.opens === "$" && isPrice(src, from, until))) return false;
    if (!silent) {
      const token = state.push("formula", "", 0);
      token.content = src.slice(pos, until + kind.closes.length);
      token.meta = { tex: src.slice(from, until), onItsOwn: kind.onItsOwn } satisfies Meta;
    }
    state.pos = until + kind.closes.length;
    return true;
  });

  // On lines of its own: what looks like a list or a heading in it is none.
  md.block.ruler.before("fence", "formula", (state, first, last, silent) => {
    const line = (at: number) =>
      state.src.slice((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0), state.eMarks[at]);
    const kind = DELIMITERS.slice(0, 2).find(({ opens }) => line(first).startsWith(opens));
    if (!kind) return false;
    const lines = [line(first).slice(kind.opens.length)];
    let at = first;
    while (!lines.at(-1)?.trimEnd().endsWith(kind.closes)) {
      at += 1;
      if (at >= last || lines.length >= MOST_LINES) return false;
      lines.push(line(at));
    }
    const tex = lines.join("\n").trimEnd().slice(0, -kind.closes.length);
    // Two formulas in a line are read within it.
    if (tex.length > LONGEST || tex.trim() === "" || tex.includes(kind.closes)) return false;
    if (!silent) {
      const token = state.push("formula", "", 0);
      token.block = true;
      token.map = [first, at + 1];
      token.content = `${kind.opens}${tex}${kind.closes}`;
      token.meta = { tex, onItsOwn: true } satisfies Meta;
    }
    state.line = at + 1;
    return true;
  });

  md.renderer.rules.formula = (tokens, index, _options, env) => {
    const token = tokens[index];
    if (!token) return "";
    const { tex, onItsOwn } = token.meta as Meta;
    const { formula: write } = (env ?? {}) as { formula?: WriteFormula };
    const written = write?.(tex, onItsOwn) ?? null;
    const shown = written ?? md.utils.escapeHtml(token.content);
    return token.block ? `<p>${shown}</p>\n` : shown;
  };
}

/** Whether the elements of MathML lie so deep within each other that it cannot be drawn in a moment. */
function isTooDeep(mathML: string): boolean {
  let [depth, fractions] = [0, 0];
  for (const [, slash, name, end] of mathML.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    if (end) continue;
    const step = slash ? -1 : 1;
    depth += step;
    if (name === "mfrac") fractions += step;
    if (depth > DEEPEST || fractions > DEEPEST_FRACTION) return true;
  }
  return false;
}

/** Reads the library, which is only needed for answers with formulas. Each answer has its own writer. */
export async function formulaWriter(): Promise<WriteFormula> {
  const { default: temml } = await import("temml");
  let left = MOST;
  return (tex, onItsOwn) => {
    left -= tex.length + EACH;
    if (left < 0) return null;
    try {
      // Not trusted: no links, no images, no styles and no attributes of the model's.
      const mathML = temml.renderToString(tex, {
        displayMode: onItsOwn,
        throwOnError: true,
        trust: false,
        maxExpand: 100,
        maxSize: [20, 20],
      });
      return isTooDeep(mathML) ? null : mathML;
    } catch {
      return null;
    }
  };
}
