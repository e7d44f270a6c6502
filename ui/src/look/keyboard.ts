/** Which key does what. One table: the handler and the sheet both read it. */

import type { words } from "../words/words";

export type Action =
  | "race"
  | "stopAll"
  | "stopLane"
  | "prompt"
  | "addLane"
  | "duplicateLane"
  | "removeLane"
  | "focusLane"
  | "muteLane"
  | "showRace"
  | "showHistory"
  | "showCompare"
  | "showProviders"
  | "theme"
  | "sheet";

export interface Shortcut {
  action: Action;
  /** As written on the sheet; `Mod` is Ctrl, or Cmd on a Mac. */
  keys: string[];
  group: keyof typeof words.shortcuts.groups;
}

export const shortcuts: readonly Shortcut[] = [
  { action: "race", keys: ["Mod", "Enter"], group: "race" },
  { action: "stopAll", keys: ["Mod", "."], group: "race" },
  { action: "stopLane", keys: ["Esc"], group: "race" },
  { action: "prompt", keys: ["Mod", "L"], group: "race" },
  { action: "addLane", keys: ["Mod", "T"], group: "lanes" },
  { action: "duplicateLane", keys: ["Mod", "D"], group: "lanes" },
  { action: "removeLane", keys: ["Mod", "W"], group: "lanes" },
  { action: "focusLane", keys: ["1 – 9"], group: "lanes" },
  { action: "muteLane", keys: ["Shift", "1 – 9"], group: "lanes" },
  { action: "showRace", keys: ["Mod", "1"], group: "window" },
  { action: "showHistory", keys: ["Mod", "2"], group: "window" },
  { action: "showCompare", keys: ["Mod", "4"], group: "window" },
  { action: "showProviders", keys: ["Mod", "3"], group: "window" },
  { action: "theme", keys: ["Mod", "Shift", "L"], group: "window" },
  { action: "sheet", keys: ["?"], group: "window" },
];

export interface Press {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

export interface Meaning {
  action: Action;
  /** The lane a digit names, from 0. */
  lane?: number;
}

const WITH_MOD: Record<string, Action> = {
  enter: "race",
  ".": "stopAll",
  l: "prompt",
  t: "addLane",
  d: "duplicateLane",
  w: "removeLane",
  "1": "showRace",
  "2": "showHistory",
  "3": "showProviders",
  "4": "showCompare",
  "/": "sheet",
};

/** What a key press means. Keys without Ctrl or Cmd mean nothing while the person types into a field. */
export function meaning(press: Press, typing: boolean, mac: boolean): Meaning | null {
  const mod = mac ? press.metaKey : press.ctrlKey;
  if (press.altKey || (mac ? press.ctrlKey : press.metaKey)) return null;
  const key = press.key.toLowerCase();
  if (mod) {
    if (press.shiftKey) return key === "l" ? { action: "theme" } : null;
    const action = WITH_MOD[key];
    return action ? { action } : null;
  }
  if (typing) return null;
  if (key === "escape") return { action: "stopLane" };
  if (key === "?") return { action: "sheet" };
  // The digit's key, not its character: Shift+1 is "!" here and "+" there.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(press.code);
  if (!digit) return null;
  return { action: press.shiftKey ? "muteLane" : "focusLane", lane: Number(digit[1]) - 1 };
}

export const onMac = /^Mac/.test(window.navigator.platform);

/** A key's name as this keyboard prints it. */
export function keyName(key: string): string {
  if (key === "Mod") return onMac ? "⌘" : "Ctrl";
  return key === "Enter" ? "↵" : key;
}

/** Marks a popup that has the first word on keys while it is open. */
export const TAKES_KEYS = { "data-takes-keys": "" } as const;

/** Whether such a popup is open. */
export function keysAreTaken(): boolean {
  return document.querySelector("[data-takes-keys]") !== null;
}

/** Whether keys go into a text field, where digits and letters are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("input, textarea, select, [contenteditable='true']");
}
