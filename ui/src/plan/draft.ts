/** The draft of a race: the plan in the composer, and the lane in focus. */

import { create } from "zustand";
import type { LanePlan, Payload, Plan } from "../backend/backend";
import {
  type Attached,
  asTurn,
  folded,
  NOTHING,
  UNATTACHED,
  unfolded,
} from "../run/request/payload";
import { MOST_UNTIL_SETTLED } from "../run/view";

/** A lane of the draft. `key` distinguishes equal lanes and never leaves the window. */
export interface DraftLane extends LanePlan {
  key: number;
}

type Contender = Pick<LanePlan, "provider" | "model" | "dialect" | "base_url">;
type Shared = Omit<DraftPlan, "lanes"> & Pick<Draft, "templated">;
type Overrides = Partial<
  Pick<
    LanePlan,
    | "provider"
    | "model"
    | "dialect"
    | "base_url"
    | "max_tokens"
    | "temperature"
    | "effort"
    | "service_tier"
    | "request"
    | "reference"
    | "later"
    | "muted"
  >
>;

export interface DraftPlan extends Omit<Plan, "lanes" | "load"> {
  lanes: readonly DraftLane[];
  /** The images and documents that are sent with the prompt, in its turn. */
  attached?: Attached;
}

export interface Draft extends DraftPlan {
  attached: Attached;
  /** Whether two braces in the prompt begin a variable; otherwise they are text, as in code and templates. */
  templated: boolean;
  /** The value of each variable of the prompt. */
  values: Record<string, string>;
  /** The lane that keys act on, by index. */
  focused: number | null;
  /** The lane whose settings are open, by index. */
  opened: number | null;
  /** Whether the picker for a new lane is open. */
  adding: boolean;
  load: (plan: Plan) => void;
  share: (change: Partial<Shared>) => void;
  setValue: (name: string, value: string) => void;
  /** Replaces all lanes. */
  lineUp: (lanes: readonly LanePlan[]) => void;
  add: (lane: Contender) => void;
  change: (place: number, change: Overrides) => void;
  /** Changes the model, provider, dialect or address of every lane that names `wrong`. */
  rename: (wrong: Contender, right: Partial<Contender>) => void;
  /** Moves a lane; those in between move up or down. */
  move: (from: number, to: number) => void;
  duplicate: (place: number) => void;
  remove: (place: number) => void;
  /** Puts a removed lane back where it was. */
  putBack: (place: number, lane: DraftLane) => void;
  focus: (place: number | null) => void;
  setOpened: (place: number | null) => void;
  setAdding: (adding: boolean) => void;
}

/** Every setting that a plan may leave out. A plan without one must clear it here, so none may be missing. */
export const UNSET: Required<Omit<Plan, "prompt" | "repeat" | "warmup" | "lanes" | "load">> = {
  system: null,
  max_tokens: null,
  temperature: null,
  effort: null,
  deadline_s: null,
  until_settled: null,
  unique_prompts: false,
  nonce: null,
  checks: [],
  set: null,
  judge: null,
  payload: NOTHING,
};

let keys = 0;

/** Whether the lane names the same contender. */
function isContender(lane: LanePlan, other: Contender): boolean {
  return (
    lane.provider === other.provider &&
    lane.model === other.model &&
    (lane.dialect ?? null) === (other.dialect ?? null) &&
    (lane.base_url ?? null) === (other.base_url ?? null)
  );
}

function keyed(lane: LanePlan): DraftLane {
  keys += 1;
  return { ...lane, key: keys };
}

export const useDraft = create<Draft>()((set) => ({
  ...UNSET,
  prompt: "",
  attached: UNATTACHED,
  repeat: 1,
  warmup: 0,
  lanes: [],
  templated: false,
  values: {},
  focused: null,
  opened: null,
  adding: false,
  // Fields of a sweep are not part of a race.
  load: ({ load: _load, lanes, ...plan }) =>
    set({
      ...UNSET,
      templated: false,
      ...unfolded(plan),
      lanes: lanes.map(keyed),
      focused: null,
      opened: null,
      adding: false,
    }),
  share: (change) => set(change),
  setValue: (name, value) => set(({ values }) => ({ values: { ...values, [name]: value } })),
  lineUp: (lanes) => set({ lanes: lanes.map(keyed), focused: null, adding: false }),
  add: (contender) =>
    set(({ lanes }) => ({
      lanes: [...lanes, keyed({ ...contender, muted: false })],
      focused: lanes.length,
    })),
  change: (place, change) =>
    set(({ lanes }) => ({
      lanes: lanes.map((lane, index) => {
        if (index === place) return { ...lane, ...change };
        // There is one reference at most.
        return change.reference && lane.reference ? { ...lane, reference: false } : lane;
      }),
    })),
  rename: (wrong, right) =>
    set(({ lanes }) => ({
      lanes: lanes.map((lane) => (isContender(lane, wrong) ? { ...lane, ...right } : lane)),
    })),
  move: (from, to) =>
    set(({ lanes, opened }) => {
      const lane = lanes[from];
      if (!lane || from === to || to < 0 || to >= lanes.length) return {};
      const moved = lanes.toSpliced(from, 1).toSpliced(to, 0, lane);
      return { lanes: moved, focused: to, opened: opened === from ? to : opened };
    }),
  duplicate: (place) =>
    set(({ lanes }) => {
      const lane = lanes[place];
      if (!lane) return {};
      const copy = keyed({ ...lane, reference: false });
      return { lanes: lanes.toSpliced(place + 1, 0, copy), focused: place + 1 };
    }),
  remove: (place) => set(({ lanes }) => ({ lanes: lanes.toSpliced(place, 1), focused: null })),
  putBack: (place, lane) => set(({ lanes }) => ({ lanes: lanes.toSpliced(place, 0, lane) })),
  focus: (focused) => set({ focused }),
  setOpened: (opened) => set({ opened }),
  setAdding: (adding) => set({ adding }),
}));

interface PlannedLanes {
  payload: Payload;
  attached: Attached;
  lanes: LanePlan[];
}

/** The lanes of a plan, the same for the same lanes of a draft, so that an unchanged plan is recognised as one. */
const plannedLanes = new WeakMap<readonly DraftLane[], PlannedLanes>();

/** A lane with a prompt of its own is sent what is attached to the shared prompt as well, in the turn of its own. */
function withAttached(lane: LanePlan, payload: Payload, attached: Attached): LanePlan {
  const own = lane.request;
  const prompt = own?.prompt ?? null;
  if (!own || own.payload || prompt === null || attached.parts.length === 0) return lane;
  const turns = [...(payload.turns ?? []), asTurn(prompt, attached)];
  return { ...lane, request: { ...own, prompt: "", payload: { ...payload, turns } } };
}

function lanesOf(lanes: readonly DraftLane[], payload: Payload, attached: Attached): LanePlan[] {
  const known = plannedLanes.get(lanes);
  if (known && known.payload === payload && known.attached === attached) return known.lanes;
  const planned = lanes.map(({ key: _key, ...lane }) => withAttached(lane, payload, attached));
  plannedLanes.set(lanes, { payload, attached, lanes: planned });
  return planned;
}

/** The draft as the engine takes it. Its type requires every field of a plan, so that none is lost on the way. */
export function planOf(draft: DraftPlan): Required<Omit<Plan, "load">> {
  const { prompt, system, max_tokens, temperature, effort, repeat, warmup, lanes } = draft;
  const { payload = NOTHING, attached = UNATTACHED } = draft;
  const plan = {
    prompt,
    system: system?.trim() ? system : null,
    payload,
    max_tokens: max_tokens ?? null,
    temperature: temperature ?? null,
    effort: effort ?? null,
    repeat,
    warmup,
    deadline_s: draft.deadline_s ?? null,
    until_settled: draft.until_settled ?? null,
    unique_prompts: draft.unique_prompts ?? false,
    nonce: draft.nonce ?? null,
    checks: draft.checks ?? [],
    set: draft.set ?? null,
    judge: draft.judge ?? null,
    lanes: lanesOf(lanes, payload, attached),
  };
  return folded(plan, attached);
}

/** What is written and set in a draft, without its lanes, to be put back later. */
export function writtenIn(draft: Draft): Omit<DraftPlan, "lanes"> {
  const { prompt, system, payload, attached, max_tokens, temperature, effort } = draft;
  const { repeat, warmup, deadline_s, until_settled, unique_prompts, nonce, checks, set } = draft;
  const { judge } = draft;
  const asked = { prompt, system, payload, attached, unique_prompts, nonce, checks, set, judge };
  return { ...asked, max_tokens, temperature, effort, repeat, warmup, deadline_s, until_settled };
}

/**
 * The plan of a run, to be raced again. A race until settled keeps the number of rounds that it took, which would be too
 * few to settle anything else. Unique prompts are new ones, as those of another run are in its provider's cache.
 */
export function planAgain(repeated: Plan): Plan {
  const plan = repeated.nonce ? { ...repeated, nonce: null } : repeated;
  if (!plan.until_settled) return plan;
  return { ...plan, repeat: Math.max(plan.repeat, MOST_UNTIL_SETTLED) };
}

/** Whether a lane differs from what the lanes share. */
export function isOverridden(lane: LanePlan): boolean {
  const { max_tokens, temperature, effort, service_tier, request } = lane;
  return [max_tokens, temperature, effort, service_tier, request].some(
    (value) => (value ?? null) !== null,
  );
}
