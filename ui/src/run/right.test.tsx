/** Whether answers are right: on the card, on the track, in the table and in the verdict, over a race whose answers are checked. */

import { act, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type {
  Backend,
  Check,
  CheckResult,
  Medals,
  Plan,
  RaceEvent,
  Run,
  Sample,
} from "../backend/backend";
import { useDraft } from "../plan/draft";
import { expectAccessible, open, raceToTheEnd, startAfresh } from "../testing";
import { drawRow, rowIn } from "./finish/drawFinish";
import { photoRows } from "./finish/finishPicture";
import { legendOf } from "./finish/legend";
import { tell } from "./finish/words";
import { CheckResults } from "./lanes/CheckResults";
import { RightTag } from "./lanes/RightTag";
import { bestOf } from "./numbers/ranking";
import type { LiveLane, Race } from "./race";
import { checksOf, leftOut, rightInWords, rightnessOf } from "./right";
import { clockAxis } from "./track/axis";
import { useView } from "./view";

const HOLDS: CheckResult = { check: 'contains "Paris"', verdict: "right" };
const FAILS: CheckResult = {
  check: "is JSON",
  verdict: "wrong",
  reason: 'expected JSON, found "Paris"',
};
const UNSURE: CheckResult = {
  check: "is in French",
  verdict: "unknown",
  reason: "too short to tell its language",
};

const checked = (...checks: CheckResult[]): Sample => {
  const isWrong = checks.some(({ verdict }) => verdict === "wrong");
  const isRight = checks.every(({ verdict }) => verdict === "right");
  return {
    status: "ok",
    ttft_ms: 100,
    text: "",
    reasoning: "",
    checks,
    right: isWrong ? false : isRight ? true : null,
  } as unknown as Sample;
};
const unchecked = { status: "ok", ttft_ms: 100, text: "", reasoning: "" } as unknown as Sample;

const lane = (...samples: Sample[]) =>
  ({ sample: samples.at(-1) ?? null, samples }) as unknown as LiveLane;
const nameOf = (index: number) => ["Wafer", "Lattice", "Harbor"][index] ?? "";

beforeEach(() => {
  startAfresh();
  useView.setState({ view: "lanes", axis: "distance", distance: null });
});

describe("the answer of a lane", () => {
  it("is right, wrong or not known, and none of these without checks", () => {
    const all = [checked(HOLDS), checked(HOLDS, FAILS), checked(HOLDS, UNSURE), unchecked];
    expect(all.map(rightnessOf)).toEqual(["right", "wrong", "unknown", null]);
  });

  it("is compared with the text that a check expects of it, word by word", async () => {
    const file = "one\ntwo\nthree\n";
    const asked: Check[] = [{ kind: "json" }, { kind: "merged", file, trailing_space: "ignored" }];
    const plan = {
      checks: asked.slice(0, 1),
      set: { type: "rows", rows: [{}, { checks: asked.slice(1) }] },
    } as unknown as Plan;
    const sample: Sample = {
      ...checked(HOLDS, { check: "is the expected file", verdict: "wrong" }),
      text: "one\ntwo and a half\n",
      row: 1,
    };
    expect(checksOf(plan, sample), "the plan's, then those of its row").toEqual(asked);
    const ofSuite = { ...plan, set: { type: "suite", suite: "merges-2026-11" } } as Plan;
    const row = { name: "b", prompt: "", checks: asked.slice(1) };
    expect(checksOf(ofSuite, sample, row), "a suite is only named").toEqual(asked);
    render(<CheckResults sample={sample} asked={checksOf(plan, sample)} />);
    const shown = await screen.findByTestId("expected-diff");
    const of = (part: string) =>
      [...shown.querySelectorAll(part)].map(({ textContent }) => textContent?.trim()).join(" ");
    expect([of("del"), of("ins")], "what is missing, and what is too much").toEqual([
      "three",
      "and a half",
    ]);
  });

  it("has a badge in words, with the reason of every check that does not hold", () => {
    const { rerender } = render(<RightTag sample={checked(HOLDS, FAILS, UNSURE)} />);
    const badge = screen.getByRole("button", { name: "wrong" });
    expect(badge.dataset.tip, "both that do not hold, and not the one that does").toBe(
      'is JSON (wrong): expected JSON, found "Paris". is in French (not known if right): too short to tell its language.',
    );
    rerender(<RightTag sample={checked(HOLDS, HOLDS)} />);
    expect(screen.getByRole("button", { name: "right" }).dataset.tip).toBe("All 2 checks hold.");
    rerender(<RightTag sample={unchecked} />);
    expect(screen.queryByRole("button"), "nothing was checked").toBeNull();
  });

  it("is counted over rounds among those that are known, and the unknown apart", () => {
    const samples = [checked(HOLDS), checked(FAILS), checked(HOLDS), checked(UNSURE)];
    expect(rightInWords(samples)).toBe("right in 2 of 3 · 1 not known");
    expect(rightInWords([checked(UNSURE)]), "no share of none").toBe("1 not known");
    expect(rightInWords([unchecked]), "without checks").toBeNull();
  });
});

describe("a lane with a wrong answer", () => {
  const lanes = [lane(checked(FAILS)), lane(checked(HOLDS)), lane(checked(UNSURE))];
  const of = (rank: number | null) => ({
    ...(rank === null ? {} : { rank }),
    crossed_ms: 300,
    tied: false,
    written: 64,
    total: 80,
    thought: 0,
    beyond: 0,
  });
  const photo = {
    tokens: 64,
    lanes: [of(null), of(1), of(2)],
    said: { first: [1], silent: [], failed: [] },
  };
  const race = { lanes, run: { id: "r" }, round: 0, stage: "ended" } as unknown as Race;

  it("is struck through on the track, says so beside its bar, and the legend says what that means", () => {
    const rows = photoRows(race, photo);
    expect(
      rows.map(({ wrong }) => wrong),
      "only that one",
    ).toEqual([true, false, false]);
    expect(rows.map(({ said }) => said)).toEqual(["wrong answer", "", ""]);
    const marks = (shown: typeof rows) => legendOf(shown, 64, null).map(({ mark }) => mark);
    expect(marks(rows)).toContain("wrong");
    expect(marks(rows.slice(1)), "only where it occurs").not.toContain("wrong");
  });

  it("has a line through as much of its bar as is drawn, and no other has one", () => {
    const parts = ["waited", "hatch", "rest-think", "rest-write", "think", "write", "unsure"];
    const others = ["notches", "within", "whisker", "wrong", "head", "count", "end", "tie"];
    const rootOf = () => {
      const root = document.createElement("li");
      for (const part of [...parts, ...others]) {
        const each = document.createElement("i");
        each.dataset.part = part;
        root.append(each);
      }
      return root;
    };
    const scale = { width: 640, line: 64, bar: 20, longestWaitMs: 300 };
    const widths = photoRows(race, photo).map((picture) => {
      const row = rowIn(rootOf());
      if (!row) throw new Error("A part of the row is missing.");
      drawRow(row, { ...picture, reach: 32 }, scale);
      return row.wrong.style.width;
    });
    expect(widths, "half of the way").toEqual(["320px", "0px", "0px"]);
  });

  it("is struck through by the clock as well, and says so beside its end", () => {
    const timed = (sample: Sample) =>
      lane({ ...sample, latency_ms: 1_000, doubts: [], ticks_ms: [] } as unknown as Sample);
    const clocked = { ...race, lanes: [timed(checked(FAILS)), timed(checked(HOLDS))] };
    const { endings } = clockAxis(clocked as unknown as Race, 0);
    expect(endings).toEqual(["1.00 s, wrong answer", "1.00 s"]);
  });

  it("has the best number of nobody, however fast it was", () => {
    const fast = { ...lane(checked(FAILS)), sample: { ...checked(FAILS), ttft_ms: 5 } };
    const slow = { ...lane(checked(HOLDS)), sample: { ...checked(HOLDS), ttft_ms: 300 } };
    const best = bestOf([fast, lane(checked(HOLDS)), slow], "ttft_ms");
    expect([...best], "the best of those that are not wrong").toEqual([1]);
  });

  it("is named as not ranked, over rounds with how often", () => {
    const medals = { medals: [], distances: [], to_distance_ms: [], photos: [photo] };
    const once = { round: 0, rounds: 1 };
    expect(tell(photo, medals, once, nameOf, lanes).rest).toContain(
      "Not ranked, because an answer is wrong: Wafer.",
    );
    const rounds = [lane(checked(HOLDS), checked(FAILS)), lane(checked(HOLDS), checked(UNSURE))];
    expect(leftOut(rounds, nameOf)).toBe("Not ranked, because an answer is wrong: Wafer (1 of 2)");
    expect(leftOut(rounds.slice(1), nameOf), "unknown is not wrong").toBeNull();
  });
});

const RIGHT = {
  right: 1,
  wrong: 0,
  unknown: 0,
  share: 1,
  interval: { low: 0.207, high: 1 },
  seconds_per_right: 1.5,
  usd_per_right: 0.25,
};
const WRONG = { right: 0, wrong: 1, unknown: 0, share: 0, interval: { low: 0, high: 0.793 } };

/** A recorded run as if the answer of its first lane had been wrong and those of the others right. */
function withChecks(run: Run): Run {
  return {
    ...run,
    lanes: run.lanes.map((each, index) => ({
      ...each,
      right: index === 0 ? WRONG : RIGHT,
      samples: each.samples.map((sample) => ({
        ...sample,
        right: index !== 0,
        checks: [index === 0 ? FAILS : HOLDS],
      })),
    })),
  };
}

function checkedEvent(event: RaceEvent): RaceEvent {
  return event.type === "ended" ? { ...event, run: withChecks(event.run) } : event;
}

/** The engine ranks the others only. */
function rankedWithout(medals: Medals): Medals {
  const photos = (medals.photos ?? []).map(
    (photo) =>
      photo && {
        ...photo,
        lanes: photo.lanes.map((each, index) =>
          index === 0 ? { ...each, rank: null, gap_ms: null } : each,
        ),
        said: { ...photo.said, first: photo.said.first.filter((index) => index !== 0) },
      },
  );
  return { ...medals, photos };
}

const answersChecked = (said: Backend): Partial<Backend> => ({
  startRace: (plan, onEvent) => said.startRace(plan, (event) => onEvent(checkedEvent(event))),
  medals: async (run, distance) => rankedWithout(await said.medals(run, distance)),
});

describe("a race whose answers are checked", () => {
  it("shows the verdict on every card, strikes the wrong time and has rows of right answers", async () => {
    const opened = await open("first", "#/race", answersChecked);
    await raceToTheEnd(opened);
    const badgeOf = (index: number, name: string) =>
      within(screen.getByTestId(`lane-${index}-tags`)).getByRole("button", { name });
    expect(badgeOf(0, "wrong").dataset.tip, "with the reason").toContain("expected JSON");
    expect(badgeOf(1, "right"), "another").toBeTruthy();
    const time = () => screen.getByTestId("crossed-0");
    await waitFor(() => expect(time().querySelector("s"), "struck through").not.toBeNull());
    expect(screen.getByTestId("crossed-1").querySelector("s"), "only that one").toBeNull();
    expect(screen.getByTestId("finish-legend").textContent).toContain("an answer is wrong");
    expect(screen.getByTestId("track-0").textContent, "heard as well").toContain("no place");
    act(() => useView.setState({ axis: "clock" }));
    expect(screen.getByTestId("track-0").querySelector("s"), "by the clock as well").not.toBeNull();
    expect(screen.getByTestId("track-1").querySelector("s"), "only that one").toBeNull();
    await opened.user.click(screen.getByTestId("view-table"));
    const cells = async (row: string) =>
      [...(await screen.findByTestId(row)).querySelectorAll("td")].map((td) => td.textContent);
    expect(await cells("row-right")).toEqual(["wrong", "right", "right", "right"]);
    expect((await cells("row-seconds_per_right")).slice(0, 2)).toEqual(["–", "1.50 s"]);
    expect((await cells("row-usd_per_right")).slice(0, 2)).toEqual(["–", "$0.25"]);
    expect((await screen.findByTestId("left-out")).textContent).toMatch(/^Not ranked.*wafer-scale/);
    await expectAccessible("the table with right answers");
  });

  it("has no rows, badges or marks of them without checks", async () => {
    const opened = await open("first");
    await raceToTheEnd(opened);
    expect(screen.queryByTestId("left-out")).toBeNull();
    await opened.user.click(screen.getByTestId("view-table"));
    await screen.findByTestId("numbers-table");
    expect(screen.queryByTestId("row-right")).toBeNull();
    expect(screen.queryByTestId("row-seconds_per_right")).toBeNull();
  });

  it("has shares with their intervals over rounds, and counts on the card", async () => {
    const opened = await open("rounds", "#/race", answersChecked);
    await screen.findByTestId("chip-0");
    act(() => useDraft.setState({ repeat: 6 }));
    await raceToTheEnd(opened, 60_000);
    expect(screen.getByTestId("lane-1-summary").textContent).toMatch(/right in (\d+) of \1 /);
    await opened.user.click(screen.getByTestId("view-table"));
    const row = await screen.findByTestId("row-share_right");
    expect(row.querySelectorAll("td")[1]?.textContent).toBe("100 % (95 %: 21–100 %)");
    expect(screen.getByTestId("row-right_answers").textContent).toContain("1 of 1");
  });

  it("says who is right more often, with its p value, and claims nothing of the others", async () => {
    const pairs = [
      { first: 1, second: 0, pairs: 30, only_first: 14, only_second: 0, p: 0.0001, differs: true },
      { first: 1, second: 2, pairs: 30, only_first: 3, only_second: 1, p: 0.375, differs: false },
    ];
    const paired = (event: RaceEvent): RaceEvent =>
      event.type === "ended" ? { ...event, run: { ...event.run, right_pairs: pairs } } : event;
    const opened = await open("first", "#/race", (said) => ({
      startRace: (plan, onEvent) => said.startRace(plan, (event) => onEvent(paired(event))),
    }));
    await raceToTheEnd(opened);
    await opened.user.click(screen.getByTestId("view-table"));
    const told = (await screen.findByTestId("right-pairs")).textContent ?? "";
    expect(told).toMatch(
      / is right more often than .*14 had the first right alone and 0 the second/,
    );
    expect(told, "a small p is no zero").toContain("p < 0.001");
    expect(told).toMatch(/Whether .* is right more often, this does not show\..*p = 0\.375/);
    expect(told, "what several are held to").toContain("over all pairs of 3 together");
    await expectAccessible("who is right more often");
  });
});
