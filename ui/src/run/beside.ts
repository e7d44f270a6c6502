/** A lane that is raced again in its place, beside the others as they ended. */

import type { LanePlan } from "../backend/backend";
import type { LaneStore, Part, Staged, TextSink } from "./laneStore";
import type { Race } from "./race";
import { withChange } from "./steps";

/** The race that a lane returns to, and which of its lanes it is. */
export interface Beside {
  race: Race;
  index: number;
}

/** The plan of one lane of `race` alone: the others are muted, so that it keeps its index. */
export function planOfOne(
  { race, index }: Beside,
  change: Partial<Pick<LanePlan, "provider" | "model" | "dialect" | "base_url">>,
) {
  const place = race.lanes[index]?.place;
  const lanes = race.plan.lanes.map((lane, each) =>
    each === place
      ? { ...withChange(lane, race.lanes[index]?.sample, change), muted: false }
      : { ...lane, muted: true },
  );
  const rounds = race.lanes[index]?.samples.length ?? 0;
  // A single lane has no other to be settled against.
  const repeat = race.plan.until_settled ? Math.max(1, rounds) : race.plan.repeat;
  return { ...race.plan, repeat, until_settled: undefined, judge: null, lanes };
}

/** The earlier race with this lane replaced by the one in `again`. */
export function merged({ race, index }: Beside, again: Race): Race {
  const [lane] = again.lanes;
  const before = race.lanes[index];
  if (!lane || !before) return race;
  const earlier = before.earlier ?? before.sample;
  const isOver = again.stage === "ended";
  const lanes = race.lanes.with(index, { ...lane, earlier });
  if (!isOver) return { ...again, plan: race.plan, lanes, run: null };
  const asked = again.plan.lanes[lane.place];
  const plan = asked ? { ...race.plan, lanes: race.plan.lanes.with(lane.place, asked) } : race.plan;
  const ended = again.run?.lanes[0];
  // What a judge said was of the lane as it was before.
  const judged = { judgement: null };
  const run = race.run &&
    ended && { ...race.run, ...judged, plan, lanes: race.run.lanes.with(index, ended) };
  return { ...race, plan, lanes, run: run ?? race.run, notSaved: again.notSaved };
}

/** The race on the stage while a lane is raced again, and afterwards. */
export class BesideStore implements Staged {
  readonly id: number;
  readonly #of: LaneStore;
  readonly #beside: Beside;
  readonly #known = new WeakMap<Race, Race>();

  constructor(of: LaneStore, beside: Beside) {
    this.id = of.id;
    this.#of = of;
    this.#beside = beside;
  }

  now = (): Race => this.#merged(this.#of.now());

  published = (): Race => this.#merged(this.#of.published());

  subscribe = (listener: () => void) => this.#of.subscribe(listener);

  watchBars = (draw: () => void) => this.#of.watchBars(draw);

  /** The running lane is the only one of its run. */
  laneOfRun(index: number): number | null {
    return index === this.#beside.index ? 0 : null;
  }

  text(lane: number, part: Part): string {
    if (lane === this.#beside.index) return this.#of.text(0, part);
    const sample = this.#beside.race.lanes[lane]?.sample;
    if (!sample) return "";
    return part === "reasoning" ? sample.reasoning : sample.text;
  }

  watchText(lane: number, sink: TextSink): () => void {
    return lane === this.#beside.index ? this.#of.watchText(0, sink) : () => undefined;
  }

  /** React compares by identity. */
  #merged(again: Race): Race {
    let race = this.#known.get(again);
    if (!race) {
      race = merged(this.#beside, again);
      this.#known.set(again, race);
    }
    return race;
  }
}
