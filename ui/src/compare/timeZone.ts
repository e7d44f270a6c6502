/** How far this clock is ahead of UTC, now and at every moment of the last years: summer time changes it twice a year. */

import type { CompareQuestion } from "../backend/backend";

type Zone = Required<Pick<CompareQuestion, "utc_offset_minutes" | "utc_offset_changes">>;

const DAY_S = 86_400;
/** As old as any history is, and what may be measured while the window is open. */
const YEARS_BACK = 10;

/** Minutes ahead of UTC at a moment in seconds since 1970. */
const offsetAt = (seconds: number) => -new Date(seconds * 1_000).getTimezoneOffset();

/** The first second after `from` and up to `to` that has the offset of `to`. */
function changeBetween(from: number, to: number, read: (seconds: number) => number): number {
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (read(middle) === read(to)) after = middle;
    else before = middle;
  }
  return after;
}

export function timeZone(now_s = Math.floor(Date.now() / 1_000), read = offsetAt): Zone {
  const first = now_s - YEARS_BACK * 366 * DAY_S;
  const changes: Zone["utc_offset_changes"] = [];
  for (let day = first; day < now_s + 366 * DAY_S; day += DAY_S) {
    const next = day + DAY_S;
    if (read(day) !== read(next)) {
      changes.push({ from_s: changeBetween(day, next, read), minutes: read(next) });
    }
  }
  return { utc_offset_minutes: read(first), utc_offset_changes: changes };
}
