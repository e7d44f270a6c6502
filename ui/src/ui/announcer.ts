/** One polite live region for screen readers. Streams are silent; starts and ends are announced. */

import { create } from "zustand";
import { sentences } from "../strings/phrases";

export const useAnnouncement = create<{ text: string }>()(() => ({ text: "" }));

let said: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces `text` soon; announcements within the same moment are joined, so that none is cut off. */
export function announce(text: string): void {
  said.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    useAnnouncement.setState({ text: sentences(said) });
    said = [];
  }, 150);
}
