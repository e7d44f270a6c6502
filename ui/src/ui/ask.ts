/** Asks for confirmation before an action that cannot be undone or that costs money. */

import { create } from "zustand";

interface Question {
  title: string;
  text: string;
  /** The label of the confirming button. */
  go: string;
}

interface OpenQuestion extends Question {
  answer: (goes: boolean) => void;
}

export const useQuestion = create<{ open: OpenQuestion | null }>()(() => ({ open: null }));

/** Asks, and resolves to whether the user confirmed. A second question replaces the first. */
export function ask(question: Question): Promise<boolean> {
  useQuestion.getState().open?.answer(false);
  return new Promise((answer) => useQuestion.setState({ open: { ...question, answer } }));
}
