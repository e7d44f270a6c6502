import { describe, expect, it } from "vitest";
import type { LiveLane, Race } from "../race";
import { clockAxis, tokenAxis, wholeClock } from "./axis";

const lane = (numbers: Partial<LiveLane>): LiveLane => ({
  place: 0,
  look: 0,
  provider: "p",
  label: "P",
  model: "m",
  simulated: false,
  phase: "writing",
  tokens: 0,
  liveTps: null,
  sentUs: 100,
  firstAnyUs: null,
  firstAnswerUs: null,
  lastUs: null,
  ticksUs: [],
  thoughtTokens: null,
  sample: null,
  samples: [],
  ...numbers,
});

const race = (...lanes: LiveLane[]): Race => ({
  id: "r",
  plan: { prompt: "", repeat: 1, warmup: 0, lanes: [] },
  stage: "running",
  atUs: 1_500_000,
  round: 0,
  warmup: false,
  judging: null,
  isAsked: false,
  checking: null,
  lanes,
  run: null,
  notSaved: null,
});

describe("an axis of tokens", () => {
  it("has room for whoever is furthest, and never shrinks", () => {
    const { end, grid } = tokenAxis(race(lane({ tokens: 10 }), lane({ tokens: 900 })), 0);
    expect(end * 0.88, "the furthest is on it").toBeGreaterThanOrEqual(900);
    expect(grid.at(0)?.at, "from nothing").toBe(0);
    expect(grid.length, "with labels that can be read").toBeLessThanOrEqual(9);
    expect(tokenAxis(race(lane({ tokens: 10 })), 5_000).end).toBe(5_000);
  });
});

describe("a race by the clock", () => {
  it("has room for its first seconds while it runs, and for its length where that is known", () => {
    expect(clockAxis(race(lane({})), 0).end, "two seconds to begin with").toBe(2_000);
    const whole = wholeClock(350);
    expect(whole, "a short one fills the track").toBe(500);
    const played = { ...race(lane({})), atUs: 100_000 };
    expect(clockAxis(played, whole).end, "and does not move while it is played").toBe(500);
  });
});
