import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type {
  Backend,
  ShownContender,
  WatchDraft,
  WatchesView,
  WatchingNews,
  WatchShown,
  WatchSummary,
} from "../backend/backend";
import { verbatim } from "../strings/said";
import { strings } from "../strings/strings";
import { expectAccessible, open, startAfresh } from "../testing";

const NOW_S = Math.floor(Date.now() / 1_000);
const HOUR_S = 3_600;

const summary = (given: Partial<WatchSummary> = {}): WatchSummary => ({
  id: "w1",
  name: "nightly",
  paused: false,
  every_minutes: 60,
  contenders: ["acme/fast"],
  turns: [{ outcome: "done", turns: 2 }],
  latest_s: NOW_S - HOUR_S,
  next_s: NOW_S + HOUR_S,
  ...given,
});

const contender = (lane: number, given: Partial<ShownContender>): ShownContender => ({
  lane,
  label: "Acme",
  model: `model-${lane}`,
  simulated: false,
  turns: 2,
  whole: 420,
  lately: 410,
  before: 400,
  available: 0.999,
  budget_used: 1,
  course: [1, 2].map((turn) => ({
    at_s: NOW_S - turn * HOUR_S,
    turns: 1,
    value: 400 + turn * 10,
    low: 400,
    high: 500,
    requests: 1,
    failed: 0,
  })),
  rolling: [],
  hours: [{ weekday: 0, hour: 9, n: 2, value: 420 }],
  outages: [],
  ...given,
});

const shown = (given: Partial<WatchShown> = {}): WatchShown => ({
  summary: summary(),
  rhythm: { every_minutes: 60, hours: { from_minute: 480, until_minute: 1_080 }, days: ["mon"] },
  budget: { usd_per_day: 1 },
  site: "Berlin",
  conditions: null,
  from_s: NOW_S - 7 * 24 * HOUR_S,
  until_s: NOW_S,
  number: "ttft",
  contenders: [
    contender(0, {}),
    contender(1, { label: "Globex", whole: null, lately: null, before: null }),
  ],
  changes: [
    {
      lane: 0,
      number: "ttft",
      since_s: NOW_S - 2 * HOUR_S,
      standing: "worse",
      sentence: verbatim("Acme: TTFT is 31 % longer since Tue 2026-11-24 14:05."),
    },
  ],
  latest: [
    { number: 7, asked: false, due_s: NOW_S - HOUR_S, outcome: "done", run: "r1", turns: 1 },
    {
      number: 5,
      asked: false,
      due_s: NOW_S - 3 * HOUR_S,
      outcome: "missed",
      why: "Paceline was not running.",
      turns: 2,
    },
  ],
  alarms: [],
  ...given,
});

const view = (given: Partial<WatchesView> = {}): WatchesView => ({
  watches: [{ summary: summary(), taker: "nobody", latest: null }],
  takes: false,
  running: null,
  ...given,
});

const NOTHING: WatchesView = { watches: [], takes: false, running: null };

/** The window on its Watch screen, over these answers. */
function openWatch(at: string, answers: Partial<Backend>) {
  const said: Partial<Backend> = {
    watches: async () => view(),
    watchShown: async () => shown(),
    followWatches: async () => undefined,
    ...answers,
  };
  return open("first", at, () => said);
}

beforeEach(startAfresh);

describe("the Watch screen", () => {
  test("shows what was measured, what changed, and that nobody takes turns", async () => {
    await openWatch("#/watch", {});
    const detail = await screen.findByTestId("watch-changes");
    expect(detail.textContent, "the change in its own words").toContain("31 % longer");
    expect(within(detail).getByText(strings.watch.found.standings.worse)).toBeDefined();
    const facts = screen.getByTestId("watch-facts").textContent ?? "";
    expect(facts, "rhythm, budget and site").toMatch(/1 h.*Mon.*08:00.*18:00.*\$1.*Berlin/);
    expect(facts, "nobody takes its turns").toContain(strings.watch.takers.nobody);
    const rows = within(screen.getByTestId("watch-contenders")).getAllByRole("row");
    expect(rows[2]?.textContent, "unknown is a dash and no zero").toContain("–");
    const turns = screen.getByTestId("watch-turns");
    expect(turns.textContent, "a turn that was missed says why").toContain(
      "Paceline was not running.",
    );
    await expectAccessible("a watch");
  });

  test("asks for another number and another period", async () => {
    const asked = vi.fn<Backend["watchShown"]>(async () => shown());
    const { user } = await openWatch("#/watch", { watchShown: asked });
    await user.click(await screen.findByTestId("watch-number-failures"));
    await user.click(screen.getByTestId("watch-days-28"));
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith("w1", "failures", 28));
  });

  test("adds the race that is on screen, and takes its turns if that is wished", async () => {
    const added = vi.fn(async (_draft: WatchDraft) => "w1");
    const kept = vi.fn();
    const { user, backend } = await openWatch("#/watch", {
      watches: async () => (added.mock.calls.length > 0 ? view({ takes: true }) : NOTHING),
      addWatch: added,
      setPreferences: async (preferences) => {
        kept(preferences.watches);
        return preferences;
      },
    });
    expect(backend).toBeDefined();
    await user.click(await screen.findByTestId("watch-new"));
    await user.type(await screen.findByTestId("watch-name"), "nightly");
    await user.selectOptions(screen.getByTestId("watch-every"), "30");
    await user.click(screen.getByTestId("watch-add"));
    await screen.findByTestId("watch-changes");
    const [draft] = added.mock.calls[0] ?? [];
    expect(draft?.name).toBe("nightly");
    expect(draft?.rhythm.every_minutes).toBe(30);
    expect(draft?.plan.lanes.length, "the lanes of the Race screen").toBeGreaterThan(0);
    expect(kept, "the switch is on from now on").toHaveBeenCalledWith(true);
  });

  test("says that a turn is taken, and lets it be stopped", async () => {
    let tell: (news: WatchingNews) => void = () => undefined;
    const stopped = vi.fn(async () => undefined);
    const { user } = await openWatch("#/watch", {
      followWatches: async (news) => {
        tell = news;
      },
      stopTurn: stopped,
    });
    await screen.findByTestId("watch-now");
    act(() => tell({ type: "begun", watch: "w1" }));
    await user.click(await screen.findByTestId("watch-stop"));
    expect(stopped).toHaveBeenCalled();
    act(() => tell({ type: "not_taken", watch: "w1", why: "It is over budget." }));
    const told = await screen.findAllByText(/It is over budget/);
    expect(told.length, "seen, and read aloud").toBeGreaterThan(0);
  });
});
