/** Writing a prompt before a race, and what its results are labelled with. */

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Plan, Refusal } from "../backend/backend";
import { planOf, useDraft } from "../plan/draft";
import { MOST_KIB } from "../plan/promptFile";
import { useRaceStore } from "../run/raceStore";
import { verbatim } from "../strings/said";
import { strings } from "../strings/strings";
import { expectAccessible, open, raceToTheEnd, startAfresh } from "../testing";
import { othersOf } from "./Preflighted";

beforeEach(startAfresh);

const prompt = () => screen.getByTestId<HTMLTextAreaElement>("prompt");

describe("the prompt", () => {
  it("is written in the whole window, and is the same there", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    await user.click(screen.getByTestId("enlarge-prompt"));
    const large = await screen.findByTestId<HTMLTextAreaElement>("sheet-prompt");
    expect(large.value).toBe(prompt().value);
    await expectAccessible("the whole window");
    await user.type(large, " More.");
    expect(useDraft.getState().prompt).toMatch(/ More\.$/);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByTestId("prompt-sheet"), "Esc closes it").toBeNull());
    expect(prompt().value, "what was written is there").toMatch(/ More\.$/);
  });

  it("is taken from a file that is opened, and what it replaced is brought back", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    const before = prompt().value;
    await user.upload(screen.getByTestId("prompt-file"), new File(["{{ .Chart }}"], "Chart.md"));
    await waitFor(() => expect(prompt().value).toBe("{{ .Chart }}"));
    await user.click(await screen.findByTestId("undo"));
    expect(prompt().value).toBe(before);
  });

  it("is a set where a table of questions is opened, and otherwise the table, with why", async () => {
    const row = { name: "1", prompt: "6 × 7?", checks: [], payload: null };
    const { user } = await open("first", "#/race", () => ({
      readPromptSet: async (text: string | null) => {
        const why = verbatim("Line 1 of the prompts, column `town`: a set has no such column.");
        if (!text?.startsWith("prompt")) throw new Refusal({ kind: "request", message: why });
        const set = { type: "rows", rows: [row] };
        return { set, requests: 1, prompt: "6 × 7?", notes: [] } as never;
      },
    }));
    await screen.findByTestId("chip-0");
    const choose = (text: string) =>
      user.upload(screen.getByTestId("prompt-file"), new File([text], "questions.csv"));
    await choose("prompt,expected\n6 × 7?,42\n");
    expect((await screen.findByTestId("prompt-set")).textContent).toContain(
      "asks 1 prompt of a set",
    );
    await user.click(screen.getByTestId("remove-prompt-set"));
    await choose("town\nKiel\n");
    await screen.findAllByText(/is questions\.csv, because it is no set.*no such column/);
    expect(prompt().value, "a table may be what a prompt is about").toBe("town\nKiel\n");
  });

  it("is taken from a file that is dropped onto it", async () => {
    await open("first");
    await screen.findByTestId("chip-0");
    const dataTransfer = { files: [new File(["Dropped."], "a.txt")], types: ["Files"] };
    fireEvent.drop(prompt(), { dataTransfer });
    await waitFor(() => expect(prompt().value).toBe("Dropped."));
  });

  it.each([
    ["a program", new File([new Uint8Array([0x7f, 0x45, 0xff, 0])], "a.out"), /not UTF-8 text/],
    ["a text that is too long", new File(["x".repeat(1_025)], "x.txt"), /at most 4\.0 MiB/],
  ])("is never taken from %s", async (_, file, why) => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    const before = prompt().value;
    if (why.source.includes("MiB"))
      Object.defineProperty(file, "size", { value: (MOST_KIB + 1) * 1_024 });
    await user.upload(screen.getByTestId("prompt-file"), file);
    expect((await screen.findAllByText(why)).length).toBeGreaterThan(0);
    expect(prompt().value, "what was there stays").toBe(before);
  });
});

describe("a number that cannot be", () => {
  it.each([
    ["max-tokens", "-5", /Max tokens: a whole number, 1 to/],
    ["max-tokens", "1.5", /Max tokens: a whole number/],
    ["max-tokens", "99999999999", /Max tokens: a whole number/],
    ["repeats", "2.5", /Repeats: a whole number, 1 to 1,000/],
    ["temperature", "3", /Temperature: 0 to 2/],
  ])("is told at its field and beside the button: %s %s", async (field, value, why) => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    fireEvent.change(screen.getByTestId(field), { target: { value } });
    expect(screen.getByTestId(field).getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(screen.getByTestId("preflight").textContent).toMatch(why));
    await user.click(screen.getByTestId("race-button"));
    expect(screen.queryByTestId("stop-all"), "nothing starts").toBeNull();
  });
});

describe("unique prompts", () => {
  it("are one of the settings of a race, named beside them once they are chosen", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    await user.click(screen.getByTestId("more-settings"));
    const tick = await screen.findByTestId<HTMLInputElement>("unique-prompts");
    expect(tick.checked, "the prompt is sent as it is written").toBe(false);
    await user.click(tick);
    expect(planOf(useDraft.getState()).unique_prompts).toBe(true);
    expect(screen.getByTestId("more-settings").textContent).toBe(strings.race.more.uniqueSet);
  });
});

describe("a lane that cannot race", () => {
  const lanes = [{ muted: false }, { muted: true }, { muted: false }];
  const kept = (...lanes: (number | null)[]) => ({
    problems: lanes.map((lane) => ({ lane, message: verbatim("No.") })),
    missing_keys: [],
  });

  it("leaves the others, and a problem of the plan leaves nobody", () => {
    expect(othersOf(lanes, kept()), "all can").toBeNull();
    expect(othersOf(lanes, kept(0)), "a muted lane is none of them").toBe(1);
    expect(othersOf(lanes, kept(0, 2)), "nobody is left").toBeNull();
    expect(othersOf(lanes, kept(0, null)), "everybody's").toBeNull();
    expect(othersOf(lanes, { problems: [], missing_keys: [2] }), "a key is missing").toBe(1);
  });

  it("does not keep the others from it, which the button says", async () => {
    const started: Plan[] = [];
    const { user } = await open("keyless", "#/race", () => ({
      startRace: async (plan) => {
        started.push(plan);
        if (!plan.lanes[1]?.muted)
          throw new Refusal({
            kind: "plan",
            problems: [{ lane: 1, message: verbatim("needs a key.") }],
          });
        throw new Refusal({ kind: "busy", message: "This test races nothing." });
      },
    }));
    const button = await screen.findByTestId("race-button");
    await waitFor(() => expect(button.textContent).toMatch(/^Race the other 2/));
    expect(screen.getByTestId("preflight").textContent, "who is left out").toMatch(
      /Left out: lane 2/,
    );
    const missing = within(screen.getByTestId("chip-1")).getByText(strings.lineup.noKey);
    expect(missing.className, "words would cover the name in its row").toBe("sr-only");
    expect(missing.parentElement?.dataset.tip, "they are told where the pointer rests").toBe(
      strings.lineup.noKey,
    );
    expect(screen.getByTestId("preflight").textContent, "and the price stays").toMatch(
      /no cost|at most/,
    );
    await user.click(button);
    await waitFor(() => expect(started).toHaveLength(2));
    expect(started[1]?.lanes.map(({ muted }) => muted)).toEqual([false, true, false]);
  });
});

describe("a missing key", () => {
  it("is asked for at its own provider, in the field for it", async () => {
    const { user } = await open("keyless");
    const link = await within(await screen.findByTestId("preflight")).findByRole("link");
    const whose = useDraft.getState().lanes[1]?.provider ?? "";
    await user.click(link);
    expect(window.location.hash).toBe(`#/providers/${whose}?at=key`);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("key-input")));
  });
});

describe("what a race takes", () => {
  it("is told of the lanes that start, and not of those that are left out", async () => {
    await open("keyless", "#/race", (said) => ({
      preflight: async (plan) => {
        const lanes = plan.lanes.filter(({ muted }) => !muted).length;
        return {
          ...(await said.preflight(plan)),
          lanes,
          requests: lanes,
          most_tokens: 100 * lanes,
        };
      },
    }));
    const told = await screen.findByTestId("preflight");
    await waitFor(() => expect(told.textContent).toContain("2 lanes · at most 200 tokens"));
    expect(told.textContent, "who is not among them").toContain("Left out: lane 2.");
  });
});

describe("a double click on Race", () => {
  it("starts, and does not stop", async () => {
    let stopped = 0;
    const { user } = await open("first", "#/race", (said) => ({
      stopRace: (id) => {
        stopped += 1;
        return said.stopRace(id);
      },
    }));
    await screen.findByTestId("chip-0");
    await user.dblClick(screen.getByTestId("race-button"));
    await screen.findByTestId("stop-all");
    await user.click(screen.getByTestId("stop-all"));
    expect(stopped, "the second half of a double click").toBe(0);
  });
});

describe("the results on the stage", () => {
  it("say what was asked as soon as something else is in the composer", async () => {
    const opened = await open("first");
    const { user } = opened;
    await raceToTheEnd(opened);
    expect(screen.queryByTestId("asked"), "they are of what is there").toBeNull();
    const before = prompt().value;
    act(() => useDraft.getState().share({ prompt: "Explain CAP." }));
    act(() => useDraft.getState().remove(0));
    const asked = await screen.findByTestId("asked");
    expect(asked.textContent).toMatch(/Asked: “Explain the trade-offs.*4 lanes · \d\d:\d\d/);
    await expectAccessible("the line");
    await user.click(screen.getByTestId("load-asked"));
    expect(prompt().value, "what they are of comes back").toBe(before);
    await waitFor(() => expect(screen.queryByTestId("asked")).toBeNull());
  });

  it("are raced again only after a question where they are of something else and cost money", async () => {
    const started: Plan[] = [];
    const opened = await open("full");
    await raceToTheEnd(opened);
    const { start } = useRaceStore.getState();
    onTestFinished(() => useRaceStore.setState({ start }));
    useRaceStore.setState({
      start: async (_backend, plan) => {
        started.push(plan);
      },
    });
    expect((await screen.findByTestId("again-cost")).textContent).toMatch(/at most \$/);
    act(() => useDraft.getState().share({ prompt: "Explain CAP." }));
    await opened.user.click(screen.getByTestId("again"));
    expect((await screen.findByTestId("ask")).textContent, "what, whom, and for how much").toMatch(
      /“Explain the trade-offs.*4 lanes.*at most \$/,
    );
    await opened.user.click(screen.getByTestId("ask-no"));
    expect(started, "no is no").toEqual([]);
    await opened.user.click(screen.getByTestId("again"));
    await opened.user.click(await screen.findByTestId("ask-go"));
    await waitFor(() => expect(started).toHaveLength(1));
    expect(started[0]?.prompt, "the earlier one").toMatch(/^Explain the trade-offs/);
  });
});

describe("a race that was cut off", () => {
  it("is told of at the next start, and leads to what had arrived", async () => {
    await open("history", "#/race", (said) => ({
      listRuns: async (from, most) => {
        const page = await said.listRuns(from, most);
        const runs = page.runs.map((run, at) =>
          at === 0 ? { ...run, kind: "race" as const, state: "interrupted" as const } : run,
        );
        return { ...page, runs };
      },
    }));
    const told = await screen.findByTestId("interrupted-race");
    expect(told.querySelector("a")?.getAttribute("href")).toMatch(/^#\/history\/run-/);
    await expectAccessible("the hint");
  });

  it("is not told of once another race has ended by itself", async () => {
    await open("history");
    await screen.findByTestId("chip-0");
    expect(screen.queryByTestId("interrupted-race")).toBeNull();
  });
});

describe("the first steps", () => {
  const ticked = (step: string) => screen.getByTestId(`step-${step}`).textContent?.endsWith("done");

  it("are ticked one by one as they are done", async () => {
    const opened = await open("first", "#/race", (said) => ({
      startup: async () => ({ ...(await said.startup()), first_run: true }),
      providers: async () =>
        (await said.providers()).map((view) =>
          view.id === "openai" ? { ...view, kept: "keyring" as const } : view,
        ),
    }));
    await screen.findByTestId("step-key");
    await waitFor(() => expect(ticked("key"), "a key is there").toBe(true));
    expect(ticked("race"), "nothing was raced").toBe(false);
    expect(ticked("custom"), "no endpoint of one's own").toBe(false);
    await raceToTheEnd(opened);
    await waitFor(() => expect(ticked("race"), "now it was").toBe(true));
  });

  it.each([
    ["key", "pasted-key"],
    ["custom", "endpoint-url"],
  ])("lead to the field in which they are done: %s", async (step, field) => {
    const { user } = await open("first", "#/race", (said) => ({
      startup: async () => ({ ...(await said.startup()), first_run: true }),
    }));
    await user.click(within(await screen.findByTestId(`step-${step}`)).getByRole("link"));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId(field)));
  });
});

describe("a setting that few races change", () => {
  it("is behind one button that names it once it is set, and is part of the plan", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    const button = screen.getByTestId("more-settings");
    expect(button.textContent, "nothing is set").toBe("");
    await user.click(button);
    await user.type(await screen.findByTestId("deadline"), "30");
    await user.selectOptions(screen.getByTestId("until-settled"), "ttft_ms");
    await expectAccessible("more settings");
    expect(button.textContent).toBe("until TTFT is settled · deadline 30 s");
    expect(planOf(useDraft.getState())).toMatchObject({
      deadline_s: 30,
      until_settled: "ttft_ms",
    });
  });
});
