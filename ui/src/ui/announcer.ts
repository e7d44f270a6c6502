/** One polite live region for screen readers. Streams are silent; starts and ends are announced. */

import { create } from "zustand";

export const useAnnouncement = create<{ text: string }>()(() => ({ text: "" }));

let said: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says `text` soon; what is said within the same moment is said together, so that nothing is cut off. */
export function announce(text: string): void {
  said.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    useAnnouncement.setState({ text: said.join(" ") });
    said = [];
  }, 150);
}
