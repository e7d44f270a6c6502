/** Asks before something that cannot be taken back, or that costs. */

import { create } from "zustand";

interface Question {
  title: string;
  text: string;
  /** What the button says that does it. */
  go: string;
}

interface Asked extends Question {
  answer: (goes: boolean) => void;
}

export const useAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }));

/** Asks, and answers with whether the person wants it. A second question takes the place of the first. */
export function ask(question: Question): Promise<boolean> {
  useAsked.getState().asked?.answer(false);
  return new Promise((answer) => useAsked.setState({ asked: { ...question, answer } }));
}
