/** Times and rhythms of watches, in words. */

import type { Rhythm, WatchSummary } from "../backend/backend";
import { moment, type OptionalNumber, UNKNOWN } from "../strings/numbers";
import { strings } from "../strings/strings";

const w = strings.watch;
const [HOUR, DAY] = [60, 1_440];

/** A time of the engine's, in milliseconds since 1970; NaN, which is drawn nowhere, if it is none. */
export function msOf(seconds: OptionalNumber): number {
  return (seconds ?? Number.NaN) * 1_000;
}

/** `14:05` of today, `2026-11-24 14:05` of another day. */
export function momentText(seconds: OptionalNumber): string {
  if (seconds == null) return UNKNOWN;
  const { day, time } = moment(new Date(msOf(seconds)).toISOString());
  return day === moment(new Date().toISOString()).day ? time : `${day} ${time}`;
}

/** How long something takes: `5 min`, `2 h`, `1 day`. */
export function lengthText(minutes: number): string {
  if (minutes === DAY) return w.aDay;
  return minutes % HOUR === 0 ? w.hours(minutes / HOUR) : w.minutes(minutes);
}

export function everyText(minutes: number): string {
  return w.every(lengthText(minutes));
}

/** When the next turn is due, or why none is. */
export function nextText({ paused, next_s }: Pick<WatchSummary, "paused" | "next_s">): string {
  if (paused) return w.paused;
  return next_s == null ? w.over : w.next(momentText(next_s));
}

const clock = (minute: number) =>
  `${String(Math.floor(minute / HOUR)).padStart(2, "0")}:${String(minute % HOUR).padStart(2, "0")}`;

/** Days and hours of a rhythm; empty if it is active at any time. */
export function activeText({ hours, days }: Rhythm): string[] {
  const names = (days ?? []).map((day) => w.form.weekdays[day]);
  return [
    ...(names.length > 0 ? [names.join(" ")] : []),
    ...(hours ? [w.between(clock(hours.from_minute), clock(hours.until_minute))] : []),
  ];
}
