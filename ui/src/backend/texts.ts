/**
 * Long texts of plans cross to the engine once. A plan of megabytes goes there at every pause of the user, and a web view writes it on
 * the thread that draws; so each long text is put into a slot of the engine's, `src-tauri/src/held.rs`, and the plan names the slot.
 */

import { commands, type HeldText, TEXT_SLOTS } from "./bindings";
import { painted } from "./painted";

/** Characters from which a text is held. */
const LONG = 1_000;
/** Characters that are held at most, beside those that calls in flight name. */
const MOST_HELD = 16_000_000;
/** Characters that are handed over in one frame, unless one text has more. */
const AT_ONCE = 250_000;

const NAME = "$text";

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** A plan is known by its lanes. */
const isPlan = (value: unknown): value is Fields => isObject(value) && "lanes" in value;

/** The same value with something else in the place of its long texts. */
function replaced(value: unknown, by: (text: string) => unknown): unknown {
  if (typeof value === "string") return value.length < LONG ? value : by(value);
  if (Array.isArray(value)) return value.map((each) => replaced(each, by));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaced(each, by)]),
  );
}

/** The same argument with something else in the place of the long texts of its plan, if it is one or has one. */
function replacedInPlan(given: unknown, by: (text: string) => unknown): unknown {
  if (isPlan(given)) return replaced(given, by);
  if (!isObject(given) || !isPlan(given.plan)) return given;
  return { ...given, plan: replaced(given.plan, by) };
}

interface Slot {
  slot: number;
  /** Calls in flight that name it. */
  uses: number;
}

/** What is held, the least recently used first. */
const held = new Map<string, Slot>();
/** Slots that were used and hold nothing any more; those from the number of both on were never used. */
const free: number[] = [];
let characters = 0;

function forget(text: string): void {
  const slot = held.get(text);
  if (!slot) return;
  held.delete(text);
  characters -= text.length;
  free.push(slot.slot);
}

/** Holds a text as the one used last, if there is a slot for it. */
function slotFor(text: string): { slot: Slot; isNew: boolean } | null {
  const known = held.get(text);
  held.delete(text);
  if (known) {
    held.set(text, known);
    return { slot: known, isNew: false };
  }
  for (const [other, { uses }] of held) {
    const isFree = free.length > 0 || held.size < TEXT_SLOTS;
    if (isFree && characters + text.length <= MOST_HELD) break;
    if (uses === 0) forget(other);
  }
  const number = free.pop() ?? held.size;
  if (number >= TEXT_SLOTS) return null;
  const slot = { slot: number, uses: 0 };
  held.set(text, slot);
  characters += text.length;
  return { slot, isNew: true };
}

/** Hands texts over, in as many frames as that takes. */
async function handOver(texts: readonly HeldText[]): Promise<void> {
  for (let from = 0, to = 0; from < texts.length; from = to) {
    if (from > 0) await painted();
    let length = 0;
    do {
      length += texts[to]?.text.length ?? 0;
      to += 1;
    } while (length + (texts[to]?.text.length ?? 0) <= AT_ONCE && to < texts.length);
    const answer = await commands.holdTexts(texts.slice(from, to));
    if (answer.status === "error") throw new Error("The engine holds no more texts.");
  }
}

/** Settled once all that was to be handed over is; null while nothing is. */
let handing: Promise<void> | null = null;

/** Hands texts over after those before them. */
function handOverNext(texts: readonly HeldText[]): Promise<void> {
  const before = handing;
  const mine = (async () => {
    await before;
    await handOver(texts);
  })();
  const settled = mine
    .catch(() => {
      for (const { text } of texts) forget(text);
    })
    .then(() => {
      if (handing === settled) handing = null;
    });
  handing = settled;
  return mine;
}

export interface Crossing {
  /** The arguments as they cross. */
  given: readonly unknown[];
  /** The texts that they name, by their slots. */
  named: ReadonlyMap<number, string>;
  /** To be called once the engine has answered. */
  isAnswered: () => void;
}

/**
 * A call whose long texts cross by name: at once if it has none, otherwise once the engine has them. A plan does not overtake
 * an earlier one whose texts are still handed over.
 */
export function crossing(given: readonly unknown[]): Crossing | Promise<Crossing> {
  const slots = new Map<string, Slot>();
  const fresh: HeldText[] = [];
  let hasPlan = false;
  const note = (text: string) => {
    const found = slots.has(text) ? null : slotFor(text);
    if (!found) return;
    found.slot.uses += 1;
    slots.set(text, found.slot);
    if (found.isNew) fresh.push({ slot: found.slot.slot, text });
  };
  for (const each of given) {
    hasPlan ||= isPlan(each);
    replacedInPlan(each, note);
  }
  const isAnswered = () => {
    for (const slot of slots.values()) slot.uses -= 1;
  };
  const name = (text: string) => {
    const slot = slots.get(text);
    return slot ? { [NAME]: slot.slot } : text;
  };
  const made: Crossing = {
    given: slots.size > 0 ? given.map((each) => replacedInPlan(each, name)) : given,
    named: new Map([...slots].map(([text, { slot }]) => [slot, text])),
    isAnswered,
  };
  const waits = fresh.length > 0 ? handOverNext(fresh) : hasPlan ? handing : null;
  if (!waits) return made;
  return waits.then(
    () => made,
    (error) => {
      isAnswered();
      throw error;
    },
  );
}

/** The message with the texts that it names in their places. */
export function withTexts(message: unknown, named: ReadonlyMap<number, string>): unknown {
  if (named.size === 0 || !isObject(message)) return message;
  const slot = message[NAME];
  if (typeof slot === "number") return named.get(slot);
  for (const [name, each] of Object.entries(message)) {
    if (isObject(each)) message[name] = withTexts(each, named);
  }
  return message;
}
