/** Targets of the palette without a shortcut: fields, views, panes, settings. */

import type { Preferences } from "../backend/backend";
import type { places } from "../strings/places";
import type { Screen } from "../ui/route";

/** A place in the window: a screen, and a control on it that is focused or pressed. */
export interface Place {
  screen?: Screen;
  id?: string;
  at?: string;
  /** The control, by its name in the page. */
  control?: string;
  press?: true;
  /** What is pressed after that. */
  afterwards?: string;
  /** Whether it is a part of the latest run, which is opened where there is one. */
  ofLatest?: true;
}

type Name = keyof typeof places;

const field = (control: string): Place => ({ screen: "race", control });
const button = (control: string): Place => ({ screen: "race", control, press: true });
const view = (name: string): Place => button(`view-${name}`);

const ofLatest = (control: string): Place => ({ screen: "history", control, ofLatest: true });

export const PLACES: Record<Name, Place | { prefer: Partial<Preferences> } | { tour: true }> = {
  themeDark: { prefer: { theme: "dark" } },
  themeLight: { prefer: { theme: "light" } },
  themeSystem: { prefer: { theme: "system" } },
  systemPrompt: button("system-switch"),
  promptSheet: button("enlarge-prompt"),
  openPrompt: button("open-prompt"),
  savedPrompts: button("prompts"),
  lineUps: button("line-ups"),
  maxTokens: field("max-tokens"),
  temperature: field("temperature"),
  effort: field("effort"),
  repeats: field("repeats"),
  moreSettings: button("more-settings"),
  wholeRequest: { ...button("add-to-request"), afterwards: "edit-request" },
  pasteRequest: { ...button("add-to-request"), afterwards: "paste-entry" },
  viewTrack: view("lanes"),
  viewGrid: view("grid"),
  viewFocus: view("focus"),
  viewPace: view("pace"),
  viewRounds: view("rounds"),
  viewTable: view("table"),
  viewDiff: view("diff"),
  copyNumbers: { ...view("table"), afterwards: "copy-numbers" },
  replay: button("to-replay"),
  vote: button("lane-0-vote"),
  noteRun: { ...ofLatest("edit-note"), press: true },
  tagRun: ofLatest("tag-field"),
  tour: { tour: true },
  calibrate: { control: "calibration", press: true },
  addKey: { screen: "providers", id: "~add", at: "paste" },
  addEndpoint: { screen: "providers", id: "~add", at: "endpoint" },
  findServers: { screen: "providers", id: "~add", control: "find-servers", press: true },
  prices: { screen: "providers", id: "~prices" },
  network: { screen: "providers", id: "~network" },
  export: { screen: "history" },
  import: { screen: "history" },
  compareRuns: { screen: "compare" },
  spending: { screen: "settings", id: "spending" },
  help: { screen: "settings", id: "keyboard" },
  about: { screen: "settings", id: "about" },
  report: { screen: "settings", id: "doctor", control: "write-report" },
  rail: { screen: "settings", id: "general", control: "setting-rail" },
};

/** How long a screen may take to show a control. */
const PATIENCE_MS = 2_000;

/** Focuses a control, or presses it, as soon as it exists. */
export function reach(control: string, press: boolean): void {
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    const found = document.querySelector<HTMLElement>(`[data-testid="${control}"]`);
    if (!found) {
      if (performance.now() < until) requestAnimationFrame(look);
      return;
    }
    if (press) found.click();
    else found.focus();
  };
  requestAnimationFrame(look);
}
