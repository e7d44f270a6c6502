import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { ProviderView } from "../backend/backend";
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

  it.each(["language", "Sprache", "语言", "deutsch"])("finds every language by %s", (query) => {
    expect(labels(query)).toEqual(
      expect.arrayContaining(["Language: English", "Language: Deutsch"]),
    );
  });

  const lane = { provider: "simulated", model: "lpu", muted: false };
  const first = (query: string) =>
    search(entriesOf(shortcuts, [], [], [lane]), query)[0]?.items[0]?.label;

  it.each([
    ["dark", /^Theme: dark/],
    ["light", /^Theme: light/],
    ["theme", /^Theme|^Change theme/],
    ["export", /^Export/],
    ["csv", /^Export/],
    ["import", /^Import/],
    ["calibrate", /^Calibrate/],
    ["accuracy", /^Calibrate/],
    ["price", /^Prices/],
    ["litellm", /^Prices/],
    ["proxy", /^Network/],
    ["certificate", /^Network/],
    ["add key", /^Add a key/],
    ["api key", /^Add a key/],
    ["paste", /^Add a key/],
    ["endpoint", /^Add your own endpoint/],
    ["ollama", /^Find servers/],
    ["backup", /^Back up/],
    ["back up", /^Back up/],
    ["restore", /deleted|Import/],
    ["repeat", /^Repeats/],
    ["rounds", /^Repeats|Rounds/],
    ["temperature", /^Temperature/],
    ["max tokens", /^Max tokens/],
    ["limit", /^Max tokens|^Cap|^Spending/],
    ["reasoning", /^Effort/],
    ["system prompt", /^System prompt/],
    ["save prompt", /^Saved prompts/],
    ["presets", /^Saved prompts/],
    ["full screen", /whole window/],
    ["zoom", /^Larger|^Smaller|^Normal|^Size|^View: Focus/],
    ["font", /^Larger|^Smaller|^Normal|^Size/],
    ["diff", /^View: Diff/],
    ["table", /^View: Table/],
    ["pace", /^View: Pace/],
    ["chart", /^View: Pace|^Compare/],
    ["stalls", /^View: Pace/],
    ["grid", /^View: Grid/],
    ["replay", /^Replay/],
    ["copy", /^Copy the numbers/],
    ["find", /^Find/],
    ["distance", /^Track by/],
    ["help", /^Help|Keyboard/],
    ["about", /^About/],
    ["version", /^About/],
    ["bug", /^Report/],
    ["mute", /^Mute/],
    ["cancel", /^Stop/],
    ["clone", /^Duplicate/],
    ["delete", /^Remove|^Keep deleted/],
    ["budget", /^Spending|^Cap/],
    ["spent", /^Spent today|^Spending/],
    ["notification", /^Notify/],
    ["database", /^Verify database/],
    ["data folder", /^Folder/],
    ["shortcuts", /Keyboard|^Help/],
    ["hotkeys", /Keyboard/],
    ["sidebar", /rail/],
    ["concurrency", /^Sweep/],
    ["load test", /^Sweep/],
    ["preferences", /^Settings/],
    ["milliseconds", /^Durations/],
    ["decimal", /^Numbers/],
    ["fps", /^Frames/],
    ["markdown", /^Answers as Markdown/],
    ["timeout", /^First token within|^Silent for|^Over within/],
    ["deadline", /^Over within/],
    ["tour", /^First steps/],
    ["getting started", /^First steps/],
    ["notes", /^Note on the latest run/],
    ["tag", /^Tag the latest run/],
    ["medal", /^View: Track/],
    ["vote", /^Vote on an answer/],
    ["thumbs", /^Vote on an answer/],
  ])("finds what is meant by “%s”", (query, what) => {
    expect(first(query)).toMatch(what);
  });

  it("answers a provider's name with the provider, before the models of others", () => {
    const view = (id: string, label: string, models: string[]) =>
      ({ id, label, models, key: "none", base_url: "http://x" }) as unknown as ProviderView;
    const all = [
      view("groq", "Groq", ["openai/gpt-oss-120b"]),
      view("openai", "OpenAI", ["gpt-4.1"]),
    ];
    expect(search(entriesOf(shortcuts, all, []), "openai")[0]?.items[0]?.label).toBe("OpenAI");
  });

  it("answers within 30 ms, with all that a full window has", () => {
    const views = Array.from({ length: 60 }, (_, at) => ({
      id: `p${at}`,
      label: `Provider ${at}`,
      models: Array.from({ length: 30 }, (__, model) => `model-${at}-${model}`),
      key: "none",
      base_url: "http://x",
    })) as unknown as ProviderView[];
    const entries = entriesOf(shortcuts, views, [], [lane]);
    search(entries, "warm");
    const took = ["t", "temp", "model-3", "verfiy"].map((query) => {
      const began = performance.now();
      search(entries, query);
      return performance.now() - began;
    });
    expect(
      Math.min(...took),
      `${took.map(Math.round)} ms, the least, since others use this machine`,
    ).toBeLessThan(30);
  });

  it("leads to a field, and gives it the caret", async () => {
    const { user } = await open("first", "#/history");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByTestId("palette-search"), "temperature");
    await user.click(await screen.findByTestId("palette-place temperature"));
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("data-testid")).toBe("temperature"),
    );
  });

  it("shows the first steps again, and leads to the note of the latest run", async () => {
    const { user } = await open("history");
    await screen.findByTestId("chip-0");
    const choose = async (query: string, place: string) => {
      await user.keyboard("{Control>}k{/Control}");
      await user.type(await screen.findByTestId("palette-search"), query);
      await user.click(await screen.findByTestId(`palette-place ${place}`));
      await waitFor(() => expect(screen.queryByTestId("palette"), "and is gone").toBeNull());
    };
    expect(screen.queryByTestId("step-key"), "not the first start").toBeNull();
    await choose("tour", "tour");
    expect(await screen.findByTestId("step-key")).toBeTruthy();
    await choose("notes", "noteRun");
    expect(await screen.findByTestId("note-field")).toBeTruthy();
  });

  it("shows at most eight of each kind", () => {
    const found = search(entriesOf(shortcuts, [], []), "");
    for (const { group, items } of found) {
      expect(items.length, `${group} hides no other`).toBeLessThanOrEqual(8);
    }
    expect(
      found.map(({ group }) => group),
      "actions come first",
    ).toEqual(["actions", "screens", "places", "settings"]);
  });

  it("shows few of the kinds that are not the closest, once something is searched", () => {
    const [closest, ...others] = search(entriesOf(shortcuts, [], []), "e");
    expect(closest?.items.length).toBeGreaterThan(4);
    for (const { group, items } of others)
      expect(items.length, `${group} is drawn at each key`).toBeLessThanOrEqual(4);
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
