/** The line-up: lanes in the user's order, and models wherever they are served. */

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

describe("a lane as the command line writes it", () => {
  it("is added at its own address, with its dialect", async () => {
    const { user } = await open("full");
    await screen.findByTestId("chip-3");
    await user.click(screen.getByTestId("add-lane"));
    await user.click(await screen.findByTestId("model-search"));
    await user.paste("openai-chat@https://llm.example/v1#acme/large#2");
    await user.click(await screen.findByText("Use “acme/large#2”"));
    expect(useDraft.getState().lanes.at(-1)).toMatchObject({
      provider: "custom",
      dialect: "openai-chat",
      base_url: "https://llm.example/v1",
      model: "acme/large#2",
    });
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

describe("the picker", () => {
  const PRICE = {
    input_usd_per_million: 2,
    output_usd_per_million: 8,
    source: "LiteLLM",
    dated: "2026-11-12",
  };

  const search = async (user: Awaited<ReturnType<typeof open>>["user"], words: string) => {
    await screen.findByTestId("chip-0");
    await user.click(screen.getByTestId("add-lane"));
    await user.click(await screen.findByTestId("model-search"));
    await user.paste(words);
  };

  it("finds a model at every provider that is known to have it, with price and context", async () => {
    const { user } = await open("full", "#/race", () => ({
      findModels: async (words) => [
        {
          provider: "together",
          model: `special-${words}`,
          facts: { price: PRICE, context_tokens: 1_047_576 },
        },
        { provider: "deepseek", model: `special-${words}`, deprecated: "2030-01-02", facts: {} },
      ],
    }));
    await search(user, "gpt-x");
    const found = await screen.findAllByRole("option", { name: /^special-gpt-x/ });
    expect(found.length, "one at each").toBe(2);
    const told = found.map(({ textContent }) => textContent).join("\n");
    expect(told).toMatch(/1M context\$2\.00 in · \$8\.00 out per million/);
    expect(told, "and when it ends").toMatch(/Jan 2, 2030/);
    expect(told, "what is not known is absent").not.toMatch(/\$0|undefined|null|– /);
    await expectAccessible("the picker");
  });

  it("stays open to add several, where the user says so", async () => {
    const { user } = await open("first");
    await search(user, "simulated");
    const before = models().length;
    await user.click(screen.getByTestId("add-several"));
    const [one, two] = document.querySelectorAll("[role=option]");
    await user.click(one as Element);
    await user.click(two as Element);
    expect(models().length, "two more").toBe(before + 2);
    expect(screen.queryByTestId("model-search"), "and it is still open").not.toBeNull();
    await user.click(screen.getByTestId("add-several"));
    await user.click(one as Element);
    await waitFor(() => expect(screen.queryByTestId("model-search"), "then no more").toBeNull());
  });

  it("adds one of each provider with a key, by one press", async () => {
    const { backend, user } = await open("full");
    await search(user, " ");
    const keyed = (await backend.providers()).filter(
      ({ kept, models: known }) => (kept ?? null) !== null && known.length > 0,
    );
    expect(keyed.length, "there are several in this scene").toBeGreaterThan(1);
    const before = models().length;
    await user.click(await screen.findByTestId("one-of-each"));
    const added = useDraft.getState().lanes.slice(before);
    expect(added.map(({ provider }) => provider).toSorted(), "each once").toEqual(
      keyed.map(({ id }) => id).toSorted(),
    );
  });

  it("has favourites at its head, which are chosen at a lane", async () => {
    const { backend, user } = await open("first");
    await screen.findByTestId("chip-0");
    await user.click(screen.getByTestId("chip-0"));
    await user.click(await screen.findByTestId("favourite"));
    const [first] = models();
    await waitFor(async () =>
      expect((await backend.preferences()).favourites).toEqual([`simulated/${first}`]),
    );
    await user.keyboard("{Escape}");
    await user.click(screen.getByTestId("add-lane"));
    await screen.findByText("Favourites");
    const [head] = document.querySelectorAll("[role=option]");
    expect(head?.textContent).toContain(first);
  });
});
