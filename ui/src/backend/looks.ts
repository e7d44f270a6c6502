/**
 * Which look each contender has: a colour and a shape, by its number. The engine keeps it from the first time that the
 * contender is seen, so it is the same in every run and on every screen; here it is only looked up.
 */

import type { Look } from "./bindings";

/** Looks that differ in colour and shape together: twelve filled, and the same twelve hollow. */
const ALL = 24;
const FILLED = 12;

export interface Named {
  label: string;
  model: string;
}

/** By contender, the first seen first. */
const known = new Map<string, number>();

/** What the engine has kept. */
export function setLooks(looks: readonly Look[]): void {
  known.clear();
  for (const { contender, look } of looks) known.set(contender, look % ALL);
}

function namesOf(together: readonly Named[]): string[] {
  const seen = new Map<string, number>();
  return together.map(({ label, model }) => {
    const name = `${label}\n${model}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}\n${times}`;
  });
}

/**
 * The looks of contenders that are shown together. Each has its own; one that is new, or finds its own taken by another
 * of these, takes of the free ones that which fewest contenders have. It is the rule by which the engine gives them
 * (`store/src/settings/looks.rs`), so that a line-up looks before its race as it does after.
 */
export function looksOf(together: readonly Named[]): number[] {
  const names = namesOf(together);
  const taken: number[] = Array(ALL).fill(0);
  const held: number[] = Array(ALL).fill(0);
  for (const look of known.values()) held[look] = (held[look] ?? 0) + 1;
  const take = (look: number) => {
    taken[look] = (taken[look] ?? 0) + 1;
    return look;
  };
  const own = names.map((name) => {
    const look = known.get(name);
    return look === undefined || (taken[look] ?? 0) > 0 ? null : take(look);
  });
  const worse = (one: number, other: number) =>
    (taken[one] ?? 0) - (taken[other] ?? 0) ||
    Number(one >= FILLED) - Number(other >= FILLED) ||
    (held[one] ?? 0) - (held[other] ?? 0);
  const free = () => {
    let best = 0;
    for (let look = 1; look < ALL; look += 1) if (worse(look, best) < 0) best = look;
    return take(best);
  };
  return own.map((look) => look ?? free());
}

/** Remembers those of contenders that race now, as the engine does at the same moment. */
export function rememberLooks(together: readonly Named[]): void {
  const looks = looksOf(together);
  for (const [index, name] of namesOf(together).entries()) {
    if (!known.has(name)) known.set(name, looks[index] ?? 0);
  }
}
