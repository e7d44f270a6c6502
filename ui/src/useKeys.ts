/** Carries out what the keys mean. One listener for the whole window. */

import { useEffect } from "react";
import { type Backend, useBackend } from "./backend/backend";
import { useProviders } from "./backend/queries";
import { type Action, isTyping, keysAreTaken, type Meaning, meaning, onMac } from "./look/keyboard";
import { useTheme } from "./look/theme";
import { PROMPT_ID } from "./race/Composer";
import { planOf, useDraft } from "./race/draft";
import { removeLane } from "./race/Lineup";
import { contenderOf } from "./race/names";
import { useRacing } from "./race/racing";
import { go } from "./route";

interface Hands {
  backend: Backend;
  contender: ReturnType<typeof contenderOf>;
  openSheet: () => void;
}

function placeInHand(): number {
  const { focused, lanes } = useDraft.getState();
  return focused ?? lanes.length - 1;
}

/** Moves the focus to a lane: its card where it has one, else its chip. */
function focusLane(place: number): void {
  const at = `[data-place="${place}"]`;
  const target =
    document.querySelector<HTMLElement>(`article${at}`) ?? document.querySelector<HTMLElement>(at);
  target?.focus();
  useDraft.getState().focus(place);
}

function stopFocused(backend: Backend): void {
  const { store, stopLane } = useRacing.getState();
  const { focused } = useDraft.getState();
  const index = store?.now().lanes.findIndex((lane) => lane.place === focused) ?? -1;
  if (index >= 0) void stopLane(backend, index);
}

const hands: Record<Action, (with_: Hands, meaning: Meaning) => void> = {
  race: ({ backend, contender }) => {
    go("race");
    void useRacing.getState().start(backend, planOf(useDraft.getState()), contender);
  },
  stopAll: ({ backend }) => void useRacing.getState().stopAll(backend),
  stopLane: ({ backend }) => stopFocused(backend),
  prompt: () => {
    go("race");
    // The Race screen may have to be drawn first.
    requestAnimationFrame(() => document.getElementById(PROMPT_ID)?.focus());
  },
  addLane: () => {
    go("race");
    useDraft.getState().setAdding(true);
  },
  duplicateLane: () => useDraft.getState().duplicate(placeInHand()),
  removeLane: ({ contender }) => {
    const place = placeInHand();
    const lane = useDraft.getState().lanes[place];
    if (lane) removeLane(place, contender(lane).label);
  },
  focusLane: (_, { lane }) => focusLane(lane ?? 0),
  muteLane: (_, { lane = 0 }) => {
    const { lanes, change } = useDraft.getState();
    const muted = lanes[lane]?.muted;
    if (muted !== undefined) change(lane, { muted: !muted });
  },
  showRace: () => go("race"),
  showHistory: () => go("history"),
  showCompare: () => go("compare"),
  showProviders: () => go("providers"),
  theme: () => useTheme.getState().turn(),
  sheet: ({ openSheet }) => openSheet(),
};

export function useKeys(openSheet: () => void): void {
  const backend = useBackend();
  const providers = useProviders();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const meant = meaning(event, isTyping(event.target), onMac);
      // An open dialog or list has the first word on its keys.
      const isTaken = event.defaultPrevented || keysAreTaken();
      if (!meant || (isTaken && meant.action !== "race" && meant.action !== "stopAll")) return;
      if (meant.action !== "stopLane") event.preventDefault();
      hands[meant.action]({ backend, contender: contenderOf(providers), openSheet }, meant);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [backend, providers, openSheet]);
}
