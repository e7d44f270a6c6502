/** What a finished race shows, beyond its sentences: ties, intervals, the legend, the strip's names, and the order. */

import { describe, expect, it } from "vitest";
import type { LaneOfRounds, Photo, PhotoLane, PhotoOfRounds, Sample } from "../../backend/backend";
import { cutWords } from "../lanes/LaneTags";
import type { LiveLane, Race } from "../race";
import { liveRows, orderOf, photoOf, photoRows } from "./finishPicture";
import { legendOf } from "./legend";
import { gapTexts } from "./rowFigures";
import { placeOfPhoto, placesOfNames } from "./TimeStrip";

const lane = (change: Partial<PhotoLane>): PhotoLane => ({
  tied: false,
  written: 0,
  total: 80,
  thought: 0,
  beyond: 0,
  ...change,
});
const photo: Photo = {
  tokens: 64,
  at_ms: 310,
  lanes: [
    lane({ rank: 1, tied: true, crossed_ms: 330, gap_ms: 13, written: 58 }),
    lane({ rank: 1, tied: true, crossed_ms: 310, written: 64 }),
    lane({ rank: 3, crossed_ms: 550, gap_ms: 240, written: 9 }),
  ],
  said: { first: [1, 0], silent: [], failed: [] },
};
const of = (written_ci: { low: number; high: number } | null): LaneOfRounds => ({
  crossed_ms: [],
  failed: 0,
  written_ci,
});
const over: PhotoOfRounds = {
  photo,
  lanes: [of({ low: 50, high: 64 }), of({ low: 59, high: 64 }), of({ low: 4, high: 16 })],
  shared: "not_told_apart",
};
const lanes = [0, 1, 2].map(
  (place) =>
    ({ place, label: "P", model: `m${place}`, sample: null, samples: [] }) as unknown as LiveLane,
);
const race = { lanes, run: { id: "r" }, round: 0 } as unknown as Race;

describe("a chain on the photo finish", () => {
  const texts = [{ from: 40, to: 140 }];

  it("shows within its wait when the texts of its earlier steps came, and says what they are", () => {
    const [first, ...others] = photo.lanes;
    if (!first) throw new Error("it has lanes");
    const earlier = [{ step: 0, from_ms: 40, to_ms: 140 }];
    const rows = photoRows(race, { ...photo, lanes: [{ ...first, earlier }, ...others] });
    expect(rows.map((row) => row.earlier)).toEqual([texts, [], []]);
    const marks = (of: typeof rows) => legendOf(of, 64, null).map(({ mark }) => mark);
    expect(marks(rows)).toContain("step");
    expect(marks(rows.slice(1)), "a single model has none").not.toContain("step");
  });

  it("waits from the send of its first step while it runs", () => {
    const steps = [{ step: 0, sent: 10, firstAny: 50, ended: 150 }];
    const under = { sentUs: 160_000, firstAnyUs: null, tokens: 0, phase: "waiting", steps };
    const lane = { ...lanes[0], ...under } as unknown as LiveLane;
    const [row] = liveRows({ ...race, lanes: [lane], atUs: 210_000, stage: "running" } as Race, 64);
    expect(row).toMatchObject({ waitMs: 200, waits: true, earlier: texts, written: 0 });
  });
});

describe("a photo of rounds that cannot tell two lanes apart", () => {
  const rows = photoRows(race, photo, over);

  it("leaves uncertain what their intervals do, and says so once, on the later of them", () => {
    expect(rows.map(({ unsure }) => unsure)).toEqual([50, 59, null]);
    expect(rows.map(({ tie }) => tie)).toEqual(["not told apart", "", ""]);
    expect(rows[2]?.within, "the interval of one that is told apart").toEqual({ low: 4, high: 16 });
  });

  it("takes the last of them as uncertain where there is no interval", () => {
    const few = { ...over, lanes: over.lanes.map(() => of(null)) };
    expect(photoRows(race, photo, few).map(({ unsure }) => unsure)).toEqual([58, 58, null]);
  });

  it("has one order for rows and cards, and that of one round where it is looked at", () => {
    const one: Photo = {
      ...photo,
      lanes: photo.lanes.toReversed(),
      said: { ...photo.said, first: [] },
    };
    const medals = {
      medals: [],
      distances: [],
      to_distance_ms: [],
      photos: [one],
      over_rounds: over,
    };
    expect(orderOf(race, photoOf(race, medals, undefined, false).photo)).toEqual([1, 0, 2]);
    expect(photoOf(race, medals, undefined, true).photo, "the round's own").toBe(one);
    const live = { ...race, run: null } as Race;
    expect(photoOf(live, medals, undefined, false).photo, "none while it runs").toBeNull();
  });

  it("says the gap between them, which may be the other way round", () => {
    const gap = { ...of(null), gap_ci: { low: -11, high: 25 } };
    expect(gapTexts(13, gap)?.within).toBe("−0.011 to +0.025");
    expect(gapTexts(240, { ...gap, gap_ci: { low: 220, high: 250 } })?.within).toBe("0.22–0.25");
  });
});

describe("the legend of a photo finish", () => {
  const marks = (rows: ReturnType<typeof photoRows>, notchMs: number | null) =>
    legendOf(rows, 64, notchMs).map(({ mark }) => mark);

  it("has the marks that occur, and no other", () => {
    expect(marks(photoRows(race, photo, over), null)).toEqual([
      "written",
      "later",
      "within",
      "unsure",
    ]);
    const alone: Photo = { ...photo, lanes: [lane({ written: 64, thought: 20 })] };
    expect(marks(photoRows(race, alone), 100), "nothing pale before the line").toEqual([
      "notch",
      "think",
    ]);
    expect(marks([], null)).toEqual([]);
  });
});

describe("the names on the strip of time", () => {
  const scale = { endMs: 1_000, photoMs: 500, width: 1_000 };
  const rows = (...marks: [number, string][]) =>
    placesOfNames(
      marks.map(([atMs, name]) => ({ atMs, name })),
      scale,
    ).map((place) => place?.row ?? null);

  it("go to a second row rather than cover each other or the photo's", () => {
    expect(rows([100, "one"], [110, "another"], [115, "third"])).toEqual([0, 1, null]);
    expect(rows([520, "lattice-4"]), "beside the photo").toEqual([1]);
  });

  it("begin at the send at the earliest, beside their mark", () => {
    const [place] = placesOfNames([{ atMs: 5, name: "too-many" }], scale);
    expect(place?.row).toBe(0);
    expect(place?.shift, "moved to the right").toBeGreaterThan(10);
  });

  it("leave “photo finish” its place, which is before the head where there is none behind it", () => {
    const { isLeft } = placeOfPhoto(scale);
    expect(isLeft, "behind").toBe(false);
    const atEnd = { ...scale, photoMs: scale.endMs };
    const { isLeft: before, from, until } = placeOfPhoto(atEnd);
    expect([before, until <= atEnd.width], "within the strip").toEqual([true, true]);
    const just = ((from + 20) / atEnd.width) * atEnd.endMs;
    expect(placesOfNames([{ atMs: just, name: "one" }], atEnd)[0]?.row, "above it").toBe(1);
  });
});

describe("an answer that was cut", () => {
  const cut = (change: Partial<Sample>) => cutWords({ chunks: 7, ...change } as Sample, 400);

  it("names the limit, and whose count is another number", () => {
    expect(cut({ token_source: "server", out_tokens_server: 400 })).toBe("cut at the limit of 400");
    expect(cut({ token_source: "server", out_tokens_server: 460 })).toBe(
      "cut at the limit of 400 · server counted 460",
    );
    expect(cut({ token_source: "neutral", out_tokens_neutral: 388 })).toBe(
      "cut at the limit of 400 · o200k counts 388",
    );
    expect(cut({}), "nobody counted").toBe("cut at the limit of 400");
  });
});
