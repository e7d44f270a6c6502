/** What is open of the whole-request editor. */

import { create } from "zustand";

export const TABS = ["conversation", "tools", "answer", "verbatim", "sent"] as const;

export type Tab = (typeof TABS)[number];

interface RequestUi {
  /** The open tab; null while the editor is closed. */
  tab: Tab | null;
  /** The lane whose own request is edited, by index; null for the shared one. */
  lane: number | null;
  /** Whether a request from elsewhere is being pasted. */
  pasting: boolean;
  /** What was pasted onto the prompt, looked like a request and cannot be read, and why. A key may be in it, so it is nowhere else. */
  unread: { text: string; problem: string } | null;
  edit: (tab?: Tab, lane?: number | null) => void;
  close: () => void;
  setPasting: (pasting: boolean) => void;
  pasteUnread: (text: string, problem: string) => void;
}

export const useRequestUi = create<RequestUi>()((set) => ({
  tab: null,
  lane: null,
  pasting: false,
  unread: null,
  edit: (tab = "conversation", lane = null) => set({ tab, lane, pasting: false }),
  close: () => set({ tab: null, lane: null }),
  setPasting: (pasting) => set({ pasting, unread: null }),
  pasteUnread: (text, problem) => set({ pasting: true, unread: { text, problem } }),
}));
