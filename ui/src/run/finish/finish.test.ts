import { describe, expect, it } from "vitest";
import type {
  LaneOfRounds,
  LanePlayback,
  Medals,
  Photo,
  PhotoLane,
  SharedFirst,
} from "../../backend/backend";
import { notchesOf, notchFor, stripGrid, tokensAt } from "./finishPicture";
import { gapTexts } from "./rowFigures";
import { tell, tellRounds } from "./words";

const lane = (change: Partial<PhotoLane>): PhotoLane => ({
  tied: false,
  written: 0,
  total: 300,
  thought: 0,
  beyond: 0,
  ...change,
});

const photo: Photo = {
  tokens: 256,
  at_ms: 420,
  lanes: [
    lane({ rank: 1, first_ms: 240, crossed_ms: 420, written: 256 }),
    lane({ rank: 2, first_ms: 210, crossed_ms: 830, gap_ms: 410, written: 87 }),
    lane({ rank: 3, first_ms: 520, crossed_ms: 2_330, gap_ms: 1_910 }),
    lane({ first_ms: 470, total: 90 }),
  ],
  said: {
    first: [0],
    second: 1,
    times: 830 / 420,
    spoke_first: 1,
    silent: [2, 3],
    failed: [3],
    cheapest: 1,
    cost_share: 1 / 3,
  },
};
const NAMES = ["Wafer", "Lattice", "Harbor", "Fen"];
const nameOf = (index: number) => NAMES[index] ?? "";
const none: Medals = { medals: [], distances: [], to_distance_ms: [], photos: [photo] };
const once = { round: 0, rounds: 1 };

describe("the sentences of a photo finish", () => {
  it("say who won, by how much, who spoke first, who was silent, who failed, and what it is worth", () => {
    expect(tell(photo, none, once, nameOf)).toEqual({
      headline: "Wafer reached 256 tokens first.",
      rest: "Lattice took 2.0× as long, although it spoke first, at 0.21 s. Harbor had not written a word. Fen failed. Lattice cost least, 33 % of what Wafer did. One round: what happened, not what to expect.",
    });
  });

  it("call a tie a dead heat, and over several rounds say what all of them say", () => {
    const tied: Photo = { ...photo, said: { first: [0, 1], silent: [], failed: [] } };
    const medals: Medals = {
      ...none,
      medals: [{ honour: "first_to", lanes: [0, 2], value: 420 }],
    };
    expect(tell(tied, medals, { round: 1, rounds: 6 }, nameOf)).toEqual({
      headline: "Wafer and Lattice reached 256 tokens in a dead heat.",
      rest: "Round 2 of 6; over all 6 rounds Wafer and Harbor cannot be told apart.",
    });
  });

  it("say why nobody is ranked", () => {
    const alone: Photo = { ...photo, said: { first: [], silent: [], failed: [3] } };
    expect(tell(alone, { ...none, unranked: "alone" }, once, nameOf)).toEqual({
      headline: "One lane finished, so there is nothing to rank.",
      rest: "Fen failed.",
    });
  });
});

describe("the sentences of all rounds together", () => {
  const rounds = (failed: number): LaneOfRounds => ({ crossed_ms: [1, 1], failed });

  it("say who failed how often, and whether there were enough rounds to expect anything", () => {
    const over = { photo, lanes: [rounds(0), rounds(0), rounds(0), rounds(2)] };
    expect(tellRounds(over, 2, nameOf)).toEqual({
      headline: "Wafer reached 256 tokens first.",
      rest: "Lattice took 2.0× as long, although it spoke first, at 0.21 s. Fen failed 2 of 2. Lattice cost least, 33 % of what Wafer did. 2 rounds: what happened; from 6 on it says what to expect.",
    });
    expect(tellRounds(over, 6, nameOf).rest).toMatch(/6 rounds, with 95 % intervals\.$/);
  });

  it("claim no more of a shared first place than the rounds show", () => {
    const headline = (shared: SharedFirst) => {
      const tied = { ...photo, said: { first: [0, 1], silent: [], failed: [] } };
      return tellRounds({ photo: tied, lanes: [], shared }, 6, nameOf).headline;
    };
    expect(headline("not_told_apart"), "which does not make them equal").toBe(
      "Wafer was ahead of Lattice at 256 tokens, but these rounds do not tell them apart.",
    );
    expect(headline("within_tie"), "even where they are told apart").toBe(
      "Wafer reached 256 tokens first, Lattice within 2 % of its time.",
    );
    expect(headline("either")).toBe(
      "Wafer was ahead of Lattice at 256 tokens, by less than 2 % or without being told apart.",
    );
  });

  it("write the gap with its sign and its interval", () => {
    expect(gapTexts(410, { ...rounds(0), gap_ci: { low: 390, high: 440 } })).toEqual({
      gap: "+0.41",
      within: "0.39–0.44",
    });
    expect(gapTexts(-120, null)).toEqual({ gap: "−0.12", within: null });
    const around = (low: number, high: number) =>
      gapTexts(0.2, { ...rounds(0), gap_ci: { low, high } })?.within;
    expect(around(-12, 16), "both signs, in words").toBe("−0.012 to +0.016");
    expect(around(-0.2, 0.3), "alike on either side, once").toBe("±<0.001");
    expect(around(-9, -4), "both before").toBe("−0.009 to −0.004");
    expect(gapTexts(null, null), "nothing for the winner").toBeNull();
  });
});

const played = (sentUs: number, at_us: number[], tokens: number[]) =>
  ({ logged: true, replay: { sent_us: sentUs, at_us, tokens } }) as unknown as LanePlayback;

describe("a lane at any moment", () => {
  const of = played(2_000, [102_000, 152_000, 352_000], [10, 20, 60]);

  it("has what had arrived by then, since its own send", () => {
    const seen = [99, 100, 150, 349, 350].map((ms) => tokensAt(of, ms));
    expect(seen, "a chunk counts once it is there").toEqual([0, 10, 20, 20, 60]);
  });

  it("has a notch each step of time, so that a stall is a bunch of them", () => {
    expect(notchesOf(of, 100, 60), "at 100, 200 and 300 ms").toEqual([10, 20, 20]);
    expect(notchesOf(of, 100, 15), "not beyond the line").toEqual([10]);
    expect(notchesOf(undefined, 100, 60), "nothing without a log").toEqual([]);
  });

  it("has thirty notches at most where it is the middle one", () => {
    expect([900, 3_000, 3_001, 40_000].map(notchFor)).toEqual([100, 100, 250, 2_000]);
    expect(stripGrid(2_500).map(({ at }) => at)).toEqual([500, 1_000, 1_500, 2_000, 2_500]);
  });
});
