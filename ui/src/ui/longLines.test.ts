import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { describe, expect, it } from "vitest";
import { longLines } from "./longLines";

const SENTENCE = "The quick brown fox jumps over the lazy dog, and nobody minds. ";

function edited(doc: string) {
  const parent = document.body.appendChild(document.createElement("div"));
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc, extensions: [EditorView.lineWrapping, longLines] }),
  });
  const pieces = () =>
    [...view.contentDOM.querySelectorAll<HTMLElement>(".cm-line > span")]
      .filter(({ style }) => style.display === "block")
      .map(({ textContent }) => textContent ?? "");
  return { view, pieces };
}

describe("a long line that is edited", () => {
  it("is drawn in pieces that end behind a word and hold all of it", () => {
    const text = SENTENCE.repeat(60);
    const { view, pieces } = edited(`short\n${text}\nshort`);
    expect(pieces().join("")).toBe(text);
    expect(
      pieces()
        .slice(0, -1)
        .filter((piece) => !piece.endsWith(" ")),
    ).toEqual([]);
    expect(Math.max(...pieces().map(({ length }) => length))).toBeLessThanOrEqual(600);
    expect(view.state.doc.lines, "the text itself has no other breaks").toBe(3);
  });

  it("keeps the pieces that nothing is typed into, at the very beginning and on the edge of two", () => {
    const text = SENTENCE.repeat(60);
    const { view, pieces } = edited(text);
    const before = pieces();
    const edge = before[0]?.length ?? 0;
    for (const letter of "typed") view.dispatch({ changes: { from: 0, insert: letter } });
    expect(pieces()).toEqual([`depyt${before[0]}`, ...before.slice(1)]);
    view.dispatch({ changes: { from: edge + 5, insert: "here" } });
    expect(pieces()).toEqual([`depyt${before[0]}here`, ...before.slice(1)]);
  });

  it("has no piece of a few letters", () => {
    const { view, pieces } = edited(SENTENCE.repeat(60));
    for (let at = 0; at < 9; at += 1)
      view.dispatch({ changes: { from: 100, insert: SENTENCE.repeat(3) } });
    const lengths = pieces()
      .slice(0, -1)
      .map(({ length }) => length);
    expect(Math.min(...lengths)).toBeGreaterThan(150);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_600);
  });

  it("has new pieces where one has grown long, and none once it is broken into short lines", () => {
    const { view, pieces } = edited(SENTENCE.repeat(60));
    view.dispatch({ changes: { from: 100, insert: SENTENCE.repeat(30) } });
    expect(pieces().join("")).toBe(view.state.doc.toString());
    expect(Math.max(...pieces().map(({ length }) => length))).toBeLessThanOrEqual(1_200);
    const doc = view.state.doc.toString().replaceAll(". ", ".\n");
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: doc } });
    expect(pieces()).toEqual([]);
  });

  it("is never cut within a character", () => {
    const { pieces } = edited("🦙".repeat(1_500));
    expect(pieces().every((piece) => /^🦙+$/u.test(piece))).toBe(true);
  });
});
