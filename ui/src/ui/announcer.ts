/** One polite live region for screen readers. Streams are silent; starts and ends are announced. */

import { create } from "zustand";

export const useAnnouncement = create<{ text: string }>()(() => ({ text: "" }));

let said: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces `text` soon; announcements within the same moment are joined, so that none is cut off. */
export function announce(text: string): void {
  said.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    useAnnouncement.setState({ text: said.join(" ") });
    said = [];
  }, 150);
}
