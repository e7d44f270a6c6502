/** Handles keyboard shortcuts and the palette's actions. One listener for the whole window. */

import { useCallback, useEffect } from "react";
import { type Backend, useBackend } from "../backend/backend";
import { useProviders } from "../backend/queries";
import { useDraft } from "../plan/draft";
import { removeLane } from "../plan/LineUp";
import { useNewRace } from "../plan/NewRace";
import { scrub, toEnd, usePlayerStore } from "../playback/playerStore";
import { PROMPT_ID } from "../race/Composer";
import { raceAgain, raceDraft } from "../race/start";
import { useFind } from "../run/find/findStore";
import { contenderOf } from "../run/names";
import { useRaceStore } from "../run/raceStore";
import { useView } from "../run/view";
import { actionOf, type ScreenAction } from "../strings/screens";
import { startDrafted } from "../sweep/start";
import { useSweepStore } from "../sweep/sweepStore";
import { type Action, isTyping, keysAreTaken, type Meaning, meaning, onMac } from "../ui/keyboard";
import { useChangePreferences, useShortcuts } from "../ui/preferences";
import { go, parseRoute } from "../ui/route";
import { NEXT_THEME } from "../ui/theme";
import { SCREENS } from "./screens";

/** What opens above the screens. */
export type Overlay = "sheet" | "palette";

interface HandlerContext {
  backend: Backend;
  contender: ReturnType<typeof contenderOf>;
  change: ReturnType<typeof useChangePreferences>;
  beginAnew: () => void;
  open: (overlay: Overlay) => void;
}

function placeInHand(): number {
  const { focused, lanes } = useDraft.getState();
  return focused ?? lanes.length - 1;
}

/** Moves the focus to a lane: its card if it has one, otherwise its chip. */
function focusLane(place: number): void {
  const at = `[data-place="${place}"]`;
  const target =
    document.querySelector<HTMLElement>(`article${at}`) ?? document.querySelector<HTMLElement>(at);
  target?.focus();
  useDraft.getState().focus(place);
}

function stopFocused(backend: Backend): void {
  const { store, stopLane } = useRaceStore.getState();
  const { focused } = useDraft.getState();
  const index = store?.now().lanes.findIndex((lane) => lane.place === focused) ?? -1;
  if (index >= 0) void stopLane(backend, index);
}

/** The focused card or, without one, all cards on screen. */
function placesInView(): number[] {
  const focused = document.activeElement?.closest<HTMLElement>("article[data-place]");
  const cards = focused ? [focused] : document.querySelectorAll<HTMLElement>("article[data-place]");
  return [...cards].map(({ dataset }) => Number(dataset.place));
}

/** The keys of a replay, and the elements that take precedence: a focused button, a scrolling text. */
const REPLAY: Partial<Record<Action, string>> = {
  playPause: "button, a, figure, section[tabindex], [role='log']",
  scrub: "figure",
  ends: "figure, section[tabindex], [role='log']",
};

/** Whether a key applies here: those of a replay only if one is on screen. */
function holds({ action }: Meaning, target: EventTarget | null): boolean {
  const others = REPLAY[action];
  if (!others) return true;
  const isOthers = target instanceof Element && target.closest(others) !== null;
  return usePlayerStore.getState().player !== null && !isOthers;
}

/** Percentage by which one press changes the zoom, within the engine's limits. */
const ZOOM_STEP = 10;
const SMALLEST = 80;
const LARGEST = 400;

function zoom(change: HandlerContext["change"], steps: number): void {
  void change(({ text_percent }) => {
    const wanted = text_percent + steps * ZOOM_STEP;
    return { text_percent: Math.min(LARGEST, Math.max(SMALLEST, wanted)) };
  });
}

function focusPrompt(): void {
  go("race");
  // The Race screen may have to be drawn first.
  requestAnimationFrame(() => document.getElementById(PROMPT_ID)?.focus());
}

/** Every screen of the rail, by the action that goes to it. */
const shows = Object.fromEntries(
  SCREENS.flatMap((entry) =>
    entry.place ? [[actionOf(entry.screen), () => go(entry.screen)]] : [],
  ),
) as Record<ScreenAction, () => void>;

const handlers: Record<Action, (context: HandlerContext, meaning: Meaning) => void> = {
  race: ({ backend, contender }) => {
    if (parseRoute(window.location.hash).screen === "sweep") {
      void startDrafted(backend);
      return;
    }
    go("race");
    void raceDraft(backend, contender);
  },
  raceAgain: ({ backend, contender }) => {
    go("race");
    void raceAgain(backend, contender);
  },
  trackAxis: () => useView.getState().turnAxis(),
  markdown: () => useView.getState().turnRendered(placesInView()),
  find: () => useFind.getState().setOpen(true),
  playPause: () => usePlayerStore.getState().player?.toggle(),
  scrub: (_, { direction = 1, far = false }) => scrub(direction, far),
  ends: (_, { end = "start" }) => toEnd(end),
  stopAll: ({ backend }) => {
    void useRaceStore.getState().stopAll(backend);
    void useSweepStore.getState().stop(backend);
  },
  stopLane: ({ backend }) => stopFocused(backend),
  prompt: focusPrompt,
  newRace: ({ beginAnew }) => {
    beginAnew();
    focusPrompt();
  },
  addLane: () => {
    go("race");
    useDraft.getState().setAdding(true);
  },
  duplicateLane: () => useDraft.getState().duplicate(placeInHand()),
  removeLane: () => removeLane(placeInHand()),
  focusLane: (_, { lane }) => focusLane(lane ?? 0),
  muteLane: (_, { lane = 0 }) => {
    const { lanes, change } = useDraft.getState();
    const muted = lanes[lane]?.muted;
    if (muted !== undefined) change(lane, { muted: !muted });
  },
  ...shows,
  searchHistory: () => {
    go("history");
    requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>("main input[type='search']")?.focus(),
    );
  },
  palette: ({ open }) => open("palette"),
  sheet: ({ open }) => open("sheet"),
  rail: ({ change }) => void change(({ rail }) => ({ rail: !rail })),
  theme: ({ change }) => void change(({ theme }) => ({ theme: NEXT_THEME[theme] })),
  zoomIn: ({ change }) => zoom(change, 1),
  zoomOut: ({ change }) => zoom(change, -1),
  zoomReset: ({ change }) => void change({ text_percent: 100 }),
};

/** Actions allowed whatever is open above the screens. */
const ALWAYS: readonly Action[] = ["race", "stopAll", "zoomIn", "zoomOut", "zoomReset"];

/** Performs the action of a key or a palette entry. */
export function useActions(open: (overlay: Overlay) => void): (meant: Meaning) => void {
  const backend = useBackend();
  const providers = useProviders();
  const change = useChangePreferences();
  const beginAnew = useNewRace();
  return useCallback(
    (meant) => {
      const contender = contenderOf(providers);
      handlers[meant.action]({ backend, contender, change, beginAnew, open }, meant);
    },
    [backend, providers, change, beginAnew, open],
  );
}

export function useKeys(act: (meant: Meaning) => void): void {
  const table = useShortcuts();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const meant = meaning(event, isTyping(event.target), onMac, table);
      // An open dialog or list takes precedence for its keys.
      const isTaken = event.defaultPrevented || keysAreTaken();
      if (!meant || (isTaken && !ALWAYS.includes(meant.action))) return;
      if (!holds(meant, event.target)) return;
      if (meant.action !== "stopLane") event.preventDefault();
      act(meant);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [act, table]);
}
