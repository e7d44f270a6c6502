/** The views of a race, in the whole window. */

import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { metrics, type Plan } from "../backend/backend";
import { useDraft } from "../plan/draft";
import { strings } from "../strings/strings";
import { expectAccessible, open, raceToTheEnd, startAfresh } from "../testing";
import { adviceOf } from "./pace/PaceChart";
import { AGAIN_ROUNDS, MOST_UNTIL_SETTLED, useView } from "./view";

const leaveField = () => act(() => (document.activeElement as HTMLElement | null)?.blur());

beforeEach(() => {
  startAfresh();
  useDraft.setState({ values: {} });
  useView.setState({
    view: "lanes",
    axis: "clock",
    distance: null,
    rendered: new Set(),
    pair: [0, 1],
  });
});

describe("the views of a race", () => {
  it("are each accessible and show what they are for", async () => {
    const opened = await open("first");
    await raceToTheEnd(opened);
    for (const [view, shows] of [
      ["grid", "lane-3"],
      ["focus", "focus-view"],
      ["pace", "pace-chart"],
      ["table", "numbers-table"],
      ["diff", "diff-text"],
    ] as const) {
      await opened.user.click(screen.getByTestId(`view-${view}`));
      await screen.findByTestId(shows);
      expect(screen.queryByTestId("track"), `${view} has the room of the track`).toBeNull();
      expect(await screen.findByTestId("medals"), "who won is always said").toBeTruthy();
      await expectAccessible(view);
    }
  });

  it("say who passed whom, and who is best for which length", async () => {
    const opened = await open("first");
    await raceToTheEnd(opened);
    await opened.user.click(screen.getByTestId("view-pace"));
    const chart = within(await screen.findByTestId("pace-chart"));
    const { by_length, overtakes } = await opened.backend.playback("run-0001", 0, null);
    const names = ["wafer-scale", "gpu-cloud", "reasoning", "frontier"];
    expect(chart.getByTestId("reading").textContent, "as the engine found it").toBe(
      adviceOf(by_length, names),
    );
    for (const { tokens } of overtakes)
      expect(screen.getByTestId("overtakes").textContent, "each with its place").toContain(
        `at ${tokens} tokens`,
      );
    const strip = screen.getByTestId("gaps-0").getAttribute("aria-label");
    expect(strip, "a strip can be heard").toMatch(
      /^wafer-scale: [\d,]+ chunks, median gap .*no stall/,
    );
  });

  it("turn the track from clock to photo finish with T, to a finish line", async () => {
    const opened = await open("first");
    await raceToTheEnd(opened);
    leaveField();
    await opened.user.keyboard("t");
    expect(screen.getByTestId("track").dataset.kind, "tokens along the track").toBe("distance");
    expect(screen.getByTestId("finish-line"), "which ends at the line").toBeTruthy();
    const { photos = [], distance } = await opened.backend.medals("run-0001", null);
    const [photo] = photos;
    const names = ["wafer-scale", "gpu-cloud", "reasoning", "frontier"];
    const winner = names[photo?.said.first[0] ?? -1] ?? "nobody";
    await waitFor(() =>
      expect(
        screen.getByTestId("verdict").textContent,
        "who was first, as the engine found",
      ).toMatch(new RegExp(`^${winner} reached ${distance} tokens first`)),
    );
    expect(screen.getByTestId("rank-0").textContent, "a place for each").toMatch(/place \d/);
    for (const [index, lane] of (photo?.lanes ?? []).entries())
      expect(screen.getByTestId(`crossed-${index}`).dataset.value, "as the engine says").toBe(
        String(lane.crossed_ms ?? ""),
      );
    await opened.user.selectOptions(screen.getByTestId("finish-at"), "64");
    await waitFor(() => expect(screen.getByTestId("verdict").textContent).toMatch(/64 tokens/));
    expect(distance, "the engine's own choice was another").not.toBe(64);
    leaveField();
    await opened.user.keyboard("t");
    expect(screen.getByTestId("track").dataset.kind, "and back").toBe("clock");
  });

  it("show on the strip what each lane had written at any moment, and the photo again", async () => {
    const opened = await open("first");
    await raceToTheEnd(opened);
    act(() => useView.setState({ axis: "distance" }));
    const strip = await screen.findByTestId("time-strip");
    const clock = screen.getByTestId("race-clock");
    await waitFor(() => expect(clock.textContent).toContain("photo finish"));
    act(() => strip.focus());
    await opened.user.keyboard("{End}");
    expect(clock.textContent, "the end of the race").not.toContain("photo finish");
    expect(screen.getByTestId("moment").textContent).toBe("4 of 4 over the line.");
    await opened.user.keyboard("{Home}");
    expect(screen.getByTestId("moment").textContent).toBe("Nobody has written a word.");
    expect(clock.textContent, "at the send").toContain("0.00");
    await opened.user.keyboard("{Escape}");
    expect(clock.textContent, "where it rests").toContain("photo finish");
    await expectAccessible("the photo finish");
  });

  it("say why a race has no photo, and until when text came", async () => {
    const opened = await open("failing");
    await raceToTheEnd(opened);
    act(() => useView.setState({ axis: "distance" }));
    const { photos, unranked } = await opened.backend.medals("run-0001", null);
    expect(photos, "there is none").toEqual([]);
    const verdict = screen.getByTestId("verdict");
    const why = strings.stage.medals.unranked[unranked ?? "nobody"];
    await waitFor(() => expect(verdict.textContent, "and why").toContain(why));
    const clock = screen.getByTestId("race-clock").textContent;
    expect(clock, "the clock rests where the last text came").toMatch(/until the last text$/);
    expect(clock, "which is not at once").not.toMatch(/^0\.00/);
  });

  it("show answers as Markdown with M once they are over, and as written before", async () => {
    const opened = await open("first");
    expect(screen.queryByTestId("lane-0-markdown"), "raw by default").toBeNull();
    await raceToTheEnd(opened);
    leaveField();
    await opened.user.keyboard("m");
    const shown = await screen.findByTestId("lane-0-markdown");
    await waitFor(() => expect(shown.querySelector("p"), "paragraphs").not.toBeNull());
    await opened.user.keyboard("m");
    expect(screen.queryByTestId("lane-0-markdown"), "and back").toBeNull();
  });

  it("say in words how far two answers differ", async () => {
    const opened = await open("first");
    await raceToTheEnd(opened);
    await opened.user.click(screen.getByTestId("view-diff"));
    await waitFor(() =>
      expect(screen.getByTestId("diff-counts").textContent).toMatch(
        /words? in both, \d+ only in the first, \d+ only in the second/,
      ),
    );
    await opened.user.selectOptions(screen.getByTestId("diff-to"), "0");
    await waitFor(() =>
      expect(screen.getByTestId("diff-counts").textContent, "against itself").toMatch(/the same/),
    );
  });

  it("tell on each card how long the answer is, and why it ended there", async () => {
    await raceToTheEnd(await open("first"));
    const tags = [0, 1, 2, 3].map((lane) => screen.getByTestId(`lane-${lane}-tags`).textContent);
    for (const said of tags)
      expect(said).toMatch(/stopped at \d+ of 512 tokens · stop|cut at the limit/);
  });

  it("define each number on the card, and in the sheet of all numbers", async () => {
    const opened = await open("first");
    await raceToTheEnd(opened);
    for (const [figure, name] of [
      ["tps", "Output speed"],
      ["ttft", "Time to first token"],
      ["total", "End-to-end latency"],
    ] as const) {
      const tip = screen.getByTestId(`lane-0-${figure}`).closest("[data-tip]");
      expect(tip?.getAttribute("data-tip"), figure).toMatch(new RegExp(`^${name}[^:]*: `));
    }
    const [sheet] = screen.getAllByLabelText("All numbers");
    await opened.user.click(sheet as HTMLElement);
    const terms = (await screen.findByTestId("all-numbers")).querySelectorAll("dt [data-tip]");
    const defined = [...terms].map((term) => term.getAttribute("data-tip"));
    expect(defined, "with its formula").toContainEqual(
      expect.stringMatching(/^Time to first token/),
    );
  });

  it("race the same lanes until the leader is settled, if there are two to compare", async () => {
    const plans: Plan[] = [];
    const opened = await open("rounds", "#/race", (said) => ({
      startRace: (plan, onEvent) => {
        plans.push(plan);
        return plan.until_settled ? new Promise(() => {}) : said.startRace(plan, onEvent);
      },
    }));
    await raceToTheEnd(opened);
    await opened.user.click(await screen.findByRole("button", { name: "Until settled" }));
    expect(plans.at(-1), "the plan of the race, and when it ends").toMatchObject({
      repeat: MOST_UNTIL_SETTLED,
      until_settled: "ttft_ms",
      lanes: plans[0]?.lanes,
    });
  });

  it("race the same lanes again in as many rounds as a verdict needs, and draw each of them", async () => {
    const opened = await open("rounds");
    await raceToTheEnd(opened);
    await opened.user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}");
    await screen.findByTestId("stop-all");
    await act(async () => opened.clock.pass(60_000));
    await screen.findByTestId("race-button");
    await opened.user.click(screen.getByTestId("view-rounds"));
    const chart = within(await screen.findByTestId("rounds-ttft_ms"));
    await opened.user.click(chart.getByTestId("as-table"));
    expect(chart.getByTestId("chart-table").textContent, "all of each").toContain(
      `wafer-scale${AGAIN_ROUNDS}`,
    );
    await expectAccessible("rounds");
  });

  it("draw every metric of the catalogue that is chosen, and name those that no lane has", async () => {
    const ids = metrics.map(({ id }) => id);
    const opened = await open("rounds", "#/race", (said) => ({
      preferences: async () => ({ ...(await said.preferences()), metrics: { rounds: ids } }),
    }));
    await screen.findByTestId("chip-0");
    act(() => useDraft.setState({ repeat: AGAIN_ROUNDS }));
    await raceToTheEnd(opened, 60_000);
    await opened.user.click(screen.getByTestId("view-rounds"));
    const shown = await screen.findByTestId("rounds");
    const missing = metrics.filter(
      ({ id, name }) => !screen.queryByTestId(`rounds-${id}`) && !shown.textContent?.includes(name),
    );
    expect(missing, "a new metric needs no file of the UI").toEqual([]);
  });

  it("say beside the comparisons what a part of a request took", async () => {
    const opened = await open("rounds", "#/race", (said) => ({
      rounds: async (runId) => ({
        ...(await said.rounds(runId)),
        request_parts: [
          {
            lane: 0,
            other: 1,
            images: 1,
            difference_ms: 60,
            ci: { low: 50, high: 70 },
            rounds: 8,
            sentence: {
              id: "part.longer",
              english: "{lane}: TTFT longer by {by} over 8 rounds.",
              values: {
                lane: { type: "lane", value: 0 },
                by: { type: "amount", value: { form: { difference: "duration" }, number: 60 } },
              },
            },
          },
        ],
      }),
    }));
    await screen.findByTestId("chip-0");
    act(() => useDraft.setState({ repeat: AGAIN_ROUNDS }));
    await raceToTheEnd(opened, 60_000);
    await opened.user.click(screen.getByTestId("view-rounds"));
    const said = (await screen.findByTestId("request-part")).textContent;
    expect(said, "with its number").toMatch(/TTFT longer by 0\.06\d?.s|60/);
  });

  it("say beside the comparisons what the first use of a schema took", async () => {
    const opened = await open("rounds", "#/race", (said) => ({
      rounds: async (runId) => ({
        ...(await said.rounds(runId)),
        schema_uses: [
          {
            lane: 0,
            uses: 1,
            later: 9,
            first_ms: 940,
            later_ms: 410,
            difference_ms: 530,
            cached_later: 0,
            sentence: {
              id: "schema.used",
              english:
                "{lane} with its schema for the first time: TTFT {first}, and {others} as the median of the other 9 rounds.",
              values: {
                lane: { type: "lane", value: 0 },
                first: { type: "amount", value: { form: { unit: "duration" }, number: 940 } },
                others: { type: "amount", value: { form: { unit: "duration" }, number: 410 } },
              },
            },
          },
        ],
      }),
    }));
    await screen.findByTestId("chip-0");
    act(() => useDraft.setState({ repeat: AGAIN_ROUNDS }));
    await raceToTheEnd(opened, 60_000);
    await opened.user.click(screen.getByTestId("view-rounds"));
    const said = (await screen.findByTestId("schema-use")).textContent;
    expect(said, "with its numbers").toMatch(/first time: TTFT 0\.94.s, and 0\.41.s as the median/);
    expect(screen.getByTestId("verdicts").textContent, "where the verdict stands").toContain(said);
  });
});
