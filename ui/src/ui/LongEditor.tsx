/** An editor for a text of megabytes: CodeMirror with nothing but lines, history and the caret. */

import { history, historyKeymap, standardKeymap } from "@codemirror/commands";
import { Annotation, EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { useLayoutEffect, useRef } from "react";
import { painted } from "../backend/painted";
import { BrokenText, whole } from "./brokenLines";
import { longLines } from "./longLines";

interface LongEditorProps {
  label: string;
  testId: string;
  id?: string;
  value: string;
  /** Classes of the space around the text. */
  inset: string;
  /** The initial position of the caret; `null` if the focus stays where it is. */
  startAt: number | null;
  onTyped: (text: string, caret: number) => void;
  /** Whether the text can only be read and copied. Its lines may then be of any length. */
  readOnly?: boolean;
}

/** Marks a text that was set, not typed. */
const fromOutside = Annotation.define<true>();

/** Characters of a text that is only read which are there from the first frame on: about what is in view. */
const IN_VIEW = 4_000;
/** Characters that a frame after it adds at most: the first of them, which are laid out below what is in view, add half of what there is. */
const EACH_FRAME = 100_000;

/** Adds the rest of a text that is only read, frame by frame, until another text or none is shown. */
async function fill(view: EditorView, shown: { readonly current: BrokenText | null }) {
  const lines = shown.current;
  // The first lines are laid out in the frame after the one in which the editor is made.
  await painted();
  while (lines && !lines.isWhole) {
    await painted();
    if (shown.current !== lines) return;
    const { length } = view.state.doc;
    view.dispatch({
      changes: { from: length, insert: lines.next(Math.min(length / 2, EACH_FRAME)) },
      annotations: fromOutside.of(true),
    });
  }
}

const LOOK = EditorView.theme({
  "&": { height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "inherit" },
  ".cm-content": { padding: "0", caretColor: "currentColor", outline: "none" },
  ".cm-line": { padding: "0" },
});

/** What an editor looks like, whatever it is for. */
const DRAWN: Extension = [EditorView.lineWrapping, longLines, LOOK];

let isWarm = false;

/**
 * Makes an editor that nobody sees, once: the first of a window adds its styles to the page, which is then styled anew, and its
 * code runs for the first time. Both take most of a frame, so what is large is shown in another. Returns whether it was made.
 */
export function warmUp(): boolean {
  if (isWarm) return false;
  isWarm = true;
  new EditorView({ state: EditorState.create({ doc: " ", extensions: DRAWN }) }).destroy();
  return true;
}

export function LongEditor(props: LongEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const now = useRef(props);
  /** The lines of a text that is only read. */
  const lines = useRef<BrokenText | null>(null);
  /** Typed text that has not come back as `value` yet: React may pass it late, when the user has typed more. */
  const told = useRef([props.value]);
  useLayoutEffect(() => {
    now.current = props;
  });
  useLayoutEffect(() => {
    const { value, label, testId, id, inset, startAt, readOnly = false } = now.current;
    if (!box.current) return;
    const caret = Math.min(startAt ?? 0, value.length);
    lines.current = readOnly ? new BrokenText(value) : null;
    const made = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: lines.current?.next(IN_VIEW) ?? value,
        extensions: [
          history(),
          keymap.of([...standardKeymap, ...historyKeymap]),
          DRAWN,
          EditorState.readOnly.of(readOnly),
          EditorView.clipboardOutputFilter.of((text, { doc, selection: { main } }) =>
            lines.current ? whole(text, doc.lineAt(main.from).number, lines.current) : text,
          ),
          EditorView.contentAttributes.of({
            "aria-label": label,
            "data-testid": testId,
            // Also what is only read is scrolled by keys.
            tabindex: "0",
            class: inset,
            ...(id === undefined ? {} : { id }),
          }),
          EditorView.updateListener.of(({ docChanged, transactions, state }) => {
            if (!docChanged || transactions.some((each) => each.annotation(fromOutside))) return;
            const text = state.doc.toString();
            told.current.push(text);
            now.current.onTyped(text, state.selection.main.head);
          }),
        ],
      }),
    });
    view.current = made;
    void fill(made, lines);
    if (startAt !== null) {
      made.dispatch({
        selection: { anchor: Math.min(caret, made.state.doc.length) },
        scrollIntoView: true,
      });
      made.focus();
    }
    return () => {
      lines.current = null;
      made.destroy();
    };
  }, []);
  useLayoutEffect(() => {
    const at = told.current.indexOf(props.value);
    told.current.splice(0, at + 1);
    if (at >= 0 || !view.current) return;
    told.current = [];
    const { length } = view.current.state.doc;
    if (props.readOnly) lines.current = new BrokenText(props.value);
    view.current.dispatch({
      changes: { from: 0, to: length, insert: lines.current?.next(IN_VIEW) ?? props.value },
      annotations: fromOutside.of(true),
    });
    void fill(view.current, lines);
  }, [props.value, props.readOnly]);
  return <div ref={box} className="h-full" />;
}
