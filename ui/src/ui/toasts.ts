/** Toasts above the status bar, some with an undo. Toasts from before the row is loaded are shown as soon as it is. */

import type { Toast } from "@base-ui/react/toast";

type Notes = ReturnType<typeof Toast.createToastManager>;
type Say = (notes: Notes) => void;

const UNDO_MS = 10_000;

export interface Undo {
  label: string;
  run: () => void;
}

let shown: Notes | null = null;
const waiting: Say[] = [];

function say(what: Say): void {
  if (shown) what(shown);
  else waiting.push(what);
}

/** Says what has waited for the row that shows notes, and from now on without waiting. Answers with the row's end. */
export function showNotes(notes: Notes): () => void {
  shown = notes;
  for (const what of waiting.splice(0)) what(notes);
  return () => {
    shown = null;
  };
}

let last = 0;

function add(note: Parameters<Notes["add"]>[0]): string {
  last += 1;
  const id = `note-${last}`;
  say((notes) => notes.add({ ...note, id }));
  return id;
}

function close(id: string): void {
  say((notes) => notes.close(id));
}

/** Says something in passing. */
export function note(text: string): void {
  add({ title: text });
}

let complaint: string | undefined;

/** Says that something did not work, and stays until it is read or the next attempt. */
export function complain(text: string, fix?: string | null): void {
  settleComplaint();
  complaint = add({
    title: text,
    description: fix ?? undefined,
    type: "bad",
    timeout: 0,
    priority: "high",
  });
}

/** Takes back what was said of an attempt that has been made again. */
export function settleComplaint(): void {
  if (complaint) close(complaint);
  complaint = undefined;
}

/** Says that something was done, and offers to undo it for ten seconds. */
export function noteWithUndo(text: string, undo: Undo): void {
  const id = add({
    title: text,
    timeout: UNDO_MS,
    data: {
      ...undo,
      run: () => {
        close(id);
        undo.run();
      },
    },
  });
}
