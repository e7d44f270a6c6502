/**
 * Plays one round of a stored race: everything shown follows from one play-head. It provides text and bars as a live
 * race does, so that the same components draw both.
 */

import type { Playback, Run } from "../backend/backend";
import type { Part, TextSink, TextSource } from "../run/laneStore";
import type { Race } from "../run/race";
import type { TrackSource } from "../run/track/Track";
import { raceAt, textAt } from "./playhead";

export const SPEEDS = [0.25, 0.5, 1, 2, 5, 10] as const;

export type Speed = (typeof SPEEDS)[number];

const DRAW_EVERY_MS = 48;
const PUBLISH_EVERY_MS = 100;
const PARTS: readonly Part[] = ["reasoning", "answer"];

/** What React shows of the player. */
export interface PlayerState {
  race: Race;
  headUs: number;
  playing: boolean;
  speed: Speed;
}

interface Watched {
  lane: number;
  sink: TextSink;
  shown: Record<Part, string>;
}

export class Player implements TextSource, TrackSource {
  readonly run: Run;
  readonly playback: Playback;
  readonly #round: number;
  readonly #drawers = new Set<() => void>();
  readonly #listeners = new Set<() => void>();
  readonly #sinks = new Set<Watched>();
  #headUs = 0;
  #playing = false;
  #speed: Speed = 1;
  #race: Race;
  #shown: PlayerState;
  #beatAt = 0;
  #drawnAt = 0;
  #publishedAt = 0;
  #beat = 0;

  constructor(run: Run, round: number, playback: Playback) {
    this.run = run;
    this.playback = playback;
    this.#round = round;
    this.#race = raceAt(run, round, playback, 0);
    this.#shown = { race: this.#race, headUs: 0, playing: false, speed: 1 };
  }

  now = (): Race => this.#race;

  watchBars = (draw: () => void): (() => void) => {
    this.#drawers.add(draw);
    return () => this.#drawers.delete(draw);
  };

  shown = (): PlayerState => this.#shown;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  text(lane: number, part: Part): string {
    const sample = this.run.lanes[lane]?.samples[this.#round];
    return textAt(sample, this.playback.lanes[lane], part, this.#headUs);
  }

  watchText(lane: number, sink: TextSink): () => void {
    const shown = { reasoning: this.text(lane, "reasoning"), answer: this.text(lane, "answer") };
    const watched = { lane, sink, shown };
    this.#sinks.add(watched);
    return () => this.#sinks.delete(watched);
  }

  /** Plays on from the play-head; from the start if it is at the end. */
  play(): void {
    if (this.#playing) return;
    if (this.#headUs >= this.playback.ended_us) this.#headUs = 0;
    this.#playing = true;
    this.#beatAt = performance.now();
    this.#beat = requestAnimationFrame(this.#step);
    this.#show();
  }

  pause(): void {
    this.#playing = false;
    cancelAnimationFrame(this.#beat);
    this.#show();
  }

  toggle(): void {
    if (this.#playing) this.pause();
    else this.play();
  }

  /** Moves the play-head to a time in microseconds since the gun; it keeps playing if it was playing. */
  seek(toUs: number): void {
    this.#headUs = Math.min(Math.max(0, Math.round(toUs)), this.playback.ended_us);
    this.#show();
  }

  /** Moves the play-head by this many microseconds. */
  move(byUs: number): void {
    this.seek(this.#headUs + byUs);
  }

  setSpeed(speed: Speed): void {
    this.#speed = speed;
    this.#show();
  }

  #step = (at: number): void => {
    if (!this.#playing) return;
    const passedUs = Math.max(0, at - this.#beatAt) * 1_000 * this.#speed;
    this.#beatAt = at;
    this.#headUs = Math.min(this.#headUs + passedUs, this.playback.ended_us);
    if (this.#headUs >= this.playback.ended_us) {
      this.pause();
      return;
    }
    if (at - this.#drawnAt >= DRAW_EVERY_MS) this.#draw(at);
    if (at - this.#publishedAt >= PUBLISH_EVERY_MS) this.#publish(at);
    this.#beat = requestAnimationFrame(this.#step);
  };

  /** Shows everything immediately, because the user acted. */
  #show(): void {
    const at = performance.now();
    this.#draw(at);
    this.#publish(at);
  }

  #draw(at: number): void {
    this.#drawnAt = at;
    this.#race = raceAt(this.run, this.#round, this.playback, this.#headUs);
    for (const { sink } of this.#sinks) sink.measure();
    for (const draw of this.#drawers) draw();
    for (const watched of this.#sinks) this.#tell(watched);
    for (const { sink } of this.#sinks) sink.settle();
  }

  #tell({ lane, sink, shown }: Watched): void {
    for (const part of PARTS) {
      const [before, text] = [shown[part], this.text(lane, part)];
      if (text === before) continue;
      if (text.startsWith(before)) sink.append(part, text.slice(before.length));
      else sink.replace(part, text);
      shown[part] = text;
    }
  }

  #publish(at: number): void {
    this.#publishedAt = at;
    this.#shown = {
      race: this.#race,
      headUs: this.#headUs,
      playing: this.#playing,
      speed: this.#speed,
    };
    for (const listener of this.#listeners) listener();
  }
}
