/** The entries of the palette, and its search. */

import uFuzzy from "@leeoniya/ufuzzy";
import type { ProviderView, RunRow } from "../backend/backend";
import { isUsable } from "../plan/usable";
import { moment } from "../strings/numbers";
import { strings } from "../strings/strings";
import type { ComboboxGroup } from "../ui/Combobox";
import { type Action, isScreenAction, type Shortcut } from "../ui/keyboard";

const w = strings.palette;

export type Group = keyof typeof w.groups;

/** What choosing an entry does. */
export type Effect =
  | { kind: "act"; action: Action }
  | { kind: "go"; screen: "history" | "providers" | "settings"; id: string }
  | { kind: "addLane"; provider: string; model: string };

export interface Entry {
  key: string;
  group: Group;
  label: string;
  /** What stands beside it: where a model is served, when a run was. */
  hint?: string;
  keys?: readonly string[];
  effect: Effect;
}

/** A group of the list. */
export interface Found extends ComboboxGroup<Entry> {
  group: Group;
}

/** More of one kind hide the others. */
const MOST_PER_GROUP = 8;

/** The palette itself, and what needs a lane's number. */
const NOT_HERE: readonly Action[] = ["palette", "focusLane", "muteLane"];

function actions(table: readonly Shortcut[]): Entry[] {
  return table
    .filter(({ action }) => !NOT_HERE.includes(action))
    .map(({ action, keys }) => ({
      key: `action ${action}`,
      group: isScreenAction(action) ? "screens" : "actions",
      label: strings.shortcuts[action],
      keys,
      effect: { kind: "act", action },
    }));
}

function providerEntries(providers: readonly ProviderView[]): Entry[] {
  return providers.map(({ id, label }) => ({
    key: `provider ${id}`,
    group: "providers",
    label,
    effect: { kind: "go", screen: "providers", id },
  }));
}

function modelEntries(providers: readonly ProviderView[]): Entry[] {
  return providers.filter(isUsable).flatMap(({ id, label, models }) =>
    models.map(
      (model): Entry => ({
        key: `model ${id}/${model}`,
        group: "models",
        label: model,
        hint: `${label} · ${w.addLane}`,
        effect: { kind: "addLane", provider: id, model },
      }),
    ),
  );
}

function runEntries(runs: readonly RunRow[]): Entry[] {
  return runs.map(({ id, prompt, started_at }) => ({
    key: `run ${id}`,
    group: "runs",
    label: prompt.trim().replace(/\s+/g, " ") || w.noPrompt,
    hint: moment(started_at).whole,
    effect: { kind: "go", screen: "history", id },
  }));
}

function settingEntries(): Entry[] {
  const s = strings.settings;
  const parts: [section: keyof typeof s.sections, label: string][] = [
    ["general", s.theme],
    ["general", s.textSize],
    ["general", s.times],
    ["general", s.numbers],
    ["general", s.notify],
    ["races", s.sections.races],
    ["races", s.warmup],
    ["spending", s.cap],
    ["spending", s.spentToday],
    ["keyboard", s.sections.keyboard],
    ["data", s.folder],
    ["data", s.verify],
    ["data", s.backUp],
    ["data", s.retention],
    ["network", s.sections.network],
    ["doctor", s.sections.doctor],
    ["doctor", s.frames],
  ];
  return parts.map(([section, label]) => ({
    key: `setting ${section} ${label}`,
    group: "settings",
    label,
    ...(label === s.sections[section] ? {} : { hint: s.sections[section] }),
    effect: { kind: "go", screen: "settings", id: section },
  }));
}

/** Everything there is, in the order in which it is shown before anything is typed. */
export function entriesOf(
  table: readonly Shortcut[],
  providers: readonly ProviderView[],
  runs: readonly RunRow[],
): Entry[] {
  return [
    ...actions(table),
    ...runEntries(runs),
    ...providerEntries(providers),
    ...modelEntries(providers),
    ...settingEntries(),
  ];
}

/** A letter too many, too few, swapped or wrong in each word is forgiven; words may come in any order. */
const fuzzy = new uFuzzy({ intraMode: 1, intraSub: 1, intraTrn: 1, intraDel: 1, intraIns: 1 });
const MOST_RANKED = 1_000;
const MOST_WORDS_PERMUTED = 3;

/** Which of them `query` means, the nearest first. */
function nearest(entries: readonly Entry[], query: string): Entry[] {
  const wanted = query.trim();
  if (!wanted) return [...entries];
  const haystack = uFuzzy.latinize(entries.map(({ label, hint = "" }) => `${label} ${hint}`));
  const needle = uFuzzy.latinize(wanted);
  const [found, info, order] = fuzzy.search(haystack, needle, MOST_WORDS_PERMUTED, MOST_RANKED);
  const places = order && info ? order.map((at) => info.idx[at]) : (found ?? []);
  return places.flatMap((place) => entries[place ?? -1] ?? []);
}

/** At most eight of each kind; the kind that holds the nearest comes first. */
export function search(entries: readonly Entry[], query: string): Found[] {
  const groups = new Map<Group, Entry[]>();
  for (const entry of nearest(entries, query)) {
    const items = groups.get(entry.group) ?? [];
    if (items.length < MOST_PER_GROUP) items.push(entry);
    groups.set(entry.group, items);
  }
  return [...groups].map(([group, items]) => ({ value: w.groups[group], group, items }));
}
