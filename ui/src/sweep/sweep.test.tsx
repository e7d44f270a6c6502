/** The Sweep screen over a replay, and what its form asks of the engine. */

import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { SweepNews } from "../backend/backend";
import { planOf, useDraft } from "../plan/draft";
import { expectAccessible, open, startAfresh } from "../testing";
import { formOf, ratesOf, sweepOf, useSweepForm, usualForm } from "./sweepDraft";
import { reduce } from "./sweepStore";

beforeEach(startAfresh);

const textOf = (testId: string) => screen.getByTestId(testId).textContent;
const cells = (state: string) => document.querySelectorAll(`td[data-state="${state}"]`).length;

async function planned() {
  const opened = await open("scene=first", "#/sweep");
  await screen.findByTestId("before-requests");
  return opened;
}

/** Starts the sweep of the form, and lets so much time pass. */
async function started(ms: number) {
  const opened = await planned();
  await opened.user.click(screen.getByTestId("start-sweep"));
  await screen.findByTestId("sweep-matrix");
  act(() => opened.clock.pass(ms));
  return opened;
}

describe("a sweep's plan", () => {
  it("says what it comes to, and says it anew after each change", async () => {
    const { user } = await planned();
    // Four contenders, three levels of 50 with two requests for each of 41 streams.
    expect(textOf("before-requests"), "all of them").toBe("about 928");
    await user.click(screen.getByTestId("level-32"));
    await waitFor(() => expect(textOf("before-levels"), "two are left").toBe("2"));
    expect(textOf("before-requests")).toBe("about 472");
  });

  it("cannot start without levels, and says why", async () => {
    const { user } = await planned();
    for (const level of [1, 8, 32]) await user.click(screen.getByTestId(`level-${level}`));
    await screen.findByText("A sweep needs levels.");
    expect(screen.getByTestId<HTMLButtonElement>("start-sweep").disabled).toBe(true);
  });

  it("takes a published method whole and names its source", async () => {
    const { user } = await planned();
    await user.click(screen.getByTestId("asking-preset"));
    expect(textOf("preset-source"), "whose it is").toContain("General Compute");
    const form = useSweepForm.getState();
    expect([form.levels, form.samples, form.maxTokens], "levels, samples, length").toEqual([
      [1, 8, 32],
      50,
      null,
    ]);
  });

  it("fills the names of a prompt with a value each, or from a table", async () => {
    const { user } = await planned();
    const prompt = screen.getByTestId("sweep-prompt");
    await user.clear(prompt);
    await user.click(prompt);
    await user.paste("Name {{what}}.");
    const asked = () => sweepOf(useSweepForm.getState(), useDraft.getState()).wording;
    await user.type(await screen.findByTestId("value-what"), "a hill");
    expect(asked(), "one value").toEqual({ type: "values", values: { what: "a hill" } });
    await user.click(screen.getByTestId("filling-table"));
    await user.click(screen.getByTestId("sweep-table"));
    await user.paste("what\na river\n");
    expect(asked(), "a row for each").toEqual({ type: "filled", table: "what\na river\n" });
  });

  it("is accessible", async () => {
    await planned();
    await expectAccessible("the plan of a sweep");
  });
});

describe("a sweep that runs", () => {
  it("fills its cells, and says what is to come", async () => {
    await started(33 * 4);
    const first = screen.getByTestId("cell-0-0");
    expect(first.dataset.done, "5 at each step").toBe("20");
    expect(first.textContent, "its median so far").toContain("TTFT 3");
    expect(screen.getByTestId("sweep-requests").textContent).toContain("to come");
    expect(cells("waiting"), "the others wait for their turn").toBe(11);
  });

  it("stops, keeps what it has, and goes on to its end", async () => {
    const { user, clock } = await started(33 * 14);
    await user.click(screen.getByTestId("stop-sweep"));
    await screen.findByTestId("resume-sweep");
    expect(cells("done"), "what was measured is there").toBe(1);
    expect(cells("stopped"), "and the level that was cut says so").toBe(1);
    expect(screen.getByTestId("chart-ttft"), "what there is is drawn").toBeDefined();
    await user.click(screen.getByTestId("resume-sweep"));
    await screen.findByTestId("stop-sweep");
    act(() => clock.pass(33 * 10 * 12));
    await waitFor(() => expect(cells("done"), "every level is whole").toBe(12));
  });

  it("is started and stopped by the keys of a race", async () => {
    const { user } = await planned();
    await user.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByTestId("stop-sweep");
    expect(textOf("running"), "the status bar says so").toContain("Sweeping 4 contenders");
    await user.keyboard("{Control>}.{/Control}");
    await screen.findByTestId("resume-sweep");
  });

  it("tells where requests queue, and what is to be read with care", async () => {
    await started(33 * 10 * 13);
    await screen.findByTestId("use-plan");
    const notes = textOf("sweep-notes");
    expect(notes, "the knee in words").toMatch(/wafer-scale: p95 TTFT is \d/);
    expect(notes, "a doubt once, with all it is about").toMatch(
      /wafer-scale at 32 in flight; .* at 32 in flight: The load stood/,
    );
    expect(document.querySelectorAll("[data-mark='marker']").length, "and on the charts").toBe(8);
  });

  it("has every number of a chart as text", async () => {
    const { user } = await started(33 * 10 * 13);
    const chart = within(await screen.findByTestId("chart-system"));
    await user.click(chart.getByTestId("as-table"));
    const rows = within(chart.getByTestId("chart-table")).getAllByRole("row");
    expect(rows.length, "a row for each contender and level, and a head").toBe(13);
  });

  it("is accessible while it runs and when it is over", async () => {
    const { clock } = await started(33 * 14);
    await expectAccessible("a sweep under way");
    act(() => clock.pass(33 * 10 * 13));
    await screen.findByTestId("use-plan");
    await expectAccessible("a sweep that is over");
  });

  it("shows the plan it had, to be run again", async () => {
    const { user } = await started(33 * 10 * 13);
    useSweepForm.setState({ levels: [64], samples: 3 });
    await user.click(await screen.findByTestId("use-plan"));
    await screen.findByTestId("start-sweep");
    const { levels, samples } = useSweepForm.getState();
    expect([levels, samples], "as it was").toEqual([[1, 8, 32], 50]);
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
