/** The question of the Compare screen. It outlives the screen, so that it is unchanged when the user returns. */

import { create } from "zustand";
import type { CompareQuestion } from "../backend/backend";
import { timeZone } from "./timeZone";

export const TABS = [
  "overview",
  "quality",
  "better",
  "length",
  "whatIf",
  "samples",
  "time",
  "runs",
  "rankings",
  "hedging",
] as const;
export type Tab = (typeof TABS)[number];

/** How many days back to look; null for all. */
export const PERIODS = [7, 30, 90, null] as const;
export type Period = (typeof PERIODS)[number];

export interface CompareStore {
  period: Period;
  /** The search of the history, in its own language; empty finds everything. */
  search: string;
  tab: Tab;
  /** Whether cost and speed are drawn on logarithmic scales. */
  log: boolean;
  question: CompareQuestion;
  look: (change: Partial<Pick<CompareStore, "period" | "search" | "tab" | "log">>) => void;
  /** Omitted fields keep the engine's defaults. */
  ask: (change: CompareQuestion) => void;
}

export const useCompareStore = create<CompareStore>()((set) => ({
  period: 30,
  search: "",
  tab: "overview",
  log: true,
  question: timeZone(),
  look: (change) => set(change),
  ask: (change) => set(({ question }) => ({ question: { ...question, ...change } })),
}));
