/**
 * Renders answers as Markdown, with formulas. A model's output is treated as text only: no HTML, no images, no links that open without
 * a question.
 */

import MarkdownIt from "markdown-it";
import { strings } from "../../strings/strings";
import { readFormulas, type WriteFormula } from "./formulas";
import { highlighted } from "./highlight";

const md = new MarkdownIt({
  html: false,
  linkify: false,
  typographer: false,
  highlight: highlighted,
});

readFormulas(md);

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

/** The Markdown as HTML written entirely by this file, and formulas by `formula`; without it they stay as text. */
export function markdown(text: string, formula?: WriteFormula): string {
  return md.render(text, { formula });
}

let last = Promise.resolve();

/**
 * Calls `work` when the window has drawn a frame and nothing else is waiting: answers are rendered one after the other,
 * never all in one frame. Returns a function that cancels it.
 */
export function whenIdle(work: () => void | Promise<void>): () => void {
  let wanted = true;
  last = last.then(
    () =>
      new Promise((done) => {
        if (!wanted) return done();
        setTimeout(async () => {
          if (wanted) await work();
          done();
        }, 16);
      }),
  );
  return () => {
    wanted = false;
  };
}
