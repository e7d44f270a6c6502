/** Keyboard shortcuts: one table of defaults, overridden by the user's own chords. */

import { type ScreenAction, screenKeys } from "../strings/screens";
import type { strings } from "../strings/strings";

export type { ScreenAction } from "../strings/screens";

export type Action =
  | "race"
  | "raceAgain"
  | "stopAll"
  | "stopLane"
  | "prompt"
  | "newRace"
  | "addLane"
  | "duplicateLane"
  | "removeLane"
  | "focusLane"
  | "muteLane"
  | "trackAxis"
  | "markdown"
  | "find"
  | "playPause"
  | "scrub"
  | "ends"
  | "palette"
  | ScreenAction
  | "searchHistory"
  | "rail"
  | "theme"
  | "zoomIn"
  | "zoomOut"
  | "zoomReset"
  | "sheet";

export interface Shortcut {
  action: Action;
  /** As written on the sheet; `Mod` is Ctrl, or Cmd on a Mac. */
  keys: readonly string[];
  group: keyof typeof strings.shortcuts.groups;
  /** An alternative default, for keyboards that differ. */
  also?: readonly string[];
  /** Whether its key cannot be reassigned. */
  fixed?: true;
}

/** A digit stands for the lane of that number. */
const DIGITS = "1 – 9";

/** The defaults. An action needs only a row here; what it does is in `shell/handlers.ts`. */
export const shortcuts: readonly Shortcut[] = [
  { action: "race", keys: ["Mod", "Enter"], group: "race" },
  { action: "raceAgain", keys: ["Mod", "Shift", "Enter"], group: "race" },
  { action: "stopAll", keys: ["Mod", "."], group: "race" },
  { action: "stopLane", keys: ["Esc"], group: "race", fixed: true },
  { action: "prompt", keys: ["Mod", "L"], group: "race" },
  { action: "newRace", keys: ["Mod", "N"], group: "race" },
  { action: "addLane", keys: ["Mod", "T"], group: "lanes" },
  { action: "duplicateLane", keys: ["Mod", "D"], group: "lanes" },
  { action: "removeLane", keys: ["Mod", "W"], group: "lanes" },
  { action: "focusLane", keys: [DIGITS], group: "lanes", fixed: true },
  { action: "muteLane", keys: ["Shift", DIGITS], group: "lanes", fixed: true },
  { action: "trackAxis", keys: ["T"], group: "lanes" },
  { action: "markdown", keys: ["M"], group: "lanes" },
  { action: "find", keys: ["Mod", "F"], group: "lanes" },
  { action: "playPause", keys: ["Space"], group: "replay" },
  { action: "scrub", keys: ["←", "→"], group: "replay", fixed: true },
  { action: "ends", keys: ["Home", "End"], group: "replay", fixed: true },
  { action: "palette", keys: ["Mod", "K"], group: "window" },
  ...screenKeys.map((row): Shortcut => ({ ...row, group: "window" })),
  { action: "searchHistory", keys: ["Mod", "Shift", "F"], group: "window" },
  { action: "rail", keys: ["Mod", "B"], group: "window" },
  { action: "theme", keys: ["Mod", "Shift", "L"], group: "window" },
  { action: "zoomIn", keys: ["Mod", "+"], also: ["Mod", "="], group: "window" },
  { action: "zoomOut", keys: ["Mod", "-"], group: "window" },
  { action: "zoomReset", keys: ["Mod", "0"], group: "window" },
  { action: "sheet", keys: ["?"], also: ["Mod", "/"], group: "window" },
];

/** Whether it goes to a screen. */
export function isScreenAction(action: Action): action is ScreenAction {
  return /^show[A-Z]/.test(action);
}

/** The user's own chords, such as `Mod+Shift+K`, by action. */
export type OwnChords = { readonly [action: string]: string | undefined };

const NONE: OwnChords = {};

/** A chord in stored form: `Mod+Shift+K`. */
export function chordOf(keys: readonly string[]): string {
  return keys.join("+");
}

/** A stored chord as shown on the sheet. The plus key is itself a plus. */
export function keysOf(chord: string): string[] {
  const parts = chord.replace(/\+\+$/, "+Plus").split("+").filter(Boolean);
  if (chord === "+") return ["+"];
  return parts.map((part) => (part === "Plus" ? "+" : part));
}

/** The table in force. */
export function inForce(own: OwnChords = NONE): readonly Shortcut[] {
  return shortcuts.map((shortcut): Shortcut => {
    const chord = shortcut.fixed ? undefined : own[shortcut.action];
    if (!chord) return shortcut;
    const { also: _also, ...rest } = shortcut;
    return { ...rest, keys: keysOf(chord) };
  });
}

/** The other action that a chord belongs to in this table, if any. */
export function ownerOf(
  chord: string,
  asked: Action,
  table: readonly Shortcut[],
): Shortcut | undefined {
  return table.find(
    ({ action, keys, also }) =>
      action !== asked && (chordOf(keys) === chord || (also && chordOf(also) === chord)),
  );
}

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
  /** Which way an arrow points, −1 or 1; whether to go far. */
  direction?: number;
  far?: boolean;
  end?: "start" | "end";
}

const MODIFIERS: readonly string[] = ["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock"];

/**
 * Whether Shift counts as part of the chord, as with a letter or a named key, rather than as a way to another
 * character.
 */
function shiftCounts(key: string): boolean {
  return key.length > 1 || key.toLowerCase() !== key.toUpperCase();
}

/** A press as a chord; null for one that no shortcut can have: with Alt, with the other modifier, or unfinished. */
export function chordPressed(press: Press, mac: boolean): string | null {
  const mod = mac ? press.metaKey : press.ctrlKey;
  if (press.altKey || (mac ? press.ctrlKey : press.metaKey)) return null;
  if (MODIFIERS.includes(press.key) || press.key === "Dead") return null;
  const key = press.key === " " ? "Space" : press.key;
  const named = key.length === 1 ? key.toUpperCase() : key;
  return chordOf([
    ...(mod ? ["Mod"] : []),
    ...(press.shiftKey && shiftCounts(key) ? ["Shift"] : []),
    named,
  ]);
}

/** Keys that cannot be reassigned, and their directions. */
const FIXED: Readonly<Record<string, Meaning>> = {
  Escape: { action: "stopLane" },
  ArrowLeft: { action: "scrub", direction: -1, far: false },
  ArrowRight: { action: "scrub", direction: 1, far: false },
  "Shift+ArrowLeft": { action: "scrub", direction: -1, far: true },
  "Shift+ArrowRight": { action: "scrub", direction: 1, far: true },
  Home: { action: "ends", end: "start" },
  End: { action: "ends", end: "end" },
};

/** Keys that produce no text, so they mean the same inside a text field. */
const WRITES_NOTHING = /^(Shift\+)?F\d+$/;

/** The meaning of a key press. Keys without Ctrl or Cmd have none while the user types into a field. */
export function meaning(
  press: Press,
  typing: boolean,
  mac: boolean,
  table: readonly Shortcut[] = shortcuts,
): Meaning | null {
  const chord = chordPressed(press, mac);
  if (!chord) return null;
  const withMod = chord.startsWith("Mod+");
  if (!withMod && typing && !WRITES_NOTHING.test(chord)) return null;
  const fixed = FIXED[chord];
  if (fixed) return fixed;
  const named = table.find(
    ({ keys, also }) => chordOf(keys) === chord || (also && chordOf(also) === chord),
  );
  if (named) return { action: named.action };
  if (withMod) return null;
  // The digit's key, not its character: Shift+1 is "!" here and "+" there.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(press.code);
  if (!digit) return null;
  return { action: press.shiftKey ? "muteLane" : "focusLane", lane: Number(digit[1]) - 1 };
}

/** The digit that leads to the lane at this place of the plan; undefined beyond the ninth, which has none. */
export const keyOf = (place: number): number | undefined => (place < 9 ? place + 1 : undefined);

export const onMac = /^Mac/.test(window.navigator.platform);

const PRINTED: Record<string, string> = {
  Mod: onMac ? "⌘" : "Ctrl",
  Enter: "↵",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** A key's name as this keyboard prints it. */
export function keyName(key: string): string {
  return PRINTED[key] ?? key;
}

/** Marks a popup that takes precedence for keys while it is open. */
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
