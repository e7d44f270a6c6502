/**
 * Renders answers as Markdown, with formulas. A model's output is treated as text only: no HTML, no images, no links that open without
 * a question; and it is bounded: what would hold up the window, or be left out, stays raw text.
 */

import MarkdownIt, { type Token } from "markdown-it";
import { strings } from "../../strings/strings";
import { isStacked, LONGEST_TEXT, MOST_CHARACTERS } from "./atOnce";
import { readFormulas, type WriteFormula } from "./formulas";
import { highlighted } from "./highlight";

const md = new MarkdownIt({
  html: false,
  linkify: false,
  typographer: false,
  highlight: highlighted,
});

readFormulas(md);

/** Maximum number of elements, of an answer and of its formulas and coloured code. */
const MOST_ELEMENTS = 10_000;
/** Maximum number of levels: a quote is one, a list with its items two. The library leaves out what lies at 100. */
const DEEPEST = 40;

/** What the library is asked to keep of an answer while it renders it. */
type Rendering = {
  formula: WriteFormula | undefined;
  /** The first line that lies too deep; null if none does. */
  tooDeep: number | null;
};

const tokenize = md.block.tokenize.bind(md.block);
md.block.tokenize = (state, first, end) => {
  const rendering = state.env as Rendering;
  if (state.level <= DEEPEST) return tokenize(state, first, end);
  rendering.tooDeep ??= first;
  state.line = end;
};

const asText = md.utils.escapeHtml;

// A link shows where it would lead. It is opened in the browser, and only after a question; this window never
// navigates.
md.renderer.rules.link_open = (tokens, index) => {
  const href = String(tokens[index]?.attrGet("href") ?? "");
  const address = asText(href);
  return /^https?:/i.test(href)
    ? `<span class="md-link" role="link" tabindex="0" data-link="${address}" title="${address}">`
    : `<span class="md-link" title="${address}">`;
};
md.renderer.rules.link_close = () => "</span>";
md.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const address = String(token?.attrGet("src") ?? "");
  return `<span class="md-link" title="${asText(address)}">[${asText(token?.content || address)}]</span>`;
};

// A block of code can be copied with a button, which the view handles.
const fence = md.renderer.rules.fence;
md.renderer.rules.fence = (tokens, index, options, env, self) => {
  const html = fence?.(tokens, index, options, env, self) ?? "";
  return `<div class="code">${html}<button type="button" data-copy>${asText(strings.lane.copyCode)}</button></div>\n`;
};

/** The answer's beginning as HTML that this file and `formula` wrote entirely, and the rest as text. */
export interface Rendered {
  html: string;
  /** Empty if all of the answer is in `html`. */
  rest: string;
}

/** The longest beginning that may be rendered: it ends with a paragraph or a line. */
function beginningOf(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const paragraph = text.lastIndexOf("\n\n", MOST_CHARACTERS);
  const end = paragraph < 0 ? text.lastIndexOf("\n", MOST_CHARACTERS) : paragraph;
  return text.slice(0, end + 1);
}

/** Where the `line`th line of a text begins, counted from 0. */
function lineStart(text: string, line: number): number {
  let at = 0;
  for (let passed = 0; passed < line; passed += 1) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

/** Where the block ends whose first token is the `first`: after the token that closes it. */
function blockEnd(tokens: readonly Token[], first: number): number {
  if (tokens[first]?.nesting !== 1) return first + 1;
  let last = first + 1;
  while (last < tokens.length - 1 && tokens[last]?.level !== 0) last += 1;
  return last + 1;
}

/** Renders Markdown as far as it can be drawn at once, whole blocks of it. Without `formula` formulas stay as text. */
export function markdown(text: string, formula?: WriteFormula): Rendered {
  // Lines as the library counts them.
  const source = text.replace(/\r\n?/g, "\n");
  const beginning = beginningOf(source);
  const env: Rendering = { formula, tooDeep: null };
  const tokens = md.parse(beginning, env);
  let html = "";
  let elements = 0;
  for (let first = 0; first < tokens.length; ) {
    const block = tokens.slice(first, blockEnd(tokens, first));
    const [line, end] = block[0]?.map ?? [0, 0];
    const isDeep = env.tooDeep !== null && env.tooDeep < end;
    const isLong = block.some(
      ({ type, content }) => type === "inline" && content.length > LONGEST_TEXT,
    );
    const stop = () => ({ html, rest: source.slice(lineStart(source, line)) });
    if (isDeep || isLong || block.some(({ content }) => isStacked(content))) return stop();
    const written = md.renderer.render(block, md.options, env);
    elements += written.match(/<\w/g)?.length ?? 0;
    if (elements > MOST_ELEMENTS) return stop();
    html += written;
    first += block.length;
  }
  return { html, rest: source.slice(beginning.length) };
}
