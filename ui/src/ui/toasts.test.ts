import { afterEach, describe, expect, it } from "vitest";
import { complain, leaveNotes, note, noteWithUndo, showNotes } from "./toasts";

type Row = Parameters<typeof showNotes>[0];

/** The texts of a row of toasts. */
function row() {
  const shown = new Map<string, unknown>();
  const notes = {
    add: (one: { id: string; title: unknown }) => shown.set(one.id, one.title),
    close: (id: string) => shown.delete(id),
  };
  detach = showNotes(notes as unknown as Row);
  return () => [...shown.values()];
}

let detach = () => {};
afterEach(() => detach());

describe("a message of one place", () => {
  it("is gone in the next, but not a failure, nor what can be undone", () => {
    const texts = row();
    note("Saved.");
    complain("Refused.");
    noteWithUndo("Deleted.", { label: "Undo", run: () => {} });
    expect(texts()).toEqual(["Saved.", "Refused.", "Deleted."]);
    leaveNotes();
    expect(texts()).toEqual(["Refused.", "Deleted."]);
  });
});
