import { describe, expect, it } from "vitest";
import type { LiveLane, Race } from "../race";
import { LiveNotches } from "./liveNotches";

/** A race of one lane, sent at 10 ms, that spoke at 210 ms. */
function raceAt(atMs: number, tokens: number, change: Partial<Race> = {}): Race {
  const lane = { sentUs: 10_000, firstAnyUs: 210_000, tokens, ticksUs: [], sample: null };
  return {
    id: "a",
    round: 0,
    stage: "running",
    atUs: atMs * 1_000,
    lanes: [lane as unknown as LiveLane],
    ...change,
  } as Race;
}

describe("the notches of a race under way", () => {
  it("stand where the lane stood at each tenth of a second after its send, even between two frames", () => {
    const live = new LiveNotches();
    live.see(raceAt(210, 0));
    live.see(raceAt(410, 40));
    expect(live.stepMs(), "as long as it is short").toBe(100);
    expect(live.of(0, 100, 256), "at 200, 300 and 400 ms after the send").toEqual([0, 20, 40]);
  });

  it("of a chain stand at each tenth of a second after its first step was sent", () => {
    const steps = [{ step: 0, sent: 10, firstAny: 50, ended: 150 }];
    const second = { sentUs: 160_000, firstAnyUs: 210_000, ticksUs: [], sample: null, steps };
    const at = (atMs: number, tokens: number) => {
      const lane = { ...second, tokens } as unknown as LiveLane;
      return raceAt(atMs, tokens, { lanes: [lane] });
    };
    const live = new LiveNotches();
    live.see(at(210, 0));
    live.see(at(410, 40));
    expect(live.of(0, 100, 256), "at 200, 300 and 400 ms after its send").toEqual([0, 20, 40]);
  });

  it("bunch where it stalls, and end at the line", () => {
    const live = new LiveNotches();
    live.see(raceAt(210, 0));
    live.see(raceAt(310, 30));
    live.see(raceAt(510, 30));
    expect(live.of(0, 100, 256)).toEqual([0, 30, 30, 30]);
    expect(live.of(0, 100, 30), "what is over the line is not on the way").toEqual([0]);
  });

  it("become fewer as the race goes on, and begin anew with a round", () => {
    const live = new LiveNotches();
    live.see(raceAt(210, 0));
    live.see(raceAt(6_210, 600));
    expect(live.stepMs(), "thirty at most").toBe(250);
    expect(live.of(0, 250, 10_000).length, "of six seconds").toBeLessThanOrEqual(30);
    live.see(raceAt(210, 0, { round: 1 }));
    expect(live.of(0, 100, 256), "the next round is another race").toEqual([]);
  });
});
