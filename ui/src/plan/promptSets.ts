/** Sets of prompts for a race: a built-in suite, or questions of one's own from a file. */

import { create } from "zustand";
import {
  type Backend,
  type CapturedSet,
  type Phrase,
  type PromptSet,
  Refusal,
  type SuiteView,
} from "../backend/backend";
import { NOTHING, UNATTACHED } from "../run/request/payload";
import { told } from "../strings/phrases";
import { failureWords, strings } from "../strings/strings";
import { complain, noteWithUndo, settleComplaint } from "../ui/toasts";
import { type Draft, useDraft, writtenIn } from "./draft";
import { LIMITS } from "./limits";
import { readText, takePrompt, takeText } from "./promptFile";

const w = strings.library;

/** The kinds of file that hold a set of prompts. */
export const SET_FILES = ".jsonl,.json,.yaml,.yml,.csv,text/csv,text/plain";

/** What was read differently of the set that was taken last, each in a sentence. */
export const useSetNotes = create<{ set: PromptSet | null; notes: readonly Phrase[] }>()(() => ({
  set: null,
  notes: [],
}));

/** What asks each prompt of a set that was read once, one in each round. */
export function draftOfSet(read: CapturedSet) {
  return {
    set: read.set,
    prompt: read.prompt,
    // More prompts than a race has rounds: the note below the prompt says which are asked.
    repeat: Math.min(read.requests, LIMITS.repeat.max),
    until_settled: null,
    system: null,
    payload: NOTHING,
    attached: UNATTACHED,
    max_tokens: read.max_tokens ?? null,
    temperature: read.temperature ?? null,
    effort: read.effort ?? null,
    templated: false,
  };
}

function share(change: Parameters<Draft["share"]>[0], name: string): void {
  const draft = useDraft.getState();
  const before = { ...writtenIn(draft), templated: draft.templated };
  draft.share(change);
  noteWithUndo(w.tookSet(name), { label: w.undo, run: () => useDraft.setState(before) });
}

/** Asks each prompt of a built-in suite once, with the limit of output that the suite is for. */
export function takeSuite({ suite, rows, max_tokens }: SuiteView, name: string): void {
  const set: PromptSet = { type: "suite", suite };
  share({ set, repeat: rows, until_settled: null, payload: NOTHING, max_tokens }, name);
}

/** Asks each prompt of a file once. Returns whether it is a set; a text that is none goes to `otherwise` with why, or that is told. */
export async function takeSetFile(
  backend: Backend,
  file: File,
  otherwise?: (text: string, why: string) => void,
): Promise<boolean> {
  settleComplaint();
  const read = await readText(file);
  if ("problem" in read) {
    complain(read.problem);
    return false;
  }
  try {
    const set = await backend.readPromptSet(read.text);
    share(draftOfSet(set), file.name);
    useSetNotes.setState({ set: set.set, notes: set.notes });
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message } = failureWords(error.failure);
    if (otherwise) otherwise(read.text, message);
    else complain(told(file.name, message));
    return false;
  }
}

/** Takes a file as the prompt. One of a kind in which questions are kept is read as those first; lines of JSON are never a prompt. */
export async function takePromptOrSet(backend: Backend, file: File): Promise<void> {
  if (/\.jsonl$/i.test(file.name)) await takeSetFile(backend, file);
  else if (/\.(csv|ya?ml)$/i.test(file.name))
    await takeSetFile(backend, file, (text, why) => takeText(file.name, text, why));
  else await takePrompt(file);
}
