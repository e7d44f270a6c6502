/** The entries of the palette, and its search. */

import uFuzzy from "@leeoniya/ufuzzy";
import type { LanePlan, Preferences, ProviderView, RunRow } from "../backend/backend";
import { isUsable } from "../plan/usable";
import { LANGUAGES, type Language } from "../strings/language";
import { moment } from "../strings/numbers";
import { told } from "../strings/phrases";
import { otherWords, places } from "../strings/places";
import { strings } from "../strings/strings";
import type { ComboboxGroup } from "../ui/Combobox";
import { type Action, isScreenAction, type Shortcut } from "../ui/keyboard";
import { PLACES, type Place } from "./places";

const w = strings.palette;

export type Group = keyof typeof w.groups;

/** The effect of choosing an entry. */
export type Effect =
  | { kind: "act"; action: Action }
  | { kind: "go"; screen: "history" | "providers" | "settings"; id: string }
  | { kind: "addLane"; provider: string; model: string }
  | { kind: "muteLane"; lane: number }
  | { kind: "prefer"; prefer: Partial<Preferences> }
  | { kind: "reach"; place: Place }
  | { kind: "tour" };

export interface Entry {
  key: string;
  group: Group;
  label: string;
  /** The text beside it: where a model is served, when a run was. */
  hint?: string;
  keys?: readonly string[];
  /** Synonyms, which are searched but not shown. */
  words?: string;
  effect: Effect;
}

/** A group of the list. */
export interface EntryGroup extends ComboboxGroup<Entry> {
  group: Group;
}

const LANGUAGE_WORDS =
  "language locale translation Sprache Deutsch German 语言 中文 Chinese English";

/** More of one kind would hide the others. */
const MOST_PER_GROUP = 8;
/** Of the kinds that are not the closest; each line more is drawn at each key. */
const MOST_OF_OTHERS = 4;

/** The palette itself, and actions that need a lane's number. */
const NOT_HERE: readonly Action[] = ["palette", "focusLane", "muteLane"];

function actions(table: readonly Shortcut[]): Entry[] {
  return table
    .filter(({ action }) => !NOT_HERE.includes(action))
    .map(({ action, keys }) => ({
      key: `action ${action}`,
      group: isScreenAction(action) ? "screens" : "actions",
      label: strings.shortcuts[action],
      keys,
      words: otherWords[action] ?? "",
      effect: { kind: "act", action },
    }));
}

/** Where a place is now: a part of the latest run has its address, and without any run its screen is all there is. */
function effectOf(place: (typeof PLACES)[keyof typeof PLACES], latest: string | undefined): Effect {
  if ("prefer" in place) return { kind: "prefer", ...place };
  if ("tour" in place) return { kind: "tour" };
  if (!place.ofLatest) return { kind: "reach", place };
  const { screen } = place;
  return {
    kind: "reach",
    place: latest ? { ...place, id: latest } : { ...(screen && { screen }) },
  };
}

function placeEntries(latest: string | undefined): Entry[] {
  return (Object.keys(places) as (keyof typeof places)[]).map((name) => ({
    key: `place ${name}`,
    group: "places",
    ...places[name],
    effect: effectOf(PLACES[name], latest),
  }));
}

/** Each language by its own name, and by what its speakers call a language, whatever the window speaks now. */
function languageEntries(): Entry[] {
  return (Object.keys(LANGUAGES) as Language[]).map((language) => ({
    key: `language ${language}`,
    group: "places",
    label: told(strings.settings.language, LANGUAGES[language].name),
    words: LANGUAGE_WORDS,
    effect: { kind: "prefer", prefer: { language } },
  }));
}

function laneEntries(lanes: readonly LanePlan[]): Entry[] {
  return lanes.map(({ model, muted }, lane) => ({
    key: `mute ${lane}`,
    group: "places",
    label: (muted ? w.unmuteLane : w.muteLane)(lane + 1, model),
    words: w.muteWords,
    effect: { kind: "muteLane", lane },
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
    ["general", s.language],
    ["general", s.theme],
    ["general", s.textSize],
    ["general", s.times],
    ["general", s.numbers],
    ["general", s.notify],
    ["races", s.sections.races],
    ["races", s.warmup],
    ["races", s.timeouts.first_token_s.label],
    ["races", s.timeouts.idle_s.label],
    ["races", s.timeouts.request_s.label],
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
    words: otherWords[label] ?? "",
    ...(label === s.sections[section] ? {} : { hint: s.sections[section] }),
    effect: { kind: "go", screen: "settings", id: section },
  }));
}

/** All entries, in the order shown before anything is typed. */
export function entriesOf(
  table: readonly Shortcut[],
  providers: readonly ProviderView[],
  runs: readonly RunRow[],
  lanes: readonly LanePlan[] = [],
): Entry[] {
  return [
    ...actions(table),
    ...placeEntries(runs[0]?.id),
    ...languageEntries(),
    ...laneEntries(lanes),
    ...runEntries(runs),
    ...providerEntries(providers),
    ...modelEntries(providers),
    ...settingEntries(),
  ];
}

/** The exact text is searched first; only without a match are typing errors of one letter tolerated. */
const written = new uFuzzy({ intraMode: 0 });
/** One letter too many, missing, swapped or wrong in each word; words may be in any order. */
const forgiving = new uFuzzy({ intraMode: 1, intraSub: 1, intraTrn: 1, intraDel: 1, intraIns: 1 });
/** A letter of a script that neither of them reads: both know Latin letters only. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;
const MOST_RANKED = 1_000;
const MOST_WORDS_PERMUTED = 3;

const plain = (text: string) => uFuzzy.latinize([text])[0]?.toLowerCase() ?? "";

/** An entry as it is searched: without accents. */
interface Searched {
  entry: Entry;
  name: string;
  hint: string;
}

/** What is searched of a list, made once for it and not at each key. */
interface Haystack {
  texts: string[];
  searched: readonly Searched[];
}

const haystacks = new WeakMap<readonly Entry[], Haystack>();

function haystackOf(entries: readonly Entry[]): Haystack {
  const known = haystacks.get(entries);
  if (known) return known;
  const texts = entries.map(({ label, hint = "", words = "" }) => `${label} ${hint} ${words}`);
  const searched = entries.map((entry) => ({
    entry,
    name: plain(entry.label),
    hint: plain(entry.hint ?? ""),
  }));
  const made = { texts: uFuzzy.latinize(texts), searched };
  haystacks.set(entries, made);
  return made;
}

/**
 * How close a name is to the query: equal, begins with it, has a word that begins with it, or contains it elsewhere.
 */
function distance({ name, hint }: Searched, needle: string): number {
  if (name === needle) return 0;
  if (name.startsWith(needle)) return 1;
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(needle))) return 2;
  return name.includes(needle) || hint.includes(needle) ? 3 : 4;
}

/** Entries, the closest first. */
function byDistance(found: readonly Searched[], needle: string): Entry[] {
  return found
    .map((each) => ({ entry: each.entry, far: distance(each, needle) }))
    .sort((one, other) => one.far - other.far)
    .map(({ entry }) => entry);
}

/** The entries that match `query`, the closest first. */
function nearest(entries: readonly Entry[], query: string): Entry[] {
  const wanted = query.trim();
  if (!wanted) return [...entries];
  const { texts, searched } = haystackOf(entries);
  const needle = plain(wanted);
  if (OTHER_SCRIPT.test(needle)) {
    const words = needle.split(/\s+/);
    const holds = (_: Searched, at: number) => {
      const text = texts[at]?.toLowerCase() ?? "";
      return words.every((word) => text.includes(word));
    };
    return byDistance(searched.filter(holds), needle);
  }
  for (const way of [written, forgiving]) {
    const [found, info, order] = way.search(texts, needle, MOST_WORDS_PERMUTED, MOST_RANKED);
    const places = order && info ? order.map((at) => info.idx[at]) : (found ?? []);
    const all = places.flatMap((place) => searched[place ?? -1] ?? []);
    if (all.length > 0) return byDistance(all, needle);
  }
  return [];
}

/** At most eight of each kind, once something is searched four; the kind with the closest match comes first, with eight. */
export function search(entries: readonly Entry[], query: string): EntryGroup[] {
  const groups = new Map<Group, Entry[]>();
  const found = nearest(entries, query);
  const isAsked = query.trim() !== "";
  for (const entry of found) {
    const items = groups.get(entry.group) ?? [];
    const isClosest = entry.group === found[0]?.group;
    const most = isAsked && !isClosest ? MOST_OF_OTHERS : MOST_PER_GROUP;
    if (items.length < most) items.push(entry);
    groups.set(entry.group, items);
  }
  return [...groups].map(([group, items]) => ({ value: w.groups[group], group, items }));
}
