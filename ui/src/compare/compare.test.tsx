import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { CompareQuestion, CompareView, Selection } from "../backend/backend";
import { type Recording, sceneOf } from "../backend/recorded";

import { said, verbatim } from "../strings/said";
import { expectAccessible, open, startAfresh } from "../testing";
import { standingText, tieOf } from "./Better";
import { idsOf } from "./CompareScreen";
import { TABS, type Tab, useCompareStore } from "./compareStore";
import { breakEvens, drawnPart } from "./LengthsChart";
import { kindOf } from "./Samples";

/** The engine's answer about the recorded runs. */
const compared = ({ asked }: Recording, isSimulated: boolean): CompareView =>
  asked.find(
    ({ command, given }) =>
      command === "compare" && (given.question as CompareQuestion).simulated === isSimulated,
  )?.answer as CompareView;

const full = compared(await sceneOf("history"), false);
const nobody = compared(await sceneOf("first"), false);

const BEGINNING = useCompareStore.getState();

beforeEach(() => {
  startAfresh();
  useCompareStore.setState(BEGINNING, true);
});

const chosen = async (tab: Tab) => {
  const { user } = await open("history", "#/compare");
  await user.click(await screen.findByTestId(`tab-${tab}`));
  return user;
};

test("nothing to compare says what it takes", async () => {
  await open("first", "#/compare");
  await screen.findByText("Nothing to compare yet");
  await expectAccessible("the empty screen");
});

test("where nothing is real, simulated requests are offered apart", async () => {
  const { backend, user } = await open("first", "#/race");
  const nothing = { ...nobody, simulated_requests: 12 };
  const asked = vi.spyOn(backend, "compare").mockResolvedValue(nothing);
  window.location.hash = "#/compare";
  const offer = await screen.findByTestId("compare-simulated");
  expect(offer.textContent, "how many there are").toContain("12");
  await user.click(offer);
  await waitFor(() =>
    expect(asked.mock.lastCall?.[1].simulated, "they are asked for alone").toBe(true),
  );
});

test.each(TABS)(
  "the view “%s” has charts with a sentence, conditions and a table, and is accessible",
  async (tab) => {
    const user = await chosen(tab);
    const panel = await screen.findByRole("tabpanel");
    expect(panel.textContent?.length, "it says something").toBeGreaterThan(100);
    expect(panel.textContent, "it has no hole in it").not.toMatch(/undefined|null|NaN/);
    for (const figure of within(panel).queryAllByRole("figure")) {
      const name = figure.dataset.testid;
      const reading = within(figure).getByTestId("reading").textContent ?? "";
      expect(reading, `${name} reads as a sentence`).toMatch(/\.$/);
      await user.click(within(figure).getByTestId("as-table"));
      expect(within(figure).getByTestId("chart-table"), `${name} has its table`).toBeDefined();
      await user.click(within(figure).getByTestId("as-table"));
    }
    const conditions = screen.getByTestId("page-conditions").textContent;
    expect(conditions, "under what conditions is said once").toContain("real requests");
    expect(panel.textContent, "and not below each chart").not.toContain("real requests");
    await expectAccessible(tab);
  },
);

test("the cards name who leads, with the number that shows it", async () => {
  await open("history", "#/compare");
  const cards = await screen.findAllByTestId("champion");
  const { champions } = full;
  expect(cards.length, "four of them").toBe(4);
  for (const [at, card] of cards.entries()) {
    const champion = champions[at];
    const told = champion ? [said(champion.title), said(champion.figure)] : [];
    expect(told.every(Boolean), "both are said").toBe(true);
    for (const text of told) expect(card.textContent, "title and number").toContain(text);
  }
});

test("a contender is left out by a press, keeps its colour, and comes back", async () => {
  const { user } = await open("history", "#/compare");
  const [first] = full.contenders;
  const chip = await screen.findByTestId("contender-0");
  expect(chip.getAttribute("aria-pressed"), "it is in").toBe("true");
  await user.click(chip);
  await waitFor(() => expect(chip.getAttribute("aria-pressed"), "it is out").toBe("false"));
  expect(useCompareStore.getState().question.hidden, "by its id").toEqual([first?.id]);
  await user.click(chip);
  await waitFor(() => expect(chip.getAttribute("aria-pressed"), "and back").toBe("true"));
});

test("what the user sets is asked of the engine and of nobody else", async () => {
  const { backend, user } = await open("history", "#/compare");
  const asked = vi.spyOn(backend, "compare");
  const last = (): CompareQuestion => asked.mock.lastCall?.[1] ?? {};
  const where = (): Selection => asked.mock.lastCall?.[0] ?? {};
  await user.selectOptions(await screen.findByTestId("cost-of"), "million_tokens");
  await waitFor(() => expect(last().cost_of, "the cost axis").toBe("million_tokens"));
  await user.selectOptions(screen.getByTestId("workload-preset"), "code");
  await waitFor(() => expect(last().workload?.out_tokens, "a code file").toBe(4_000));
  await user.type(screen.getByTestId("compare-search"), "haiku");
  await waitFor(() => expect(where().search, "the history's own language").toBe("haiku"));
  await user.click(screen.getByText("All"));
  await waitFor(() => expect(where().since_s, "all time").toBeUndefined());
});

test("an address with ids compares those runs, and one press leads to everything", async () => {
  expect(idsOf("a+b"), "ids are joined by a plus").toEqual(["a", "b"]);
  expect(idsOf(null), "none is none").toEqual([]);
  const { backend, user } = await open("history", "#/race");
  const asked = vi.spyOn(backend, "compare");
  window.location.hash = "#/compare/run-0001+run-0002";
  await user.click(await screen.findByTestId("compare-everything"));
  expect(asked.mock.calls[0]?.[0].runs, "those two").toEqual(["run-0001", "run-0002"]);
  await waitFor(() => expect(asked.mock.lastCall?.[0].runs, "all of them").toBeUndefined());
});

test("simulated requests stand below a ribbon that says so", async () => {
  const { user } = await open("history", "#/compare");
  expect(full.simulated, "the recorded answer is real").toBe(false);
  useCompareStore.getState().ask({ simulated: true });
  const ribbon = await screen.findByTestId("compare-ribbon");
  expect(ribbon.textContent, "none of it is real").toContain("SIMULATED");
  await user.click(screen.getByTestId("tab-length"));
  const conditions = screen.getAllByTestId("conditions").map((line) => line.textContent);
  for (const line of conditions) expect(line, "and each chart does").toMatch(/^SIMULATED/);
});

test("unknown prices are blank and said, never zero", async () => {
  const { backend } = await open("history", "#/race");
  const priceless: CompareView = {
    ...full,
    what_if: {
      ...full.what_if,
      estimates: full.what_if.estimates.map(
        ({ usd: _1, usd_per_month: _2, loop_usd: _3, ...rest }) => rest,
      ),
    },
  };
  vi.spyOn(backend, "compare").mockResolvedValue(priceless);
  window.location.hash = "#/compare";
  useCompareStore.getState().look({ tab: "whatIf" });
  const table = await screen.findByTestId("what-if-table");
  expect(table.textContent, "no dollar that nobody knows").not.toContain("$");
});

test("a ranking's formula is shown, and what is changed in it is asked for", async () => {
  const user = await chosen("rankings");
  const card = within(await screen.findByTestId("ranking-voice"));
  expect(card.getByText(/Weighed: p95 TTFAT 60 %/), "the formula in words").toBeDefined();
  await user.click(card.getByTestId("edit-voice"));
  const weight = card.getByLabelText<HTMLInputElement>("p95 TTFAT");
  await user.clear(weight);
  await user.type(weight, "20");
  const uses = useCompareStore.getState().question.use_cases ?? [];
  const voice = uses.find(({ id }) => id === "voice");
  expect(voice?.terms[0]?.weight, "the new weight").toBe(20);
  expect(uses.length, "beside the other uses").toBe(4);
  await user.click(card.getByText("Reset"));
  expect(useCompareStore.getState().question.use_cases, "or as they began").toEqual([]);
});

test("what stands level with the leader is joined with it, and called a tie only if it is one", () => {
  const rows = (...standings: ("better" | "worse" | "alike" | "unsettled")[]) =>
    standings.map((standing) => ({ standing }));
  expect(tieOf(rows("alike", "alike", "better"))).toEqual({ rows: 2, text: "tie" });
  expect(tieOf(rows("alike", "unsettled", "better")), "not known to be one").toEqual({
    rows: 2,
    text: "not told apart",
  });
  expect(tieOf(rows("better", "alike")).rows, "told apart").toBe(0);
  const untested = { standing: "untested" } as const;
  expect(tieOf([untested]).text, "nothing was tested").toBe("too few to compare");
  expect(standingText(untested)).toBe("too few to compare");
  expect(standingText({ standing: "unsettled" })).toBe("not told apart");
});

test("a row that rests on one run of each says that it holds for these runs", () => {
  expect(standingText({ standing: "better", one_run_each: true })).toBe("worse in these runs");
  expect(standingText({ standing: "better" }), "of several runs").toBe("worse");
});

test("a span of a decade is drawn on a logarithmic scale", () => {
  expect(kindOf([100, 950]), "near each other").toBe("linear");
  expect(kindOf([100, 1_000]), "far apart").toBe("log10");
  expect(kindOf([0, 450]), "zero has no logarithm").toBe("linear");
});

test("a break-even is drawn where another leads, and not where one of many ties joins or leaves", () => {
  const leader = (tied: number, from: number) => ({
    place: 0,
    tied: Array.from({ length: tied }, (_, at) => at + 1),
    from,
    to: 8_192,
  });
  const leaders = [leader(16, 16), leader(17, 22), leader(16, 27), leader(0, 300), leader(1, 900)];
  expect(breakEvens(leaders)).toEqual([300, 900]);
  expect(breakEvens([leader(0, 16), leader(9, 40)]), "nobody leads from there").toEqual([40]);
});

test("what was measured is drawn as far as its axis goes, and no further", () => {
  expect(
    drawnPart([
      [64, 1_000],
      [512, 2_000],
    ]),
    "what fits is as it was",
  ).toEqual([
    { x: 64, y: 1_000 },
    { x: 512, y: 2_000 },
  ]);
  expect(
    drawnPart([
      [8, 100],
      [24, 300],
    ]),
    "cut where the axis begins",
  ).toEqual([
    { x: 16, y: 200 },
    { x: 24, y: 300 },
  ]);
  const long = drawnPart([
    [4_192, 1_000],
    [12_192, 3_000],
  ]);
  expect(long, "and where it ends").toEqual([
    { x: 4_192, y: 1_000 },
    { x: 8_192, y: 2_000 },
  ]);
  expect(
    drawnPart([
      [3, 10],
      [9, 20],
    ]),
    "nothing of what lies beside it",
  ).toEqual([]);
  expect(
    drawnPart([
      [3, 10],
      [3, 10],
    ]),
    "nor a lone point there",
  ).toEqual([]);
});

test("cost against speed says what it waits for where no cost is known", async () => {
  const priceless = { ...full, cost_speed: { ...full.cost_speed, marks: [] } };
  await open("history", "#/compare", () => ({ compare: async () => priceless }));
  const hint = await screen.findByTestId("how-to-price");
  expect(within(hint).getByRole("link").getAttribute("href")).toBe("#/providers/~prices");
});

/** The recorded comparison, of whose first two contenders the answers were checked. */
function checked(): CompareView {
  const answers = (right: number, wrong: number) => ({
    right,
    wrong,
    unknown: 1,
    share: right / (right + wrong),
    interval: { low: 0.5, high: 0.99 },
    seconds_per_right: 2,
    usd_per_right: 0.004,
  });
  const [first, second, ...rest] = full.contenders;
  if (!first || !second) throw new Error("two contenders");
  return {
    ...full,
    contenders: [
      { ...first, right: answers(12, 8) },
      { ...second, right: answers(19, 1) },
      ...rest,
    ],
    quality: {
      order: [second.place, first.place],
      pairs: [
        { first: 1, second: 0, pairs: 20, only_first: 8, only_second: 1, p: 0.02, differs: true },
      ],
      sentence: verbatim("The second is right in 95 % of 20 answers."),
    },
  };
}

test("right answers are shown with their interval and what each takes, and unchecked ones named apart", async () => {
  const { user } = await open("history", "#/compare", () => ({ compare: async () => checked() }));
  await user.click(await screen.findByTestId("tab-quality"));
  const panel = await screen.findByRole("tabpanel");
  await user.click(within(await screen.findByTestId("quality")).getByTestId("as-table"));
  const rows = [...panel.querySelectorAll("tbody tr")].map((row) => row.textContent ?? "");
  expect(rows, "those that were checked, the best first").toHaveLength(2);
  expect(rows[0], "its share").toContain("95");
  expect(rows[0], "and what a right answer takes").toContain("$0.0040");
  const pairs = await screen.findByTestId("quality-pairs");
  expect(pairs.textContent, "who is right more often").toContain("is right more often than");
  const third = full.contenders[2];
  const unchecked = third ? said(third.name) : "";
  expect(panel.textContent, "the others are no zero").toContain(unchecked);
  await expectAccessible("right answers");
});

test("first uses of schemas, tools, cache and tiers are told with n, and only where they are known", async () => {
  const { backend, user } = await open("history", "#/compare");
  await screen.findByTestId("champions");
  expect(screen.queryByTestId("first-schema-uses"), "no run used a schema").toBeNull();
  expect(screen.queryByTestId("carried"), "nothing called a tool").toBeNull();
  const [first, second, ...rest] = full.contenders;
  if (!first?.ttft_ms || !second) throw new Error("two contenders");
  const called = { ...first.ttft_ms, middle: 620, spread: { ...first.ttft_ms.spread, n: 7 } };
  const use = {
    uses: 8,
    later: 40,
    first_ms: 1_400,
    later_ms: 300,
    difference_ms: 1_100,
    ci: { low: 900, high: 1_300 },
    cached_later: 0,
    sentence: verbatim("The first use of a schema takes longer."),
  };
  vi.spyOn(backend, "compare").mockResolvedValue({
    ...full,
    contenders: [
      {
        ...first,
        first_schema_use: use,
        carried: {
          tool_call_ms: called,
          per_image: { each_ms: 31, ci: { low: 28, high: 35 }, rounds: 9, runs: 1 },
          answered_tiers: [{ tier: "flex", requests: 5 }],
        },
      },
      {
        ...second,
        first_schema_use: { ...use, uses: 2, ci: null },
        carried: { per_image: { each_ms: 44, ci: null, rounds: 3, runs: 1 }, answered_tiers: [] },
      },
      ...rest,
    ],
  });
  useCompareStore.getState().ask({ second_usd: 0.03 });
  const uses = await screen.findByTestId("first-schema-uses");
  expect(within(uses).getByTestId("reading").textContent).toContain("takes longer.");
  await user.click(within(uses).getByTestId("as-table"));
  const rows = [...uses.querySelectorAll("tbody tr")].map((row) => row.textContent ?? "");
  expect(rows[0], "with its interval and n").toMatch(/1\.10.s.*0?\.?9.*1\.3.*8.*40/);
  expect(rows[1], "of too few, none").toContain("no interval");
  const carried = (await screen.findByTestId("carried")).textContent;
  expect(carried, "when the tool was called, over how many").toContain("(n 7)");
  expect(carried, "what an image takes, with its interval").toMatch(
    /0\.031.s \(95.%: .*28.*35.*s\) \(n 9\)/,
  );
  expect(carried, "of too few rounds without one").toMatch(/0\.044.s \(n 3\)/);
  expect(carried, "and who answered").toContain("flex (n 5)");
  expect(carried, "what nobody has is no column").not.toContain("predicted tokens");
  await expectAccessible("first uses and tools");
});

test("the map of who is best can ask for a share of right answers, where any were checked", async () => {
  const { backend, user } = await open("history", "#/compare");
  await screen.findByTestId("win-map");
  expect(screen.queryByTestId("least-right"), "nothing was checked").toBeNull();
  const asked = vi.spyOn(backend, "compare").mockImplementation(async () => checked());
  useCompareStore.getState().ask({ second_usd: 0.02 });
  await user.selectOptions(await screen.findByTestId("least-right"), "0.95");
  await waitFor(() => expect(asked.mock.lastCall?.[1].least_right, "it is asked for").toBe(0.95));
});
