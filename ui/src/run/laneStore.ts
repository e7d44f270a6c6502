/**
 * The live state of one race, outside React. Text goes directly to its view and is never part of React's state; numbers
 * are published to React at most ten times a second, bars drawn at most twenty.
 */

import type { RaceEvent } from "../backend/backend";
import { isThinned, type Race } from "./race";
import { reduce } from "./reduce";

const TEXT_EVERY_MS = 48;
/** For a lane whose text is thinned. */
const THINNED_TEXT_EVERY_MS = 320;
const BARS_EVERY_MS = 48;
const PUBLISH_EVERY_MS = 100;
/** One in this many lanes with new text is shown per animation frame, so that no frame has to lay out all of them. */
const TURNS = 2;

export type Part = "reasoning" | "answer";

/** Shows the text of one lane. */
export interface TextSink {
  /** Called once before any lane receives its text, so that what is laid out can be read without another layout. */
  measure(): void;
  append(part: Part, text: string): void;
  /** Replaces all text of this part by `text`. */
  replace(part: Part, text: string): void;
  /** Called once after all lanes have received their text, so that layout is done once. */
  settle(): void;
}

export interface TextSource {
  text(lane: number, part: Part): string;
  watchText(lane: number, sink: TextSink): () => void;
}

/** A race on the stage: its current state, and a way to follow its changes. */
export interface Staged extends TextSource {
  /** Distinguishes it from the previous race. */
  readonly id: number;
  now(): Race;
  published(): Race;
  subscribe(listener: () => void): () => void;
  watchBars(draw: () => void): () => void;
  /** The index of a lane in the current run; null for one that is not part of it. */
  laneOfRun(index: number): number | null;
}

interface LaneText {
  lane: number;
  shown: Record<Part, string>;
  pending: Record<Part, string>;
  replaced: Record<Part, boolean>;
  shownAt: number;
  sinks: Set<TextSink>;
}

const PARTS: readonly Part[] = ["reasoning", "answer"];

function emptyText(lane: number): LaneText {
  return {
    lane,
    shown: { reasoning: "", answer: "" },
    pending: { reasoning: "", answer: "" },
    replaced: { reasoning: false, answer: false },
    shownAt: 0,
    sinks: new Set(),
  };
}

let stores = 0;

function isBehind({ pending, replaced }: LaneText): boolean {
  return PARTS.some((part) => replaced[part] || pending[part] !== "");
}

export class LaneStore implements Staged {
  /** Distinguishes this race's rows and cards from those of the previous race. */
  readonly id: number;
  #race: Race;
  #published: Race;
  readonly #texts: LaneText[];
  readonly #listeners = new Set<() => void>();
  readonly #drawers = new Set<() => void>();
  #beating = false;
  #toDraw = false;
  #toPublish = false;
  #barsAt = 0;
  #publishedAt = 0;

  constructor(race: Race) {
    stores += 1;
    this.id = stores;
    this.#race = race;
    this.#published = race;
    this.#texts = race.lanes.map((_, lane) => emptyText(lane));
  }

  /** The current race, for drawing; React reads `published`. */
  now = (): Race => this.#race;

  published = (): Race => this.#published;

  /** Tells React that `published` changed. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls `draw` at most every 48 ms while something changes. */
  watchBars = (draw: () => void): (() => void) => {
    this.#drawers.add(draw);
    return () => this.#drawers.delete(draw);
  };

  laneOfRun(index: number): number | null {
    return index;
  }

  text(lane: number, part: Part): string {
    const text = this.#texts[lane];
    return text ? text.shown[part] : "";
  }

  watchText(lane: number, sink: TextSink): () => void {
    const text = this.#texts[lane];
    text?.sinks.add(sink);
    return () => text?.sinks.delete(sink);
  }

  /** Applies one event. Endings are shown at once, everything else with the next update. */
  accept(event: RaceEvent): void {
    const before = this.#race;
    this.#race = reduce(before, event);
    if (event.type === "frame") {
      if (event.round !== before.round) for (const text of this.#texts) this.#put(text, "", "");
      for (const lane of event.lanes) {
        const text = this.#texts[lane.lane];
        // A lane that has ended already has its complete text.
        if (!text || this.#race.lanes[lane.lane]?.sample) continue;
        if (lane.earlier?.length) {
          // The text so far was that of an earlier step.
          this.#put(text, lane.reasoning, lane.answer);
          continue;
        }
        text.pending.reasoning += lane.reasoning;
        if (lane.replaces) {
          text.pending.answer = lane.answer;
          text.replaced.answer = true;
        } else {
          text.pending.answer += lane.answer;
        }
      }
      this.#toDraw = true;
      this.#toPublish = true;
      this.#beat();
      return;
    }
    if (event.type === "lane_ended") this.#makeWhole(event.lane);
    if (event.type === "ended") for (const lane of this.#race.lanes.keys()) this.#makeWhole(lane);
    const at = performance.now();
    this.#show(this.#texts.filter(isBehind), at);
    this.#drawBars(at);
    this.#publish(at);
  }

  /** The sample's text is authoritative; the shown text must match it exactly. */
  #makeWhole(lane: number): void {
    const text = this.#texts[lane];
    const sample = this.#race.lanes[lane]?.sample;
    if (!text || !sample) return;
    const same = (part: Part, whole: string) =>
      !text.replaced[part] && text.shown[part] + text.pending[part] === whole;
    // While they arrive, tool calls are read like text; afterwards the card shows them apart.
    const answer = sample.text;
    if (same("reasoning", sample.reasoning) && same("answer", answer)) return;
    this.#put(text, sample.reasoning, answer);
  }

  #put(text: LaneText, reasoning: string, answer: string): void {
    text.pending = { reasoning, answer };
    text.replaced = { reasoning: true, answer: true };
  }

  #beat(): void {
    if (this.#beating) return;
    this.#beating = true;
    requestAnimationFrame(this.#step);
  }

  /** One animation frame does one kind of work, which keeps every frame short. */
  #step = (at: number): void => {
    this.#beating = false;
    const behind = this.#texts.filter(isBehind);
    if (this.#toPublish && at - this.#publishedAt >= PUBLISH_EVERY_MS) this.#publish(at);
    else if (this.#toDraw && at - this.#barsAt >= BARS_EVERY_MS) this.#drawBars(at);
    else this.#show(this.#nextTurn(behind, at), at);
    if (this.#toDraw || this.#toPublish || behind.length > 0) this.#beat();
  };

  /** The lanes that have waited longest. */
  #nextTurn(behind: LaneText[], at: number): LaneText[] {
    return behind
      .filter((text) => at - text.shownAt >= this.#textEveryMs(text))
      .sort((a, b) => a.shownAt - b.shownAt)
      .slice(0, Math.ceil(this.#texts.length / TURNS));
  }

  #textEveryMs({ lane }: LaneText): number {
    const racing = this.#race.lanes[lane];
    return racing && isThinned(racing) ? THINNED_TEXT_EVERY_MS : TEXT_EVERY_MS;
  }

  #show(texts: LaneText[], at: number): void {
    for (const text of texts) for (const sink of text.sinks) sink.measure();
    for (const text of texts) {
      text.shownAt = at;
      this.#flush(text);
    }
    for (const text of texts) for (const sink of text.sinks) sink.settle();
  }

  #drawBars(at: number): void {
    this.#toDraw = false;
    this.#barsAt = at;
    for (const draw of this.#drawers) draw();
  }

  #flush(text: LaneText): void {
    for (const part of PARTS) {
      const pending = text.pending[part];
      if (text.replaced[part]) {
        text.shown[part] = pending;
        for (const sink of text.sinks) sink.replace(part, pending);
      } else if (pending) {
        text.shown[part] += pending;
        for (const sink of text.sinks) sink.append(part, pending);
      }
      text.pending[part] = "";
      text.replaced[part] = false;
    }
  }

  #publish(at: number): void {
    this.#toPublish = false;
    this.#publishedAt = at;
    if (this.#published === this.#race) return;
    this.#published = this.#race;
    for (const listener of this.#listeners) listener();
  }
}

/** The texts of a finished race. */
export function textsOf(race: Race): TextSource {
  return {
    text: (lane, part) => {
      const sample = race.lanes[lane]?.sample;
      return (part === "answer" ? sample?.text : sample?.reasoning) ?? "";
    },
    watchText: () => () => undefined,
  };
}
