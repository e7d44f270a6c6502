/** The line-up: lanes in the order that the user wants, and models wherever they are served. */

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { useDraft } from "../plan/draft";
import { useRaceStore } from "../run/raceStore";
import { useView } from "../run/view";
import { expectAccessible, open, startAfresh } from "../testing";

beforeEach(() => {
  startAfresh();
  useView.setState({ view: "lanes", rendered: new Set() });
});

const models = () => useDraft.getState().lanes.map(({ model }) => model);

describe("a lane", () => {
  it("is taken to another place by Alt and the arrows, and keeps the focus", async () => {
    const { user } = await open("first");
    const before = await screen.findByTestId("chip-0").then(models);
    act(() => screen.getByTestId("chip-0").focus());
    await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
    expect(models()).toEqual([before[1], before[0], ...before.slice(2)]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId("chip-1")));
    await user.keyboard("{Alt>}{ArrowLeft}{ArrowLeft}{/Alt}");
    expect(models(), "and no further than the first place").toEqual(before);
  });

  it("is dragged to another place, and nothing else that is dragged is a lane", async () => {
    await open("first");
    await screen.findByTestId("chip-3");
    const before = models();
    const chip = (place: number) => screen.getByTestId(`chip-${place}`).closest("li") as Element;
    const carried = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, data: string) => carried.set(type, data),
      getData: (type: string) => carried.get(type) ?? "",
      get types() {
        return [...carried.keys()];
      },
    };
    fireEvent.dragStart(chip(0), { dataTransfer });
    fireEvent.drop(chip(2), { dataTransfer });
    expect(models()).toEqual([before[1], before[2], before[0], before[3]]);
    carried.clear();
    fireEvent.drop(chip(0), { dataTransfer });
    expect(models()).toEqual([before[1], before[2], before[0], before[3]]);
  });
});

describe("a model that nobody suggests", () => {
  it("is offered at whoever can race, under the name that was written", async () => {
    const { user } = await open("full");
    await screen.findByTestId("chip-3");
    await user.click(screen.getByTestId("add-lane"));
    await user.click(await screen.findByTestId("model-search"));
    await user.paste("some-new-model");
    const offered = await screen.findAllByText("Use “some-new-model”");
    expect(offered.length, "everybody with a key").toBeGreaterThan(1);
    await expectAccessible("the picker");
    await user.click(offered[0] as HTMLElement);
    expect(models().at(-1)).toBe("some-new-model");
  });
});

describe("the answers", () => {
  it("are searched by Ctrl F, their matches counted and gone through", async () => {
    const { user, clock } = await open("first");
    await screen.findByTestId("chip-0");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByTestId("stop-all");
    await act(async () => clock.pass(15_000));
    await screen.findByTestId("race-button");
    await user.keyboard("{Control>}f{/Control}");
    const field = await screen.findByTestId("find-words");
    await user.type(field, "the");
    await waitFor(() =>
      expect(screen.getByTestId("find-count").textContent).toMatch(/^1 of \d+\+?$/),
    );
    await user.keyboard("{Enter}");
    expect(screen.getByTestId("find-count").textContent, "the next").toMatch(/^2 of/);
    await user.keyboard("{Shift>}{Enter}{Enter}{/Shift}");
    expect(screen.getByTestId("find-count").textContent, "round to the last").toMatch(
      /^(\d+) of \1/,
    );
    await expectAccessible("the bar");
    await user.type(field, "zzzz");
    await waitFor(() => expect(screen.getByTestId("find-count").textContent).toBe("not found"));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByTestId("find-bar")).toBeNull());
    expect(useRaceStore.getState().busy).toBe(false);
  });

  it("are copied whole, and the numbers as a table in the order on screen", async () => {
    const { user, clock } = await open("first");
    await screen.findByTestId("chip-0");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByTestId("stop-all");
    await act(async () => clock.pass(15_000));
    await screen.findByTestId("race-button");
    await user.click(screen.getByTestId("lane-0-copy"));
    const answer = screen.getByTestId("lane-0-text").querySelector("[data-part='answer']");
    expect(await navigator.clipboard.readText(), "as it was written").toBe(answer?.textContent);
    await user.click(screen.getByTestId("view-table"));
    await user.click(await screen.findByTestId("sort-ttft_ms"));
    expect(screen.getByTestId("sort-ttft_ms").getAttribute("aria-pressed")).toBe("true");
    expect(
      screen.getByTestId("numbers-table").querySelectorAll("[data-best]").length,
      "the best are marked",
    ).toBeGreaterThan(3);
    await expectAccessible("the table");
    await user.click(screen.getByTestId("copy-numbers"));
    const [head = "", ...rows] = (await navigator.clipboard.readText()).split("\n");
    expect(head.split("\t"), "a column for each lane").toHaveLength(5);
    expect(rows.find((row) => row.startsWith("Time to first token"))).toMatch(/\t[\d.]+ s\t/);
  });
});
