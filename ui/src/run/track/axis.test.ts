import { describe, expect, it } from "vitest";
import type { Sample } from "../../backend/backend";
import type { LiveLane, Race } from "../race";
import { clockAxis, distanceAxis, wholeAxis } from "./axis";

const lane = (numbers: Partial<LiveLane>): LiveLane => ({
  place: 0,
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

const ended = (tokens: number, status: Sample["status"] = "ok", error: object | null = null) =>
  lane({
    phase: "ended",
    sample: {
      status,
      error,
      token_source: "server",
      out_tokens_server: tokens,
      ticks_ms: [],
      sent_at_ms: 1,
      latency_ms: 900,
      ended_at_ms: 905,
    } as unknown as Sample,
  });

const race = (...lanes: LiveLane[]): Race => ({
  id: "r",
  plan: { prompt: "", repeat: 1, warmup: 0, lanes: [] },
  stage: "running",
  atUs: 1_500_000,
  round: 0,
  warmup: false,
  lanes,
  run: null,
  notSaved: null,
});

describe("a race by distance", () => {
  it("draws a lane as far as its tokens go, its thought first", () => {
    const thinking = lane({ phase: "thinking", tokens: 30 });
    const writing = lane({ tokens: 250, thoughtTokens: 40 });
    const [first, second] = distanceAxis(race(thinking, writing), 0, null).bars;
    expect(first?.spans, "all of it is thought so far").toMatchObject({
      think: { from: 0, to: 30 },
      write: null,
    });
    expect(second?.spans).toMatchObject({
      think: { from: 0, to: 40 },
      write: { from: 40, to: 250 },
      wait: null,
    });
    expect(second?.ticks, "a tick each hundred tokens").toEqual([100, 200]);
    expect(second?.end, "nobody who runs has a flag").toBeNull();
  });

  it("says who crossed the line when, who stopped before it, and why", () => {
    const finish = { tokens: 128, timesMs: [1_040, null, null] };
    const failed = ended(60, "error_net", { class: "connection_lost" });
    const { endings } = distanceAxis(
      race(ended(200), ended(90), failed, lane({ phase: "waiting" })),
      0,
      finish,
    );
    expect(endings).toEqual([
      "128 in 1.04 s",
      "stopped at 90 tokens",
      "Connection lost",
      "waiting",
    ]);
  });

  it("has room for the line and for whoever is beyond it, and never shrinks", () => {
    const finish = { tokens: 256, timesMs: [] };
    const { end, grid } = distanceAxis(race(lane({ tokens: 10 })), 0, finish);
    expect(end * 0.88, "the line is on the track").toBeGreaterThanOrEqual(256);
    expect(grid.at(0)?.at, "from nothing").toBe(0);
    expect(grid.length, "with labels that can be read").toBeLessThanOrEqual(9);
    expect(distanceAxis(race(lane({ tokens: 900 })), 0, finish).end * 0.88).toBeGreaterThanOrEqual(
      900,
    );
    expect(distanceAxis(race(lane({ tokens: 10 })), 5_000, finish).end).toBe(5_000);
  });
});

describe("a race by the clock", () => {
  it("has room for its first seconds while it runs, and for its length where that is known", () => {
    expect(clockAxis(race(lane({})), 0).end, "two seconds to begin with").toBe(2_000);
    const whole = wholeAxis("clock", 350, 0);
    expect(whole, "a short one fills the track").toBe(500);
    const played = { ...race(lane({})), atUs: 100_000 };
    expect(clockAxis(played, whole).end, "and does not move while it is played").toBe(500);
    expect(wholeAxis("distance", 0, 600) * 0.88).toBeGreaterThanOrEqual(600);
  });
});
