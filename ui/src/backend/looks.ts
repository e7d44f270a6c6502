/**
 * The look of each contender: a colour and a shape, by number. The engine keeps it from the first time the contender is
 * seen, so it is the same in every run and on every screen; here it is only looked up.
 */

import type { Backend } from "./backend";
import type { Look } from "./bindings";

/** Looks that differ in colour and shape together: twelve filled, the same twelve hollow, and hollow with a core. */
const ALL = 36;
const COLOURS = 12;

export interface Named {
  label: string;
  model: string;
}

/** By contender, in the order first seen. */
const known = new Map<string, number>();

/** Sets the looks that the engine has kept. */
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

/** Whether the look of each of these is known: otherwise another process raced one of them. */
export function areKnown(together: readonly Named[]): boolean {
  return namesOf(together).every((name) => known.has(name));
}

/**
 * The looks of contenders shown together. Each keeps its own look; a new contender, or one whose look is that of another
 * of these seen before it, takes the free look that the fewest contenders have. Of up to twelve, one whose colour is
 * there already takes another look as well. Whoever was seen first is served first, so the order in which they are shown
 * changes nothing. The engine assigns looks by the same rule (`store/src/settings/looks.rs`), so that a line-up looks the
 * same before and after its race.
 */
export function looksOf(together: readonly Named[]): number[] {
  const names = namesOf(together);
  const seen = new Map([...known.keys()].map((name, at) => [name, at]));
  const turn = (index: number) => seen.get(names[index] ?? "") ?? seen.size;
  const order = [...names.keys()].sort((one, other) => turn(one) - turn(other));
  const taken: number[] = Array(ALL).fill(0);
  const held: number[] = Array(ALL).fill(0);
  for (const look of known.values()) held[look] = (held[look] ?? 0) + 1;
  const coloured: number[] = Array(COLOURS).fill(0);
  const coloursOf = (look: number) => coloured[look % COLOURS] ?? 0;
  const looks: (number | undefined)[] = names.map(() => undefined);
  const give = (index: number, look: number) => {
    taken[look] = (taken[look] ?? 0) + 1;
    coloured[look % COLOURS] = coloursOf(look) + 1;
    looks[index] = look;
  };
  const isFree = (look: number) =>
    (taken[look] ?? 0) === 0 && (names.length > COLOURS || coloursOf(look) === 0);
  for (const index of order) {
    const own = known.get(names[index] ?? "");
    if (own !== undefined && isFree(own)) give(index, own);
  }
  const worse = (one: number, other: number) =>
    (taken[one] ?? 0) - (taken[other] ?? 0) ||
    coloursOf(one) - coloursOf(other) ||
    Math.floor(one / COLOURS) - Math.floor(other / COLOURS) ||
    (held[one] ?? 0) - (held[other] ?? 0);
  for (const index of order) {
    if (looks[index] !== undefined) continue;
    let best = 0;
    for (let look = 1; look < ALL; look += 1) if (worse(look, best) < 0) best = look;
    give(index, best);
  }
  return looks.map((look) => look ?? 0);
}

/** Remembers the looks of contenders that race now, as the engine does at the same moment. */
export function rememberLooks(together: readonly Named[]): void {
  const looks = looksOf(together);
  for (const [index, name] of namesOf(together).entries()) {
    if (!known.has(name)) known.set(name, looks[index] ?? 0);
  }
}

/**
 * An answer about contenders. If another process raced one of them, such as the command, its look is not known here yet,
 * and the looks are read again before anything is drawn. `shownTogether` names the contenders of each line-up.
 */
export async function withLooks<T>(
  backend: Pick<Backend, "startup">,
  asked: Promise<T>,
  shownTogether: (answer: T) => readonly (readonly Named[])[],
): Promise<T> {
  const answer = await asked;
  if (!shownTogether(answer).every(areKnown)) setLooks((await backend.startup()).looks ?? []);
  return answer;
}
