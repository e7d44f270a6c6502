/** The Sweep screen over recorded sweeps, and the requests of its form to the engine. */

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { levelNumbers, metrics, type SweepNews, warnings } from "../backend/backend";
import { planOf, useDraft } from "../plan/draft";
import { said, verbatim } from "../strings/said";
import { expectAccessible, open, startAfresh } from "../testing";
import { formOf, loadedBy, ratesOf, sweepOf, useSweepForm, usualForm } from "./sweepDraft";
import { reduce } from "./sweepStore";

beforeEach(startAfresh);

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
const textOf = (testId: string) => screen.getByTestId(testId).textContent;
const cells = (state: string) => document.querySelectorAll(`td[data-state="${state}"]`).length;

async function planned() {
  const opened = await open("sweep", "#/sweep");
  await screen.findByTestId("before-requests");
  return opened;
}

/** Number of requests that a level measures: in full, in the paused sweep, and in the stopped one. */
const WHOLE = 20;
const PAUSED = 10;
const STOPPED = 5;

/** Number of cells of two contenders at three levels. */
const CELLS = 6;

/** Long enough for a sweep to report that it has begun. */
const A_MOMENT_MS = 100;

/** Longer than the recorded sweep took. */
const TO_ITS_END_MS = 60_000;

/** Starts the sweep recorded with this many requests per level, and lets this much time pass. */
async function started(ms: number, samples = WHOLE) {
  const opened = await planned();
  act(() => useSweepForm.setState({ samples, maxTokens: 24 }));
  await opened.user.click(screen.getByTestId("start-sweep"));
  act(() => opened.clock.pass(A_MOMENT_MS));
  await screen.findByTestId("sweep-matrix");
  act(() => opened.clock.pass(ms));
  return opened;
}

describe("a sweep's plan", () => {
  it("says what it comes to, and says it anew after each change", async () => {
    const { user } = await planned();
    // Two contenders, levels of 50, 80 and 320 requests, plus at most four more for each of 41 streams.
    expect(textOf("before-requests"), "all of them").toBe("1,228");
    await user.click(screen.getByTestId("level-32"));
    await waitFor(() => expect(textOf("before-levels"), "two are left").toBe("2"));
    expect(textOf("before-requests")).toBe("332");
  });

  it("begins with the engine's default load, but for arrivals, which are random in the window", async () => {
    const { backend } = await planned();
    const { usual } = await backend.workloads();
    const { load } = sweepOf(usualForm, useDraft.getState());
    const given = Object.entries(load).filter(([, value]) => value !== null && value !== false);
    const chosen = Object.fromEntries(given.filter(([, value]) => !isEmpty(value)));
    const expected = Object.entries(usual).filter(([, value]) => value !== false);
    expect(chosen).toEqual({ ...Object.fromEntries(expected), arrivals: "poisson" });
  });

  it("cannot start without levels, and says why", async () => {
    const { user } = await planned();
    for (const level of [1, 8, 32]) await user.click(screen.getByTestId(`level-${level}`));
    await screen.findByText(/A sweep needs levels/);
    expect(screen.getByTestId<HTMLButtonElement>("start-sweep").disabled).toBe(true);
  });

  it("takes a published method whole and names its source", async () => {
    const { user } = await planned();
    await user.click(screen.getByTestId("asking-preset"));
    expect(textOf("preset-source"), "whose it is").toContain("General Compute");
    const form = useSweepForm.getState();
    expect(
      [form.levels, form.samples, form.waves, form.maxTokens],
      "levels, samples and no more of them, length",
    ).toEqual([[1, 8, 32], 50, null, null]);
  });

  it("fills the names of a prompt with a value each, or from a table", async () => {
    const { user } = await planned();
    const prompt = screen.getByTestId("sweep-prompt");
    await user.clear(prompt);
    await user.click(prompt);
    await user.paste("Name {{what}}.");
    const asked = () => sweepOf(useSweepForm.getState(), useDraft.getState()).wording;
    expect(asked(), "braces are text until values are asked for").toEqual({ type: "own" });
    await user.click(await screen.findByTestId("filling-values"));
    await user.type(await screen.findByTestId("value-what"), "a hill");
    expect(asked(), "one value").toEqual({ type: "values", values: { what: "a hill" } });
    await user.click(screen.getByTestId("filling-table"));
    await user.click(screen.getByTestId("sweep-table"));
    await user.paste("what\na river\n");
    expect(asked(), "a row for each").toEqual({ type: "filled", table: "what\na river\n" });
  });

  it("reads a table of values from a file, the same one twice, and refuses what is not text", async () => {
    const { user } = await planned();
    act(() => {
      useDraft.setState({ prompt: "Name {{what}}." });
      useSweepForm.setState({ filling: "table" });
    });
    const table = () => screen.getByTestId<HTMLTextAreaElement>("sweep-table");
    const field = await screen.findByTestId<HTMLInputElement>("sweep-table-file");
    const file = new File(["what\na lake\n"], "lakes.csv", { type: "text/csv" });
    await user.upload(field, file);
    await waitFor(() => expect(table().value).toBe("what\na lake\n"));
    expect(field.value, "the field is empty, so that the same file is a change again").toBe("");
    const picture = new File([new Uint8Array([0x89, 0x50, 0])], "a.csv", { type: "text/csv" });
    await user.upload(field, picture);
    await screen.findAllByText(/a\.csv is not UTF-8 text/);
    expect(table().value, "what stood there stays").toBe("what\na lake\n");
  });

  it("is accessible", async () => {
    await planned();
    await expectAccessible("the plan of a sweep");
  });
});

describe("a sweep that runs", () => {
  it("fills its cells, and says what is to come", async () => {
    await started(4_000);
    const first = screen.getByTestId("cell-0-0");
    expect(Number(first.dataset.done), "some of its requests are done").toBeGreaterThan(0);
    expect(first.textContent, "its median so far").toContain("TTFT 3");
    expect(screen.getByTestId("sweep-requests").textContent).toContain("left");
    expect(cells("waiting"), "the others wait for their turn").toBe(CELLS - 1);
  });

  it("pauses, keeps what it has, and goes on to its end", async () => {
    const { user, clock } = await started(4_000, PAUSED);
    await user.click(screen.getByTestId("pause-sweep"));
    act(() => clock.pass(2_000));
    await screen.findByTestId("resume-sweep");
    expect(cells("waiting"), "nothing more was sent").toBe(CELLS - 1);
    expect(screen.getByTestId("chart-ttft_ms"), "what there is is drawn").toBeDefined();
    await user.click(screen.getByTestId("resume-sweep"));
    act(() => clock.pass(A_MOMENT_MS));
    await screen.findByTestId("stop-sweep");
    act(() => clock.pass(TO_ITS_END_MS));
    await waitFor(() => expect(cells("done"), "every level is whole").toBe(CELLS));
  });

  it("goes on only if it was measured here", async () => {
    const { backend, clock, user } = await started(4_000, PAUSED);
    await user.click(screen.getByTestId("pause-sweep"));
    act(() => clock.pass(2_000));
    await screen.findByTestId("resume-sweep");
    const known = await backend.openSweep("run-0001");
    const conditions = { ...known.curves.conditions, imported: true };
    cleanup();
    startAfresh();
    await open("sweep", "#/sweep/run-0001", () => ({
      openSweep: async () => ({ ...known, curves: { ...known.curves, conditions } }),
    }));
    await screen.findByTestId("use-plan");
    expect(screen.queryByTestId("resume-sweep"), "an imported one is swept anew").toBeNull();
  });

  it("is started and stopped by the keys of a race", async () => {
    const { user, clock } = await planned();
    act(() => useSweepForm.setState({ samples: STOPPED, maxTokens: 24 }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    act(() => clock.pass(A_MOMENT_MS));
    await screen.findByTestId("stop-sweep");
    act(() => clock.pass(3_000));
    expect(textOf("running"), "the status bar says so").toContain("Sweeping 2 contenders");
    await user.keyboard("{Control>}.{/Control}");
    act(() => clock.pass(2_000));
    await screen.findByTestId("resume-sweep");
  });

  it("tells where requests queue, and what is to be read with care", async () => {
    const { backend } = await started(TO_ITS_END_MS);
    await screen.findByTestId("use-plan");
    const { curves } = await backend.openSweep("run-0001");
    const queueing = curves.lanes.filter(({ knee }) => knee);
    expect(queueing.length, "the recorded servers queue").toBeGreaterThan(0);
    const found = textOf("sweep-findings");
    for (const { findings } of curves.lanes)
      expect(found, "the words of every export").toContain(
        findings.map((one) => said(one)).join(" "),
      );
    const order = [...document.querySelectorAll("[data-testid]")].map((of) =>
      of.getAttribute("data-testid"),
    );
    const [top, charts1, table] = ["sweep-findings", "sweep-charts", "sweep-matrix"].map((of) =>
      order.indexOf(of),
    );
    expect([top, charts1, table], "the finding, the charts, then the table").toEqual(
      [top, charts1, table].toSorted((one, other) => (one ?? 0) - (other ?? 0)),
    );
    const notes = screen.queryByTestId("sweep-notes")?.textContent ?? "";
    expect(found).toMatch(/: The knee is at \d+ in flight, the last good load measured: /);
    const doubted = curves.lanes.flatMap(({ points }) => points.flatMap((point) => point.doubts));
    for (const doubt of new Set(doubted))
      expect(notes.split(warnings[doubt].advice).length, "a doubt once, with all it is about").toBe(
        2,
      );
    const charts = document.querySelectorAll("[data-mark='marker']").length;
    expect(charts % queueing.length, "and on the charts").toBe(0);
    expect(charts, "at each of them").toBeGreaterThan(0);
  });

  it("has every number of a chart as text", async () => {
    const { user } = await started(TO_ITS_END_MS);
    const chart = within(await screen.findByTestId("chart-sys_output_tps"));
    await user.click(chart.getByTestId("as-table"));
    const rows = within(chart.getByTestId("chart-table")).getAllByRole("row");
    expect(rows.length, "a row for each contender and level, and a head").toBe(CELLS + 1);
  });

  it("draws every number of the catalogue that is chosen, and names those that nothing has", async () => {
    const ids = [...metrics, ...levelNumbers].map(({ id }) => id);
    const { clock, user } = await open("sweep", "#/sweep", (said) => ({
      preferences: async () => ({ ...(await said.preferences()), metrics: { sweep: ids } }),
    }));
    await screen.findByTestId("before-requests");
    act(() => useSweepForm.setState({ samples: WHOLE, maxTokens: 24 }));
    await user.click(screen.getByTestId("start-sweep"));
    act(() => clock.pass(A_MOMENT_MS));
    await screen.findByTestId("sweep-matrix");
    act(() => clock.pass(TO_ITS_END_MS));
    await screen.findByTestId("use-plan");
    const missing = [...metrics, ...levelNumbers].filter(
      ({ id, name }) =>
        !screen.queryByTestId(`chart-${id}`) &&
        !screen.getByTestId("sweep-charts").textContent?.includes(name),
    );
    expect(missing, "a new metric needs no file of the UI").toEqual([]);
  });

  it("draws a level in which something happened over time, with the sentence and the line beneath", async () => {
    const happened = "For 3.00 s, from 2.00 s into the level on, nothing arrived.";
    const { clock, user } = await open("sweep", "#/sweep", (said) => ({
      openSweep: async (id) => {
        const known = await said.openSweep(id);
        const lanes = known.curves.lanes.map((curve, lane) => ({
          ...curve,
          prompt_length_points: [
            { prompt_tokens: 1, ttft_ms: 300 },
            { prompt_tokens: 8, ttft_ms: 900 },
          ],
          points: curve.points.map((point, level) =>
            lane === 0 && level === 0
              ? { ...point, events: [verbatim(happened)], course: [{ at_ms: 10, ttft_ms: 300 }] }
              : point,
          ),
        }));
        return { ...known, curves: { ...known.curves, lanes } };
      },
    }));
    await screen.findByTestId("before-requests");
    act(() => useSweepForm.setState({ samples: WHOLE, maxTokens: 24 }));
    await user.click(screen.getByTestId("start-sweep"));
    act(() => clock.pass(A_MOMENT_MS));
    await screen.findByTestId("sweep-matrix");
    act(() => clock.pass(TO_ITS_END_MS));
    await screen.findByTestId("use-plan");
    const chart = await screen.findByTestId("chart-within");
    expect(chart.textContent, "what happened is its finding").toContain(happened);
    expect(chart.querySelectorAll("[data-mark='dot']").length, "a dot for each request").toBe(1);
    expect(textOf("sweep-notes"), "and a note").toContain(happened);
    const ttft = within(screen.getByTestId("chart-ttft_ms"));
    expect(ttft.getAllByTestId("fitted-line").length, "beneath the medians").toBe(2);
  });

  it("is accessible while it runs and when it is over", async () => {
    const { clock } = await started(2_000);
    await expectAccessible("a sweep under way");
    act(() => clock.pass(TO_ITS_END_MS));
    await screen.findByTestId("use-plan");
    await expectAccessible("a sweep that is over");
  });

  it("shows the plan it had, to be run again", async () => {
    const { user } = await started(TO_ITS_END_MS);
    useSweepForm.setState({ levels: [64], samples: 3 });
    await user.click(await screen.findByTestId("use-plan"));
    await screen.findByTestId("start-sweep");
    const { levels, samples } = useSweepForm.getState();
    expect([levels, samples], "as it was").toEqual([[1, 8, 32], WHOLE]);
  });
});

describe("the form", () => {
  const line = useDraft.getState();

  it("asks for one way of loading and no other", () => {
    const rates = sweepOf({ ...usualForm, loading: "rates", rates: "0.5; 2 4" }, line).load;
    expect([rates.concurrency, rates.rates, rates.ladder]).toEqual([[], [0.5, 2, 4], null]);
    const ladder = sweepOf({ ...usualForm, loading: "ladder", most: 64 }, line).load;
    expect([ladder.concurrency, ladder.rates, ladder.ladder?.most]).toEqual([[], [], 64]);
  });

  it("seeks a capacity at a service level, and sends waves of no open loop", () => {
    const sought = { ...usualForm, loading: "capacity", capacityErrors: 0.1 } as const;
    const { load, plan } = sweepOf(sought, line);
    expect(load.capacity, "as shares").toMatchObject({ ttft_p95_ms: 500, error_rate: 0.001 });
    expect({ ...usualForm, ...formOf({ ...plan, load }) }, "there and back").toEqual(sought);
    expect(sweepOf({ ...usualForm, loading: "rates" }, line).load.waves).toBeNull();
  });

  it("lets a level at a rate go on for as long as its median takes, up to a number of the user's", () => {
    const rates = { ...usualForm, loading: "rates", mostSamples: 200 } as const;
    const { load, plan } = sweepOf(rates, line);
    expect([load.samples, load.most_samples]).toEqual([50, 200]);
    expect(formOf({ ...plan, load }).mostSamples, "there and back").toBe(200);
    const exact = sweepOf({ ...rates, mostSamples: null }, line);
    expect(
      formOf({ ...exact.plan, load: exact.load }).mostSamples,
      "exactly the samples",
    ).toBeNull();
    expect(sweepOf(usualForm, line).load.most_samples, "of no closed loop").toBeNull();
  });

  it("takes more samples where a capacity is sought, unless the user chose how many", () => {
    const sought = { ...usualForm, ...loadedBy("capacity", usualForm) };
    expect(sought.samples, "enough to be sure of it").toBe(300);
    expect(loadedBy("levels", sought).samples, "and back").toBe(50);
    expect(loadedBy("capacity", { ...usualForm, samples: 7 }).samples, "as chosen").toBe(7);
  });

  it("goes over prompt lengths at one load, with prompts of its own", () => {
    const over = {
      ...usualForm,
      ...loadedBy("lengths", usualForm),
      lengths: "100, 2000",
      lengthsCached: true,
      unique: false,
    };
    expect(over.samples, "long prompts are dear").toBe(10);
    const { load, plan } = sweepOf(over, line);
    expect([load.concurrency, load.rates, load.unique_prompts]).toEqual([[1], [], true]);
    expect(load.lengths).toEqual({ tokens: [100, 2_000], cached: true });
    const again = formOf({ ...plan, load });
    expect([again.loading, again.lengths, again.lengthsInFlight, again.lengthsCached]).toEqual([
      "lengths",
      "100, 2000",
      1,
      true,
    ]);
    expect(sweepOf(usualForm, line).load.lengths, "and no other sweep does").toBeNull();
  });

  it("ends a level once it is known exactly enough", () => {
    const { load, plan } = sweepOf({ ...usualForm, settledWithin: 2.5 }, line);
    expect(load.settled_within, "a share").toBe(0.025);
    expect(formOf({ ...plan, load }).settledWithin, "and kept in percent").toBe(2.5);
  });

  it("goes on through 429 where that is asked", () => {
    expect(sweepOf(usualForm, line).load.on_throttle, "a provider is not pressed").toBe("stop");
    const { load, plan } = sweepOf({ ...usualForm, onThrottle: "continue" }, line);
    expect(load.on_throttle).toBe("continue");
    expect(formOf({ ...plan, load }).onThrottle, "and kept").toBe("continue");
  });

  it("takes no word for a rate", () => {
    expect(ratesOf("1, two"), "one is none").toBeNull();
    expect(ratesOf("0"), "nothing is never sent").toBeNull();
  });

  it("sets no limits where none is written", () => {
    expect(sweepOf(usualForm, line).load.limits, "goodput stays absent").toBeNull();
    const some = sweepOf({ ...usualForm, limits: { ttft_ms: 500 } }, line).load.limits;
    expect(some).toEqual({ ttft_ms: 500 });
  });

  it("is what a kept sweep was planned with", () => {
    const form = { ...usualForm, loading: "ladder", most: 64, cold: true, samples: 7 } as const;
    const { plan, load } = sweepOf(form, line);
    expect({ ...usualForm, ...formOf({ ...plan, load }) }, "there and back").toEqual({
      ...form,
      levels: usualForm.levels,
    });
    expect(formOf(planOf(line)), "a race was planned with none").toEqual({});
  });
});

it("hears nothing of a sweep that it does not show", () => {
  const news: SweepNews = { type: "ended", state: "finished", not_saved: null };
  expect(reduce(null, news), "there is nothing to change").toBeNull();
});

describe("a sweep that was cut off", () => {
  it("is shown above a new one's plan, with the way to resume it", async () => {
    await open("sweep", "#/sweep", () => ({
      listRuns: async () => ({
        total: 1,
        runs: [
          {
            id: "cut",
            kind: "sweep",
            started_at: "2026-11-22T10:00:00Z",
            state: "interrupted",
            simulated: false,
            prompt: "Why?",
            lanes: [],
          },
        ],
      }),
    }));
    const notice = await screen.findByTestId("interrupted-sweep");
    expect(notice.textContent, "it says that nothing is lost").toContain("spent is kept");
    expect(within(notice).getByRole("link").getAttribute("href")).toBe("#/sweep/cut");
  });

  it("is not spoken of once it was finished", async () => {
    await planned();
    expect(screen.queryByTestId("interrupted-sweep"), "no sweep was cut off").toBeNull();
  });
});
