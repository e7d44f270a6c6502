/** Starts the drafted sweep, by its button or by the shortcut that starts what is on screen. */

import type { Backend } from "../backend/backend";
import { useDraft } from "../plan/draft";
import { go } from "../ui/route";
import { sweepOf, useSweepForm } from "./sweepDraft";
import { useSweepStore } from "./sweepStore";

/** Starts the sweep of the form and shows it. */
export async function startDrafted(backend: Backend): Promise<void> {
  const draft = sweepOf(useSweepForm.getState(), useDraft.getState());
  const id = await useSweepStore.getState().start(backend, draft);
  if (id) go("sweep", id);
}
