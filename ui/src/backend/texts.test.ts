/** A plan of megabytes crosses to the engine once, and what happens because of it is told without its texts. */

import { beforeEach, expect, it, vi } from "vitest";
import type { Plan, RaceEvent } from "./backend";

interface Call {
  name: string;
  given: Record<string, unknown>;
}

const other = vi.hoisted(() => ({
  calls: [] as Call[],
  answer: (_name: string): Promise<unknown> => Promise.resolve(null),
}));

vi.mock("@tauri-apps/api/core", () => ({
  Channel: class {
    onmessage: (message: unknown) => void = () => undefined;
  },
  invoke: (name: string, given: Record<string, unknown>) => {
    other.calls.push({ name, given });
    return other.answer(name);
  },
}));

const MEGABYTES = 2;
const TURNS = 200;

const long = (turn: number) => `Turn ${turn}: `.padEnd((MEGABYTES * 1_000_000) / TURNS, "words ");

const conversation: Plan = {
  prompt: "And now?",
  repeat: 1,
  warmup: 0,
  lanes: [{ provider: "simulated", model: "gpu-cloud", muted: false }],
  payload: {
    turns: Array.from({ length: TURNS }, (_, turn) => ({
      role: turn % 2 === 0 ? "user" : "assistant",
      parts: [{ content: { type: "text", text: long(turn) } }],
    })),
  },
};

const crossed = (calls: readonly Call[]) => JSON.stringify(calls).length;
const names = () => other.calls.map(({ name }) => name);

/** The plan as the engine reads it: with what it holds in the place of each slot. */
function read(call: Call | undefined): unknown {
  const texts = other.calls.flatMap(({ name, given }) =>
    name === "hold_texts" ? (given.texts as { slot: number; text: string }[]) : [],
  );
  const slots = new Map(texts.map(({ slot, text }) => [slot, text]));
  return JSON.parse(JSON.stringify(call?.given.plan), (_, value) =>
    typeof value?.$text === "number" ? slots.get(value.$text) : value,
  );
}

async function begin() {
  vi.resetModules();
  return (await import("./tauri")).engine;
}

beforeEach(() => {
  other.calls = [];
  other.answer = () => Promise.resolve(null);
});

it("hands the texts of a plan over once, however often the plan is checked, kept, shown and raced", async () => {
  const engine = await begin();
  await engine.preflight(conversation);
  expect(read(other.calls.at(-1)), "the whole plan").toEqual(conversation);
  const handed = other.calls.filter(({ name }) => name === "hold_texts");
  const largest = Math.max(...handed.map((call) => crossed([call])));
  expect(largest, "in parts, so that none takes a frame").toBeLessThan(300_000);
  const before = other.calls.length;
  await engine.savePlan(conversation);
  await engine.shownRequest(conversation, 0, 0, () => undefined);
  await engine.startRace(conversation, () => undefined);
  const later = other.calls.slice(before);
  expect(later.map(({ name }) => name)).toEqual(["save_plan", "shown_request", "start_race"]);
  expect(crossed(later), "characters of three calls").toBeLessThan(100_000);
  for (const call of later) expect(read(call), call.name).toEqual(conversation);
});

it("hands over what was edited, and nothing else", async () => {
  const engine = await begin();
  await engine.preflight(conversation);
  const turns = conversation.payload?.turns ?? [];
  const edited: Plan = {
    ...conversation,
    payload: {
      turns: turns.with(7, {
        role: "user",
        parts: [{ content: { type: "text", text: `${long(7)}!` } }],
      }),
    },
  };
  const before = other.calls.length;
  await engine.preflight(edited);
  expect(crossed(other.calls.slice(before)), "one turn").toBeLessThan(50_000);
  expect(read(other.calls.at(-1))).toEqual(edited);
});

it("puts the texts back that a race tells by their slots", async () => {
  const engine = await begin();
  const events: RaceEvent[] = [];
  await engine.startRace(conversation, (event) => events.push(event));
  const [call] = other.calls.slice(-1);
  const channel = call?.given.events as { onmessage: (message: unknown) => void };
  const plan = call?.given.plan;
  channel.onmessage(structuredClone({ type: "ended", run: { id: "1", plan } }));
  expect(events).toEqual([{ type: "ended", run: { id: "1", plan: conversation } }]);
});

it("lets no plan overtake an earlier one whose texts are still handed over", async () => {
  const engine = await begin();
  const [first, second] = [
    engine.savePlan(conversation),
    engine.savePlan({ ...conversation, payload: {} }),
  ];
  await Promise.all([first, second]);
  const saved = other.calls.filter(({ name }) => name === "save_plan");
  expect(read(saved.at(-1)), "the later one is kept").toEqual({ ...conversation, payload: {} });
});

it("asks again with the texts after they could not be handed over", async () => {
  const engine = await begin();
  other.answer = (name) =>
    name === "hold_texts" ? Promise.reject(new Error("gone")) : Promise.resolve(null);
  await expect(engine.preflight(conversation)).rejects.toThrow("gone");
  expect(names()).not.toContain("preflight");
  other.answer = () => Promise.resolve(null);
  await engine.preflight(conversation);
  expect(read(other.calls.at(-1))).toEqual(conversation);
});

it("uses a slot again once there are no more, and never that of a call that waits for its answer", async () => {
  const engine = await begin();
  let end = (_answer: unknown) => {};
  const waiting = new Promise((resolve) => {
    end = resolve;
  });
  other.answer = (name) => (name === "start_race" ? waiting : Promise.resolve(null));
  const racing = engine.startRace(conversation, () => undefined);
  const picture = (n: number): Plan => ({
    ...conversation,
    prompt: `${n}`.repeat(5_000_000),
    payload: {},
  });
  for (const n of [1, 2, 3, 4, 5]) await engine.savePlan(picture(n));
  const slots = other.calls.flatMap(({ name, given }) =>
    name === "hold_texts" ? (given.texts as { slot: number }[]).map(({ slot }) => slot) : [],
  );
  expect(Math.max(...slots), "those of the pictures are used again").toBeLessThan(TURNS + 4);
  expect(
    slots.slice(TURNS).every((slot) => slot >= TURNS),
    "those of the race are not",
  ).toBe(true);
  end(null);
  await racing;
});

it("leaves short plans as they are", async () => {
  const engine = await begin();
  const short: Plan = { ...conversation, payload: {} };
  const asked = engine.preflight(short);
  expect(other.calls[0]?.given.plan, "at once, and the same").toBe(short);
  await asked;
});
