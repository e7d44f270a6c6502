/** The judge of a race: chosen in the composer, told while it is asked, and believed only if the engine says so. */

import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Backend, JudgeFindings, Judgement, RaceEvent, Run } from "../../backend/backend";
import { planOf, useDraft } from "../../plan/draft";
// Read before, so that no test waits for it.
import "../../plan/judge/JudgeForm";
import { canBeJudged } from "../../plan/judge/AskJudge";
import { expectAccessible, open, raceToTheEnd, startAfresh } from "../../testing";
import { merged, planOfOne } from "../beside";
import type { Race } from "../race";
import { useRaceStore } from "../raceStore";
import { reduce } from "../reduce";
import { useView } from "../view";
import { agreementInWords, askedInWords, briefly, remarksInWords, wordInWords } from "./judged";

const FOUND: JudgeFindings = {
  pairs: 12,
  unread: 0,
  same: 11,
  ties: 0,
  first: 1,
  second: 0,
  mixed: 0,
  agreement: 11 / 12,
  interval: { low: 0.646, high: 0.985 },
  word: "used",
  lanes: [
    { first: 1, second: 0, pairs: 12, only_first: 11, only_second: 0, p: 0.0005, differs: true },
  ],
  requests: 24,
  cost_usd: 0.25,
  cost_unknown: 1,
  seconds: 12,
  cut: 2,
  named: 0,
};

const JUDGED: Judgement = {
  provider: "groq",
  label: "Groq",
  model: "judge-1",
  simulated: false,
  votes: [
    { round: 0, first: 0, second: 1, status: "ok", choice: "second", text: "The second is right." },
    { round: 0, first: 1, second: 0, status: "ok", choice: null, text: "Both are good." },
  ],
  identical: 1,
  not_asked: 0,
  findings: FOUND,
};

const nameOf = (index: number) => ["Wafer", "Lattice", "Harbor"][index] ?? "";
const RUN = { lanes: [{ provider: "groq", model: "judge-1" }] } as unknown as Run;

beforeEach(() => {
  startAfresh();
  useView.setState({ view: "lanes", axis: "distance", distance: null });
});

describe("what a judge says", () => {
  it("is who was asked and at what cost, and how often it agreed with itself", () => {
    expect(askedInWords(JUDGED, FOUND)).toBe(
      "Groq judge-1 was asked 24 times about 12 answer pairs, blind to names and in both orders, cost $0.25, 1 request of unknown cost, took 12.0 s.",
    );
    expect(agreementInWords(FOUND)).toBe(
      "It agreed with itself in 11 of 12 (92 %, 95 %: 65–99 %).",
    );
    expect(remarksInWords(RUN, JUDGED, FOUND)).toEqual([
      "Pairs with the same answer word for word, about which nobody was asked: 1.",
      "Pairs in which something was too long for the judge to be shown whole: 2.",
      "The judge is itself one of the lanes, and models tend to prefer their own answers.",
    ]);
  });

  it.each<[JudgeFindings["word"], RegExp]>([
    ["prefers_first", /whatever came first in 1 of 12 .*its word is not used\.$/],
    ["prefers_second", /whatever came second in 0 of 12 .*its word is not used\.$/],
    ["chance", /not surely more than chance: its word is not used\.$/],
    ["too_few", /too few to use its word\.$/],
    ["only_ties", /called all 12 a tie.*its word is not used\.$/],
    ["unread", /there is no word to use\.$/],
  ])("is not told where its word is %s", (word, words) => {
    const found = { ...FOUND, word };
    expect(wordInWords(found)).toMatch(words);
    expect(briefly({ ...JUDGED, findings: found }, nameOf), "beside the medals too").toMatch(words);
  });

  it("is whom it prefers where its word is used", () => {
    expect(briefly(JUDGED, nameOf)?.toLowerCase()).toBe("prefers lattice to wafer.");
    const open = { ...FOUND, lanes: FOUND.lanes.map((pair) => ({ ...pair, differs: false })) };
    expect(briefly({ ...JUDGED, findings: open }, nameOf)).toMatch(/neither Lattice nor Wafer/);
    expect(briefly({ ...JUDGED, findings: null }, nameOf), "nothing is known yet").toBeNull();
  });
});

const judgedEvent = (event: RaceEvent): RaceEvent =>
  event.type === "ended" ? { ...event, run: { ...event.run, judgement: JUDGED } } : event;

const judged = (said: Backend): Partial<Backend> => ({
  startRace: (plan, onEvent) => said.startRace(plan, (event) => onEvent(judgedEvent(event))),
});

describe("a race with a judge", () => {
  it("tells its word beside the medals, and every verdict in a view of its own", async () => {
    const opened = await open("first", "#/race", judged);
    await raceToTheEnd(opened);
    expect((await screen.findByTestId("judged")).textContent).toMatch(/^Judge .*prefers/i);
    await opened.user.click(screen.getByTestId("view-judge"));
    const view = await screen.findByTestId("judge-view");
    expect(within(view).getByTestId("judge-word").textContent).toContain("Its word is used");
    expect(within(view).getByTestId("judged-lanes").textContent).toContain("p < 0.001");
    const votes = within(view).getByTestId("judge-votes").textContent;
    expect(votes).toContain("The second is right.");
    expect(votes, "one gave none").toContain("no verdict");
    await expectAccessible("the view of the judge");
  });

  it("has no view and no word of one without it", async () => {
    const opened = await open("first");
    await raceToTheEnd(opened);
    expect(screen.queryByTestId("view-judge")).toBeNull();
    expect(screen.queryByTestId("judged")).toBeNull();
  });

  it("says how far the judge is while it is asked", () => {
    const race = { judging: null, lanes: [] } as unknown as Race;
    const told = reduce(race, { type: "judging", ended: 3, of: 12 });
    expect(told.judging).toEqual({ ended: 3, of: 12 });
  });

  it("can be asked later about a race that is kept, tells how far it is and what it said", async () => {
    const told: ((event: RaceEvent) => void)[] = [];
    const asked: unknown[] = [];
    const opened = await open("first", "#/race", () => ({
      judgeForecast: async () => ({ requests: 12, most_usd: 0.02, unpriced: false, problems: [] }),
      judgeRun: async (id, judge, onEvent) => {
        asked.push([id, judge]);
        told.push(onEvent);
      },
    }));
    await raceToTheEnd(opened);
    await opened.user.click(screen.getByTestId("ask-judge-later"));
    const search = await screen.findByTestId("model-search");
    await opened.user.type(search, "simulated/scripted");
    await opened.user.keyboard("{Enter}");
    const cost = await screen.findByTestId("judge-forecast");
    expect(cost.textContent, "before it is asked").toMatch(/at most 12 requests.*\$0\.02/i);
    await expectAccessible("the form of a judge that is asked later");
    await opened.user.click(screen.getByTestId("ask-judge"));
    const run = useRaceStore.getState().store?.now().run as Run;
    expect(asked).toMatchObject([[run.id, { lane: { model: "scripted" } }]]);
    act(() => told[0]?.({ type: "judging", ended: 3, of: 12 }));
    expect((await screen.findByTestId("being-judged")).textContent).toContain("3 of 12");
    act(() => told[0]?.({ type: "ended", run: { ...run, judgement: JUDGED } }));
    expect((await screen.findByTestId("judged")).textContent).toMatch(/^Judge .*prefers/i);
    expect(screen.queryByTestId("ask-judge-later"), "a race has one judge").toBeNull();
    expect(screen.getByTestId("view-judge"), "with a view of its own").toBeTruthy();
  });

  it("can be asked only about a race that came to its own end, and only the rest", () => {
    const run = { kind: "race", state: "finished", lanes: [{}, {}] } as unknown as Run;
    expect(canBeJudged(run), "nobody was asked").toBe(true);
    expect(canBeJudged({ ...run, judgement: JUDGED }), "all was said").toBe(false);
    expect(canBeJudged({ ...run, judgement: { ...JUDGED, not_asked: 2 } }), "the rest").toBe(true);
    expect(canBeJudged({ ...run, state: "stopped" })).toBe(false);
    expect(canBeJudged({ ...run, kind: "sweep" })).toBe(false);
  });

  it("loses its word once a lane is raced again alone, which no judge compares", () => {
    const lanes = [
      { place: 0, samples: [] },
      { place: 1, samples: [] },
    ];
    const plan = { lanes: [{}, {}], repeat: 1, judge: { lane: {} } };
    const run = { lanes: [{}, {}], plan, judgement: JUDGED };
    const race = { lanes, plan, run, stage: "ended" } as unknown as Race;
    const alone = planOfOne({ race, index: 1 }, {});
    expect(alone.judge, "nobody is asked about one lane").toBeNull();
    const again = { ...race, plan: alone, lanes: [lanes[1]], run: { ...run, lanes: [{}] } };
    const both = merged({ race, index: 1 }, again as unknown as Race);
    expect(both.run?.judgement, "it was of the lane before").toBeNull();
  });
});

describe("the judge of a draft", () => {
  const JUDGE = { lane: { provider: "groq", model: "judge-1", muted: false } };

  it("is named in the composer, and is sent unless it is removed", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    expect(screen.queryByTestId("draft-judge"), "a draft without one").toBeNull();
    act(() => useDraft.setState({ judge: JUDGE }));
    const note = await screen.findByTestId("draft-judge");
    expect(note.textContent).toContain("judge-1 is asked afterwards");
    expect(planOf(useDraft.getState()).judge).toEqual(JUDGE);
    await expectAccessible("the composer with a judge");
    await user.click(screen.getByTestId("remove-judge"));
    expect(planOf(useDraft.getState()).judge).toBeNull();
  });

  it("is chosen as a lane is, with what it judges by and how long a verdict may be", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    await user.click(screen.getByTestId("open-judge"));
    await user.type(await screen.findByTestId("model-search"), "simulated/scripted");
    await user.keyboard("{Enter}");
    await user.type(await screen.findByTestId("judge-criteria"), "  Which is funnier? ");
    await user.type(screen.getByTestId("judge-tokens"), "300");
    await user.click(screen.getByTestId("ask-judge"));
    expect(useDraft.getState().judge).toEqual({
      lane: { provider: "simulated", model: "scripted", muted: false, max_tokens: 300 },
      criteria: "Which is funnier?",
    });
  });
});
