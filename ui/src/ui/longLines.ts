/**
 * Long lines of a text that is edited, in pieces: a web view lays out the whole of a line again for each key, so a line of a
 * megabyte is drawn as one block after another. The text has no breaks of them.
 */

import { type Line, RangeSetBuilder, type Text } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";

/** Length from which a line is drawn in pieces, and the usual length of one, in characters. */
const [LONG_LINE, PIECE] = [2_000, 600];

const DRAWN = Decoration.mark({ attributes: { style: "display: block" }, inclusive: true });

/** Where the piece from `from` of a line ends: behind a word, if one ends there, and never within a character. */
function endOf(doc: Text, line: Line, from: number): number {
  const most = Math.min(line.to, from + PIECE);
  if (most === line.to) return most;
  const text = doc.sliceString(from, most);
  const space = text.lastIndexOf(" ");
  if (space > PIECE / 2) return from + space + 1;
  return /[\ud800-\udbff]$/.test(text) ? most - 1 : most;
}

/** The pieces of what is in view of long lines; those there were stay as they are, but for what was typed into them. */
function piecesOf({ state: { doc }, visibleRanges }: EditorView, before: DecorationSet) {
  const made = new RangeSetBuilder<Decoration>();
  let done = 0;
  const add = (from: number, to: number) => {
    made.add(from, to, DRAWN);
    done = to;
  };
  const fill = (line: Line, until: number) => {
    while (done < until) add(done, Math.min(until, endOf(doc, line, done)));
  };
  for (const visible of visibleRanges) {
    for (let at = visible.from; at <= visible.to; ) {
      const line = doc.lineAt(at);
      const until = Math.min(line.to, visible.to);
      at = line.to + 1;
      if (line.length < LONG_LINE) continue;
      done = Math.max(done, line.from, visible.from);
      before.between(done, until, (from, to) => {
        if (from < done || to > line.to || to === from || to - from > 2 * PIECE) return;
        // What is left before it is no piece of its own, if it is short.
        if (from - done >= PIECE / 2) fill(line, from);
        add(done, to);
      });
      fill(line, until);
    }
  }
  return made.finish();
}

export const longLines = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = piecesOf(view, Decoration.none);
    }

    update({ view, changes, docChanged, viewportChanged }: ViewUpdate) {
      if (!docChanged && !viewportChanged) return;
      this.decorations = piecesOf(view, this.decorations.map(changes));
    }
  },
  { decorations: ({ decorations }) => decorations },
);
