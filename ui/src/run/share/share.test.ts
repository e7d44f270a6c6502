import { describe, expect, it } from "vitest";
import type { Photo, PhotoLane, Run } from "../../backend/backend";
import type { LiveLane, Race } from "../race";
import { factsOf, linkOf, markdownOf, pictureOf, type Shared } from "./share";

const lane = (model: string, status: string): LiveLane =>
  ({
    place: 0,
    look: 3,
    label: "P",
    model,
    simulated: true,
    sample: { status, decode_tps: 100, cost_usd: null, doubts: [] },
    samples: [],
  }) as unknown as LiveLane;

const of = (change: Partial<PhotoLane>): PhotoLane => ({
  tied: false,
  written: 10,
  total: 64,
  thought: 0,
  beyond: 0,
  ...change,
});

const photo: Photo = {
  tokens: 64,
  at_ms: 420,
  lanes: [
    of({ rank: 2, first_ms: 210, crossed_ms: 830, gap_ms: 410 }),
    of({ rank: 1, first_ms: 240, crossed_ms: 420 }),
    of({ total: 0 }),
  ],
  said: { first: [1], silent: [], failed: [2] },
};
const lanes = [lane("late|r", "ok"), lane("early", "ok"), lane("gone", "throttled")];
const run = {
  id: "01-ab",
  plan: {
    max_tokens: 512,
    prompt: "Name three uses of a Bloom filter,\nwith an example of each, and why.",
  },
  lanes: [{ samples: [{}] }],
  machine: null,
  started_at: "2026-11-22T10:00:00Z",
} as unknown as Run;
const shared: Shared = {
  race: { lanes } as unknown as Race,
  run,
  photo,
  over: null,
  notches: [],
  stepMs: null,
  told: { headline: "early was first.", rest: "late|r came later." },
};

describe("what leaves the window from a race", () => {
  it("is in the order of the finish, who failed last", () => {
    const rows = pictureOf(shared, "0.1.0").rows.map(({ name, rank, time }) => [rank, name, time]);
    expect(rows).toEqual([
      ["1", "early", "0.42 s"],
      ["2", "late|r", "0.83 s"],
      ["✕", "gone", "–"],
    ]);
  });

  it("says that it is simulated, in the picture and in the table", () => {
    expect(pictureOf(shared, "0.1.0").simulated, "across its foot").toMatch(/SIMULATED/);
    expect(markdownOf(shared), "beside each name").toContain("early (simulated)");
  });

  it("is a table whose cells no name can break", () => {
    const [verdict = "", , head = "", , first = "", second = ""] = markdownOf(shared).split("\n");
    expect(verdict).toBe("**early was first.** late\\|r came later.");
    const bars = (row: string) => row.replaceAll("\\|", "").split("|").length;
    expect([bars(first), bars(second)], "as many cells as heads").toEqual([bars(head), bars(head)]);
    expect(second).toContain("+0.41");
  });

  it("says the warnings of the answers, and whose they are", () => {
    const warned = (one: LiveLane, ...all: (readonly string[])[]): LiveLane =>
      ({
        ...one,
        samples: all.map((doubts) => ({ status: "ok", doubts })),
      }) as unknown as LiveLane;
    const [late, early, gone] = lanes;
    if (!late || !early || !gone) throw new Error("There are three lanes.");
    const facts = (...of: LiveLane[]) =>
      factsOf({ ...shared, race: { lanes: of } as unknown as Race });
    expect(facts(warned(late, ["buffered", "short"]), warned(early, ["short"]))).toContain(
      "warnings: buffered (late|r), short (every lane)",
    );
    const rounds = warned(late, ["buffered"], [], ["buffered"]);
    expect(facts(rounds, warned(early, [], [], [])), "in how many rounds").toContain(
      "warnings: buffered (late|r 2 of 3)",
    );
    expect(facts(...lanes), "none is not told").not.toContain("warning");
    expect(
      markdownOf({ ...shared, race: { lanes: [rounds, early, gone] } as unknown as Race }),
      "below the table too",
    ).toContain("buffered (late\\|r 2 of 3)");
  });

  it("is a link that the app follows", () => {
    expect(linkOf(shared)).toBe("paceline://history/01-ab");
  });
});
