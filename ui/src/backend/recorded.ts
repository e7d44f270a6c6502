/**
 * The port without an engine: it plays back what an engine answered earlier, as recorded by `./dev fixtures`. It
 * computes nothing. A recorded question gets its recorded answer, any other that of the most similar question. An
 * action must have been recorded, because the result of any other is unknown.
 */

import type { Channel } from "@tauri-apps/api/core";
import { mockIPC } from "@tauri-apps/api/mocks";
import type { Backend, Failure, HeldText } from "./backend";
import { engine } from "./tauri";
import { withTexts } from "./texts";

type CallArguments = Record<string, unknown>;

interface Call {
  command: string;
  given: CallArguments;
}

interface RecordedAnswer extends Call {
  answer?: unknown;
  failure?: Failure;
}

interface RecordedAction extends RecordedAnswer {
  /** The events of a race or a sweep, each with its time in milliseconds since the start. */
  events?: [number, { type: string }][];
  /** The actions while it ran, each after this many events. */
  acts?: (Call & { told: number })[];
  /** Answers that differed afterwards. */
  after?: RecordedAnswer[];
}

export interface Recording {
  /** The answers as the window opens. */
  asked: RecordedAnswer[];
  /** The recorded actions, in order. */
  done: RecordedAction[];
}

export interface Clock {
  now(): number;
  every(ms: number, step: () => void): () => void;
}

const wallClock: Clock = {
  now: () => performance.now(),
  every: (ms, step) => {
    const timer = setInterval(step, ms);
    return () => clearInterval(timer);
  },
};

const FRAME_MS = 33;

/** The argument that receives a command's messages, by command. */
const CHANNELS: Record<string, string> = {
  shown_request: "body",
  start_race: "events",
  start_sweep: "news",
  resume_sweep: "news",
  follow_links: "links",
  follow_watches: "news",
};

/** Commands that always answer with nothing. */
const SILENT = [
  "save_plan",
  "follow_links",
  "follow_watches",
  "allow_over_cap",
  "reveal_data_folder",
  "stop_race",
  "stop_lane",
  "pause_sweep",
  "redefinition",
  "found_damage",
];

/** Every value of an answer with the path to it. Absent, null and false are the same, as on the wire: a field that is false by
 * default is left out of a document. */
function leavesOf(value: unknown, path = ""): [string, unknown][] {
  if (value === null || value === undefined || value === false) return [];
  if (typeof value !== "object") return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, `${path}/${key}`));
}

const written = (given: CallArguments) =>
  leavesOf(given)
    .map(([path, value]) => `${path} ${value}`)
    .sort();

function isSame(one: CallArguments, other: CallArguments): boolean {
  return written(one).join("\n") === written(other).join("\n");
}

/** How much of the given arguments was in the recorded ones. */
function likeness(one: CallArguments, other: CallArguments): number {
  const of = new Set(written(other));
  return written(one).filter((leaf) => of.has(leaf)).length;
}

class Player {
  #asked: RecordedAnswer[];
  #done: (RecordedAction & { used?: boolean })[];
  #clock: Clock;
  /** Long texts that plans name by their slots. */
  #held = new Map<number, string>();
  /** What the current run waits for. */
  #waits: (Call & { go: () => void }) | null = null;

  constructor({ asked, done }: Recording, clock: Clock) {
    this.#asked = structuredClone(asked);
    this.#done = structuredClone(done);
    this.#clock = clock;
  }

  /** The answer to a command, as the web view would bring it. */
  async answer(command: string, given: CallArguments): Promise<unknown> {
    const channel = given[CHANNELS[command] ?? ""] as Channel<unknown> | undefined;
    if (command === "hold_texts") {
      for (const { slot, text } of given.texts as HeldText[]) this.#held.set(slot, text);
      return null;
    }
    const { [CHANNELS[command] ?? ""]: _channel, ...rest } = given;
    const plain = withTexts(structuredClone(rest), this.#held) as CallArguments;
    if (this.#waits?.command === command && isSame(this.#waits.given, plain)) {
      this.#waits.go();
      return null;
    }
    const said = this.#sayOf(command, plain);
    if (said.failure) throw said.failure;
    if (channel && said.events) this.#play(said, (message) => channel.onmessage(message));
    else this.#become(said.after);
    return structuredClone(said.answer);
  }

  #sayOf(command: string, given: CallArguments): RecordedAction {
    const same = this.#done.filter((each) => each.command === command && isSame(each.given, given));
    const done = same.find(({ used }) => !used) ?? same.at(-1);
    if (done) {
      done.used = true;
      return done;
    }
    if (command === "set_preferences") {
      const kept = { command: "preferences", given: {}, answer: given.preferences };
      return { command, given, answer: given.preferences, after: [kept] };
    }
    // Only the models of a scene's providers are known by name.
    if (command === "find_models") return { command, given, answer: [] };
    if (SILENT.includes(command)) return { command, given, answer: null };
    const alike = this.#asked
      .filter((each) => each.command === command)
      .map((each) => ({
        each,
        like: likeness(given, each.given) + Number(isSame(given, each.given)),
      }))
      .reduce((best, next) => (next.like > best.like ? next : best), {
        each: null as RecordedAnswer | null,
        like: -1,
      });
    if (alike.each) return alike.each;
    throw new Error(
      `${command} was not recorded with ${JSON.stringify(given)}: add it to tests/desktop/fixtures and run ./dev fixtures`,
    );
  }

  /** Uses these answers from now on. */
  #become(after: readonly RecordedAnswer[] = []): void {
    for (const said of after) {
      const at = this.#asked.findIndex(
        ({ command, given }) => command === said.command && isSame(given, said.given),
      );
      if (at >= 0) this.#asked[at] = said;
      else this.#asked.push(said);
    }
  }

  #play({ events = [], acts = [], after }: RecordedAction, tell: (message: unknown) => void): void {
    let next = 0;
    let at = 0;
    let startedAt = this.#clock.now();
    const waiting = [...acts];
    const isDue = () => (events[next]?.[0] ?? Number.POSITIVE_INFINITY) <= at;
    const stop = this.#clock.every(FRAME_MS, () => {
      if (this.#waits) return;
      at = this.#clock.now() - startedAt;
      for (; isDue(); next += 1) {
        const [act] = waiting;
        if (act && next >= act.told) {
          const heldAt = events[next]?.[0] ?? 0;
          this.#waits = {
            ...act,
            go: () => {
              waiting.shift();
              this.#waits = null;
              // It continues from where it waited.
              startedAt = this.#clock.now() - heldAt;
            },
          };
          return;
        }
        const message = structuredClone(events[next]?.[1]);
        if (message?.type === "ended") this.#become(after);
        tell(message);
      }
      if (next >= events.length) stop();
    });
  }
}

/** The port, as it answered when `recording` was made. */
export function recorded(recording: Recording, clock: Clock = wallClock): Backend {
  const player = new Player(recording, clock);
  mockIPC((command, given) => player.answer(command, (given ?? {}) as CallArguments));
  return { ...engine };
}

/** A scene by its name. */
export async function sceneOf(name: string): Promise<Recording> {
  const scenes = import.meta.glob<{ default: unknown }>("./recorded/*.json");
  const read = scenes[`./recorded/${name}.json`];
  if (!read) throw new Error(`No scene is called ${name}.`);
  return (await read()).default as Recording;
}
