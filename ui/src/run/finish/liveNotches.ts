/**
 * Where each lane stood at each notch of time, while it races. It is seen at the frames that are drawn, twenty a second, and
 * taken as even between two; of a race that is over the raw log says it to the timestamp.
 */

import type { LiveLane, Race } from "../race";
import { firstSentUs } from "../steps";
import { tokensSoFar } from "../track/axis";
import { notchFor } from "./finishPicture";

/** All steps that a notch may stand for are multiples of it. */
const GRAIN_MS = 50;
/** Of a lane that writes for longer than three minutes, what comes later has no notches while it races. */
const MOST_GRAINS = 4_000;

interface Seen {
  /** When the request was sent that it follows; of a chain, the step's. */
  sentUs: number;
  /** From where it counts; of a chain, when the first step was sent. */
  fromUs: number;
  /** The first grain at or after the first text, counted from the send. */
  first: number;
  /** Tokens at each grain from then on. */
  tokens: number[];
  atMs: number;
  had: number;
}

function begun(lane: LiveLane): Seen | null {
  const { sentUs, firstAnyUs } = lane;
  if (sentUs === null || firstAnyUs === null) return null;
  const fromUs = firstSentUs(lane) ?? sentUs;
  const firstMs = (firstAnyUs - fromUs) / 1_000;
  const first = Math.ceil(firstMs / GRAIN_MS);
  return { sentUs, fromUs, first, tokens: [], atMs: firstMs, had: 0 };
}

export class LiveNotches {
  #round = "";
  #lanes: (Seen | null)[] = [];

  /** Takes note of how far the lanes are now. */
  see(race: Race): void {
    const round = `${race.id} ${race.round}`;
    if (round !== this.#round) {
      this.#round = round;
      this.#lanes = [];
    }
    for (const [index, lane] of race.lanes.entries()) {
      const before = this.#lanes[index];
      const seen = before?.sentUs === lane.sentUs ? before : begun(lane);
      this.#lanes[index] = seen ?? null;
      if (seen && !lane.sample) advance(seen, (race.atUs - seen.fromUs) / 1_000, tokensSoFar(lane));
    }
  }

  /** What one notch stands for: so that the lane that has written for the longest has thirty at most. */
  stepMs(): number {
    const grains = Math.max(0, ...this.#lanes.map((seen) => seen?.tokens.length ?? 0));
    return notchFor(grains * GRAIN_MS);
  }

  /** Where a lane stood at each notch, up to the line. */
  of(index: number, stepMs: number, line: number): number[] {
    const seen = this.#lanes[index];
    if (!seen) return [];
    const step = stepMs / GRAIN_MS;
    const from = Math.ceil(seen.first / step) * step - seen.first;
    const notches: number[] = [];
    for (let at = from; at < seen.tokens.length; at += step) {
      const tokens = seen.tokens[at] ?? 0;
      if (tokens >= line) break;
      notches.push(tokens);
    }
    return notches;
  }
}

function advance(seen: Seen, nowMs: number, tokens: number): void {
  const { tokens: grains, first, atMs, had } = seen;
  const span = nowMs - atMs;
  if (span <= 0) return;
  for (;;) {
    const at = (first + grains.length) * GRAIN_MS;
    if (at > nowMs || grains.length >= MOST_GRAINS) break;
    grains.push(had + ((tokens - had) * Math.max(0, at - atMs)) / span);
  }
  seen.atMs = nowMs;
  seen.had = tokens;
}
