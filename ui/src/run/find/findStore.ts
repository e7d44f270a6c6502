/** Whether the answers on screen are being searched, and for what. */

import { create } from "zustand";

interface Find {
  open: boolean;
  words: string;
  setOpen: (open: boolean) => void;
  setWords: (words: string) => void;
}

export const useFind = create<Find>()((set) => ({
  open: false,
  words: "",
  setOpen: (open) => set({ open }),
  setWords: (words) => set({ words }),
}));
