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

/** Shows the waiting toasts in the row, and from now on new ones at once. Returns a function that detaches the row. */
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

/** Brief messages, which belong to the place where they were shown. */
const brief: string[] = [];

/** Shows a brief message. */
export function note(text: string): void {
  brief.push(add({ title: text }));
}

/** Removes the brief messages when another screen or tab is shown. Failures and what can be undone stay. */
export function leaveNotes(): void {
  for (const id of brief.splice(0)) close(id);
}

let complaint: string | undefined;

/** Reports a failure; stays until dismissed or until the next attempt. */
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

/** Removes the message about an attempt that has been repeated. */
export function settleComplaint(): void {
  if (complaint) close(complaint);
  complaint = undefined;
}

/** Reports an action, and offers to undo it for ten seconds. */
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
