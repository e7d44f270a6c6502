import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { useDraft } from "../plan/draft";
import { expectAccessible, open, startAfresh } from "../testing";
import { shortcuts } from "../ui/keyboard";
import { entriesOf, search } from "./entries";

beforeEach(startAfresh);

const labels = (query: string) =>
  search(entriesOf(shortcuts, [], []), query).flatMap(({ items }) =>
    items.map(({ label }) => label),
  );

describe("the palette", () => {
  it("forgives a slip in each word, and any order of them", () => {
    expect(labels("setings"), "a letter that is missing").toContain("Settings");
    expect(labels("lane add"), "words the other way round").toContain("Add a lane");
    expect(labels("verfiy"), "two letters swapped").toContain("Verify database");
    expect(labels("zzzzqq"), "what nothing is called").toEqual([]);
  });

  it("shows at most eight of each kind", () => {
    const found = search(entriesOf(shortcuts, [], []), "");
    for (const { group, items } of found) {
      expect(items.length, `${group} hides no other`).toBeLessThanOrEqual(8);
    }
    expect(
      found.map(({ group }) => group),
      "actions come first",
    ).toEqual(["actions", "screens", "settings"]);
  });

  it("opens with its key, is read aloud, and does what is chosen", async () => {
    const { user } = await open("history");
    await screen.findByTestId("chip-0");
    await user.keyboard("{Control>}k{/Control}");
    const field = await screen.findByTestId("palette-search");
    expect(document.activeElement, "one can type at once").toBe(field);
    await screen.findByText("Recent runs");
    await expectAccessible("the palette");
    await user.type(field, "histroy");
    const chosen = await screen.findByTestId("palette-action showHistory");
    await waitFor(() =>
      expect(field.getAttribute("aria-activedescendant"), "the nearest is ready").toBe(chosen.id),
    );
    await user.keyboard("{Enter}");
    expect(window.location.hash).toBe("#/history");
    await waitFor(() => expect(screen.queryByTestId("palette"), "and is gone").toBeNull());
  });

  it("finds runs by their prompts and models by their names", async () => {
    const { user } = await open("history");
    await screen.findByTestId("chip-3");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByTestId("palette-search"), "haiku");
    await user.click(await screen.findByText(/Write a haiku/));
    expect(window.location.hash).toBe("#/history/run-0002");
    await waitFor(() => expect(screen.queryByTestId("palette"), "and is gone").toBeNull());
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByTestId("palette-search"), "simulated lpu");
    await user.click(await screen.findByTestId("palette-model simulated/lpu"));
    expect(useDraft.getState().lanes.at(-1)?.model, "a lane more").toBe("lpu");
    expect(window.location.hash, "on the starting line").toBe("#/race");
  });

  it("says when nothing is called so", async () => {
    const { user } = await open("first");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByTestId("palette-search"), "zzzzqq");
    const palette = within(screen.getByTestId("palette"));
    expect(await palette.findByText("Nothing matches.")).toBeTruthy();
    expect(palette.getByText("0 results"), "and aloud").toBeTruthy();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByTestId("palette"), "Esc closes it").toBeNull());
  });
});
