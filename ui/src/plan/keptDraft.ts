/** The draft, kept while the window loads its page again. */

import type { Plan } from "../backend/backend";
import { type Draft, planOf, useDraft } from "./draft";

/** Storage of the window's session, which is in memory and never written to disk. */
const STORED_AS = "paceline.draft";

type Kept = { plan: Plan } & Pick<Draft, "templated" | "values">;

/** Keeps the draft for the next page. Returns whether it fits: a page's storage takes a few megabytes. */
export function keepDraft(): boolean {
  const draft = useDraft.getState();
  const { templated, values } = draft;
  const kept: Kept = { plan: planOf(draft), templated, values };
  try {
    window.sessionStorage.setItem(STORED_AS, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Loads the draft that the last page kept, if any, once. */
export function takeKeptDraft(): void {
  const text = window.sessionStorage.getItem(STORED_AS);
  if (text === null) return;
  window.sessionStorage.removeItem(STORED_AS);
  const { plan, templated, values } = JSON.parse(text) as Kept;
  useDraft.getState().load(plan);
  useDraft.setState({ templated, values });
}
