/** The replay on screen, for keyboard shortcuts. */

import { create } from "zustand";
import type { Player } from "./Player";

interface PlayerStore {
  player: Player | null;
}

export const usePlayerStore = create<PlayerStore>()(() => ({ player: null }));

const STEP_US = 100_000;
const LEAP_US = 1_000_000;

/** Applies a key to the player on screen. */
export function scrub(direction: number, far: boolean): void {
  usePlayerStore.getState().player?.move(direction * (far ? LEAP_US : STEP_US));
}

export function toEnd(end: "start" | "end"): void {
  const { player } = usePlayerStore.getState();
  player?.seek(end === "start" ? 0 : player.playback.ended_us);
}
