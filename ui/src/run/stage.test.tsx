/** The views of a race, what is at hand while one is written, and its replay, in the whole window. */

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { metrics, type Plan } from "../backend/backend";
import { useDraft } from "../plan/draft";
import { usePlayerStore } from "../playback/playerStore";
import { strings } from "../strings/strings";
import { expectAccessible, type Opened, open, startAfresh } from "../testing";
import { adviceOf } from "./pace/PaceChart";
import { AGAIN_ROUNDS, MOST_UNTIL_SETTLED, useView } from "./view";

async function raceToTheEnd({ clock, user }: Opened, ms = 15_000): Promise<void> {
  await screen.findByTestId("chip-0");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByTestId("stop-all");
  await act(async () => clock.pass(ms));
  await screen.findByTestId("race-button");
}

const field = (testId: string) => screen.getByTestId<HTMLTextAreaElement>(testId);

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
});

describe("what is at hand", () => {
  it("brings back the prompts asked last with Up, and forth with Down", async () => {
    const opened = await open("rounds");
    const prompt = field("prompt");
    await opened.user.clear(prompt);
    await opened.user.type(prompt, "{ArrowUp}");
    expect(prompt.value).toBe("Write a haiku about latency.");
    await opened.user.type(prompt, "{ArrowUp}");
    expect(prompt.value, "further back").toBe("Count to 200, one number per line.");
    await opened.user.type(prompt, "{ArrowDown}");
    expect(prompt.value, "and forth").toBe("Write a haiku about latency.");
    await opened.user.type(prompt, "!");
    await opened.user.type(prompt, "{ArrowUp}");
    expect(prompt.value, "what was changed is left alone").toBe("Write a haiku about latency.!");
  });

  it("keeps a prompt and a line-up under a name, and forgets them", async () => {
    const opened = await open("rounds");
    const prompt = field("prompt");
    await opened.user.clear(prompt);
    await opened.user.type(prompt, "Mine");
    await opened.user.click(screen.getByTestId("prompts"));
    await opened.user.type(await screen.findByTestId("save-prompt"), "best{Enter}");
    await screen.findByTestId("saved-prompt-best");
    await expectAccessible("the prompts at hand");
    await opened.user.click(screen.getByTestId("preset-count"));
    expect(field("prompt").value, "a preset").toMatch(/^Count from 1 to 500/);
    await opened.user.click(screen.getByTestId("prompts"));
    await opened.user.click(await screen.findByTestId("saved-prompt-best"));
    expect(field("prompt").value, "one's own").toBe("Mine");
    await opened.user.click(screen.getByTestId("line-ups"));
    await opened.user.type(await screen.findByTestId("save-line-up"), "both{Enter}");
    await screen.findByTestId("saved-line-up-both");
    await opened.user.keyboard("{Escape}");
    act(() => useDraft.getState().remove(0));
    expect(screen.queryByTestId("chip-1"), "one is left").toBeNull();
    await opened.user.click(screen.getByTestId("line-ups"));
    await opened.user.click(await screen.findByTestId("saved-line-up-both"));
    expect(screen.getByTestId("chip-1"), "both are back").toBeTruthy();
    await opened.user.click(screen.getByTestId("line-ups"));
    await opened.user.click(await screen.findByRole("button", { name: "Forget “both”" }));
    await waitFor(() => expect(screen.queryByTestId("saved-line-up-both")).toBeNull());
  });

  it("takes braces as text until variables are asked for", async () => {
    const sent: Plan[] = [];
    const opened = await open("rounds", "#/race", (said) => ({
      startRace: async (plan, onEvent) => {
        sent.push(plan);
        return said.startRace({ ...plan, prompt: "Explain TTFT to Ada." }, onEvent);
      },
    }));
    const prompt = "image: {{ .Values.image }} {{#each}} {{{raw}}}";
    fireEvent.change(field("prompt"), { target: { value: prompt } });
    expect(await screen.findByText("Braces are sent as written.")).toBeTruthy();
    expect(screen.queryByTestId("variables"), "nothing has to be filled").toBeNull();
    await raceToTheEnd(opened);
    expect(sent[0]?.prompt, "as it was pasted").toBe(prompt);
  });

  it("asks for a value of each variable, and races the prompt with them", async () => {
    const opened = await open("rounds");
    fireEvent.change(field("prompt"), { target: { value: "Explain {{what}} to {{whom}}." } });
    await opened.user.click(await screen.findByTestId("use-variables"));
    const what = await screen.findByTestId("value-what");
    await waitFor(() =>
      expect(screen.getByTestId("preflight").textContent, "what is missing is said").toMatch(
        /no value for/,
      ),
    );
    await opened.user.type(what, "TTFT");
    await opened.user.type(screen.getByTestId("value-whom"), "Ada");
    await raceToTheEnd(opened);
    const run = await opened.backend.openRun("run-0005");
    expect(run.plan.prompt, "what was sent is what is kept").toBe("Explain TTFT to Ada.");
    expect(field("prompt").value, "the template stays").toBe("Explain {{what}} to {{whom}}.");
  });
});

describe("a replay", () => {
  async function openReplay(): Promise<Opened> {
    const opened = await open("history", "#/replay/run-0001");
    await screen.findByTestId("transport");
    act(() => usePlayerStore.getState().player?.pause());
    return opened;
  }

  const answer = (lane: number) =>
    screen.getByTestId(`lane-${lane}-text`).querySelector("[data-part='answer']")?.textContent;

  it("shows at its end what was kept, and before no more than had arrived", async () => {
    const { user, backend } = await openReplay();
    const run = await backend.openRun("run-0001");
    leaveField();
    await user.keyboard("{Home}");
    expect(answer(0), "nothing at the gun").toBe("");
    expect(screen.getByTestId("lane-0").dataset.phase).toBe("ready");
    await user.keyboard("{End}");
    for (const [lane, { samples }] of run.lanes.entries()) {
      expect(answer(lane), `lane ${lane} ends as it was kept`).toBe(samples[0]?.text);
      expect(screen.getByTestId(`lane-${lane}-ttft`).dataset.value).toBe(
        String(samples[0]?.ttft_ms),
      );
    }
    expect(await screen.findByTestId("medals"), "who won is told at the end").toBeTruthy();
    await user.keyboard("{ArrowLeft}");
    expect(screen.queryByTestId("medals"), "and not before").toBeNull();
  });

  it("is scrubbed by keys: 100 ms, and a second with Shift", async () => {
    const opened = await open("first");
    await raceToTheEnd(opened);
    const { user } = opened;
    await user.click(await screen.findByTestId("to-replay"));
    await screen.findByTestId("transport");
    act(() => usePlayerStore.getState().player?.pause());
    leaveField();
    await user.keyboard("{Home}{Shift>}{ArrowRight}{/Shift}{ArrowRight}{ArrowRight}{ArrowLeft}");
    expect(screen.getByTestId("head-at").textContent).toMatch(/^1.10 s of/);
    const head = screen.getByTestId("play-head");
    fireEvent.change(head, { target: { value: "500000" } });
    expect(screen.getByTestId("head-at").textContent, "and by the mouse").toMatch(/^0.50 s of/);
    act(() => head.focus());
    await user.keyboard("{ArrowRight}");
    expect(screen.getByTestId("head-at").textContent, "the slider steps alike").toMatch(
      /^0.60 s of/,
    );
  });

  it("plays and pauses with Space, at the speed that was chosen", async () => {
    const { user } = await openReplay();
    leaveField();
    await user.click(screen.getByTestId("speed-5"));
    leaveField();
    await user.keyboard(" ");
    await waitFor(() => expect(usePlayerStore.getState().player?.shown().playing).toBe(true));
    await user.keyboard(" ");
    expect(usePlayerStore.getState().player?.shown(), "stands still").toMatchObject({
      playing: false,
      speed: 5,
    });
  });

  it("goes to another round by key, and leaves the focus where it was", async () => {
    const opened = await open("rounds");
    await screen.findByTestId("chip-0");
    act(() => useDraft.setState({ repeat: AGAIN_ROUNDS }));
    await raceToTheEnd(opened, 60_000);
    await opened.user.click(await screen.findByTestId("to-replay"));
    await screen.findByTestId("transport");
    await opened.user.keyboard("{End}");
    const [second, ...others] = screen.getAllByRole("button", {
      name: new RegExp(`^Round 2 of ${AGAIN_ROUNDS}`),
    });
    expect(others.length, "rounds are chosen in one place").toBe(0);
    act(() => second?.focus());
    await opened.user.keyboard("{Enter}");
    await waitFor(() =>
      expect(usePlayerStore.getState().player?.shown().race.round, "it plays").toBe(1),
    );
    expect(document.activeElement, "the next round is one key away").toBe(second);
    expect(second?.getAttribute("aria-pressed")).toBe("true");
  });

  it("is accessible, and says so where there is nothing to play", async () => {
    await openReplay();
    await expectAccessible("a replay");
    await act(async () => {
      window.location.hash = "#/replay/gone";
    });
    expect(await screen.findByText(/There is no run gone/)).toBeTruthy();
  });
});
