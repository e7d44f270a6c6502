/** The numbers that a watch tests: how each is written and drawn. */

import type { WatchedNumber } from "../backend/backend";
import { known, type Unit, written } from "../strings/catalogue";
import type { OptionalNumber } from "../strings/numbers";

const METRICS = { ttft: "ttft_ms", speed: "decode_tps", cost: "cost_usd" } as const;

/** In the order in which they are offered. */
export const NUMBERS: readonly WatchedNumber[] = ["ttft", "speed", "failures", "right", "cost"];

export function isShare(number: WatchedNumber): number is "failures" | "right" {
  return number === "failures" || number === "right";
}

export function unitOf(number: WatchedNumber): Unit {
  return isShare(number) ? "share" : known(METRICS[number]).unit;
}

export function isHigherBetter(number: WatchedNumber): boolean {
  return number === "speed" || number === "right";
}

export function textOf(number: WatchedNumber, value: OptionalNumber): string {
  return written(unitOf(number), value);
}
