import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../backend/backend";
import { useDraft } from "../plan/draft";
import { AGAIN_ROUNDS } from "../run/view";
import { verbatim } from "../strings/said";
import { expectAccessible, open, raceToTheEnd, startAfresh, type TestClock } from "../testing";

const KEY = "sk-marker-0123456789-wxyz";

const pass = (clock: TestClock, ms: number) => act(async () => clock.pass(ms));

const NUMBERS = ["tps", "ttft", "total", "tokens", "cost"] as const;

function shown(lane: number): Record<string, string | undefined> {
  const read = (part: string) => screen.getByTestId(`lane-${lane}-${part}`).dataset.value;
  return Object.fromEntries(NUMBERS.map((part) => [part, read(part)]));
}

beforeEach(startAfresh);

describe("the first run", () => {
  it("is one keystroke away from a race", async () => {
    const opened = await open("first");
    expect(
      screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Prompt" }).value,
      "a prompt is there",
    ).not.toBe("");
    await raceToTheEnd(opened);
    for (const lane of [0, 1, 2, 3]) {
      expect(screen.getByTestId(`lane-${lane}`).dataset.status, `lane ${lane} raced`).toBe("ok");
    }
  });

  it("says everywhere that it is simulated", async () => {
    await open("first");
    const cards = await screen.findAllByRole("article");
    expect(cards).toHaveLength(4);
    for (const card of cards)
      expect(within(card).getAllByText("SIMULATED").length).toBeGreaterThan(0);
    expect(screen.getByTestId("simulated-ribbon").textContent).toMatch(/no network, no cost/);
  });
});

describe("a race", () => {
  it("shows the numbers that history shows", async () => {
    const opened = await open("full");
    await raceToTheEnd(opened);
    const live = [0, 1, 2, 3].map(shown);
    const texts = screen.getAllByRole("log").map((log) => log.textContent);
    const run = await opened.backend.openRun("run-0001");
    expect(Number(live[0]?.ttft), "as received, not as formatted").toBe(
      run.lanes[0]?.samples[0]?.ttft_ms,
    );
    expect(live[3]?.cost, "an unknown cost has no value").toBe("");
    await act(async () => {
      window.location.hash = "#/history";
    });
    const row = await screen.findByTestId("run-run-0001");
    await opened.user.click(within(row).getByRole("link"));
    await screen.findByTestId("opened-run-0001");
    expect([0, 1, 2, 3].map(shown), "the same numbers, opened again").toEqual(live);
    expect(
      screen.getAllByRole("log").map((log) => log.textContent),
      "and the same texts",
    ).toEqual(texts);
  });

  it("stops the focused lane with Esc and lets the others run", async () => {
    const opened = await open("stopped");
    await screen.findByTestId("chip-0");
    await opened.user.keyboard("{Control>}{Enter}{/Control}");
    await pass(opened.clock, 1_500);
    act(() => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Prompt" }).blur());
    await opened.user.keyboard("2{Escape}");
    await pass(opened.clock, 200);
    expect(screen.getByTestId("lane-1").dataset.status, "lane 2 was stopped").toBe("cancelled");
    expect(
      screen.getByTestId("lane-1-tokens").dataset.value,
      "and keeps what it measured",
    ).not.toBe("");
    expect(screen.getByTestId("lane-2").dataset.status, "lane 3 still runs").toBe("");
    await pass(opened.clock, 12_000);
    expect(screen.getByTestId("lane-2").dataset.status).toBe("ok");
  });

  it("keeps a failed lane in its place and says what to do", async () => {
    const opened = await open("failing");
    await raceToTheEnd(opened);
    const failed = within(screen.getByTestId("lane-1"));
    expect(failed.getAllByText(/Incorrect API key provided/).length).toBeGreaterThan(0);
    expect(failed.getByText(/does not accept this key/)).toBeTruthy();
    expect(failed.getAllByText(/Key refused/).length, "and says it once").toBe(1);
    await opened.user.click(failed.getByTestId("remedy-key"));
    expect(window.location.hash, "the button leads to the provider").toBe(
      "#/providers/openai?at=key",
    );
    expect((await screen.findByTestId("key-input")).matches(":focus"), "at its key").toBe(true);
  });

  it("says why it cannot start", async () => {
    const opened = await open("keyless", "#/race", () => ({
      startRace: async () => {
        const message = "OpenAI needs a key. Set one under Providers.";
        throw new Refusal({ kind: "plan", problems: [{ lane: 0, message: verbatim(message) }] });
      },
    }));
    await screen.findByTestId("chip-0");
    act(() => useDraft.setState(({ lanes }) => ({ lanes: lanes.slice(1, 2) })));
    await opened.user.keyboard("{Control>}{Enter}{/Control}");
    expect(
      (await screen.findAllByText(/needs a key/)).length,
      "which lane, and what to do",
    ).toBeGreaterThan(0);
    expect(screen.queryByTestId("stop-all"), "nothing was started").toBeNull();
  });

  it("announces each lane's end once and leaves the streams silent", async () => {
    await raceToTheEnd(await open("first"));
    await waitFor(() =>
      expect(screen.getByTestId("announcer").textContent).toMatch(/frontier|Simulated finished/),
    );
    for (const log of screen.getAllByRole("log")) expect(log.getAttribute("aria-live")).toBe("off");
  });

  it("counts its rounds and sums them up", async () => {
    const opened = await open("rounds");
    await screen.findByTestId("chip-0");
    act(() => useDraft.setState({ repeat: AGAIN_ROUNDS }));
    await opened.user.keyboard("{Control>}{Enter}{/Control}");
    await pass(opened.clock, 60_000);
    await screen.findByTestId("race-button");
    expect(screen.getByTestId("lane-0-summary").textContent).toMatch(
      new RegExp(`^${AGAIN_ROUNDS} rounds · p50 [\\d,]+ tok/s`),
    );
    const all = screen.getByRole("button", { name: `All ${AGAIN_ROUNDS} rounds together` });
    expect(all.getAttribute("aria-pressed"), "one photo of all rounds").toBe("true");
    const ttft = shown(0).ttft;
    await opened.user.click(screen.getByRole("button", { name: `Round 1 of ${AGAIN_ROUNDS}` }));
    expect(shown(0).ttft, "another round has its own numbers").not.toBe(ttft);
  });
});

describe("the keys", () => {
  it("belong to what is open, and to the window again once it is closed", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-3");
    await user.click(document.body);
    await user.keyboard("?");
    await screen.findByTestId("shortcut-sheet");
    await user.keyboard("{Shift>}[Digit1]{/Shift}");
    expect(useDraft.getState().lanes[0]?.muted, "the sheet is open").toBe(false);
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByTestId("shortcut-sheet"), "one Esc closes it").toBeNull(),
    );
    await user.keyboard("{Control>}5{/Control}");
    expect(window.location.hash).toBe("#/providers");
  });
});

describe("what has a key", () => {
  it("has a button too: the palette, and a new race", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-3");
    await user.click(screen.getByTestId("new-race"));
    const prompt = screen.getByTestId<HTMLTextAreaElement>("prompt");
    expect(prompt.value, "a new race begins without a prompt").toBe("");
    expect(document.activeElement, "and waits for one").toBe(prompt);
    expect(useDraft.getState().lanes, "of the same lanes").toHaveLength(4);
    await user.click(await screen.findByTestId("undo"));
    expect(prompt.value, "which is brought back").not.toBe("");
    await user.click(screen.getByTestId("open-palette"));
    expect(await screen.findByTestId("palette-search")).toBeTruthy();
  });
});

describe("Ctrl that is held", () => {
  const isShown = () => document.documentElement.dataset.held !== undefined;

  it("shows the digit of each lane, and a shortcut does not", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-3");
    await user.click(document.body);
    await user.keyboard("{Control>}");
    await waitFor(() => expect(isShown(), "it is held").toBe(true));
    expect(document.querySelector("[data-key='3']"), "the third lane says its own").not.toBeNull();
    await user.keyboard("{/Control}");
    expect(isShown(), "it is released").toBe(false);
    await user.keyboard("{Control>}d");
    await new Promise((done) => setTimeout(done, 600));
    expect(isShown(), "a shortcut is no question").toBe(false);
    await user.keyboard("{/Control}");
  });
});

describe("the line-up", () => {
  it("duplicates, mutes and removes from the keyboard, and offers a removed lane back", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-3");
    await user.click(document.body);
    await user.keyboard("1{Control>}d{/Control}");
    expect(await screen.findByTestId("chip-4"), "a fifth lane").toBeTruthy();
    await user.keyboard("{Shift>}[Digit3]{/Shift}");
    expect(useDraft.getState().lanes[2]?.muted, "Shift+3 mutes the third").toBe(true);
    await user.keyboard("{Control>}w{/Control}");
    expect(screen.queryByTestId("chip-4"), "Ctrl+W removes").toBeNull();
    await user.keyboard("{Shift>}[Digit2]{/Shift}");
    expect(useDraft.getState().lanes[1]?.muted, "a note on screen takes no keys").toBe(false);
    await user.click(await screen.findByTestId("undo"));
    expect(await screen.findByTestId("chip-4"), "and undo brings it back").toBeTruthy();
  });

  it("adds what is typed as provider/model", async () => {
    const { user } = await open("full");
    await screen.findByTestId("chip-3");
    await user.keyboard("{Control>}t{/Control}");
    await user.type(await screen.findByTestId("model-search"), "groq/brand-new-model{Enter}");
    expect(useDraft.getState().lanes.at(-1)).toMatchObject({
      provider: "groq",
      model: "brand-new-model",
    });
  });

  it("marks a lane that differs from what the lanes share, until it is reset", async () => {
    const { user } = await open("full");
    await user.click(await screen.findByTestId("chip-1"));
    const settings = await screen.findByTestId("lane-settings");
    await user.type(within(settings).getByRole("spinbutton", { name: "Max tokens" }), "64");
    expect(screen.getByTestId("override-1"), "a dot on its chip").toBeTruthy();
    await user.click(within(settings).getByRole("button", { name: "Reset to shared" }));
    expect(screen.queryByTestId("override-1")).toBeNull();
  });
});

describe("history", () => {
  it("offers a deleted run back", async () => {
    const { user } = await open("history", "#/history");
    await user.click(await screen.findByTestId("delete-run-0002"));
    await waitFor(() => expect(screen.queryByTestId("run-run-0002")).toBeNull());
    await user.click(await screen.findByTestId("undo"));
    expect(await screen.findByTestId("run-run-0002"), "undo restores it").toBeTruthy();
  });

  it("loads a past plan into Race", async () => {
    const { user } = await open("history", "#/history/run-0002");
    await user.click(await screen.findByTestId("race-again"));
    const prompt = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Prompt" });
    expect(prompt.value).toBe("Write a haiku about latency.");
  });

  it("builds only the rows in sight", async () => {
    await open("history", "#/history", (said) => ({
      findRuns: async (...given) => {
        const answer = await said.findRuns(...given);
        if (answer.type !== "found") return answer;
        const [found] = answer.page.runs;
        const runs = Array.from({ length: 120 }, (_, at) => ({
          ...found,
          row: { ...found?.row, id: `copy-${at}` },
        }));
        return { ...answer, page: { ...answer.page, total: 120, runs } } as typeof answer;
      },
    }));
    await screen.findByTestId("run-copy-0");
    expect(document.querySelectorAll("[data-testid^='run-copy-']").length).toBeLessThan(40);
  });

  it("says what to do while it is empty", async () => {
    await open("first", "#/history");
    expect(await screen.findByRole("link", { name: "Go to Race" })).toBeTruthy();
  });
});

describe("a key", () => {
  it("is typed once and then nowhere in the window", async () => {
    const { user } = await open("providers", "#/providers/openai");
    await user.type(await screen.findByTestId("key-input"), KEY);
    await user.click(screen.getByTestId("save-key"));
    await waitFor(() => expect(screen.getByTestId("provider-openai").dataset.kept).toBe("keyring"));
    expect(screen.getByTestId<HTMLInputElement>("key-input").value, "the field is empty").toBe("");
    expect(document.documentElement.outerHTML, "no attribute, no text holds it").not.toContain(KEY);
    expect(screen.getByTestId("key-status").textContent, "four characters at most").toContain(
      "…wxyz",
    );
    expect(JSON.stringify(window.localStorage), "nothing is stored").not.toContain("marker");
  });

  it("is kept for the session alone where there is no keyring, and the window says why", async () => {
    const { user } = await open("keyringless", "#/providers/openai", () => ({
      recogniseKey: async () => ["openai"],
    }));
    expect((await screen.findByTestId("keyring-panel")).textContent).toMatch(
      /session bus.*How to fix it/s,
    );
    expect(screen.getByTestId<HTMLInputElement>("session-only").checked).toBe(true);
    await user.type(screen.getByTestId("key-input"), `${KEY}{Enter}`);
    await waitFor(() => expect(screen.getByTestId("provider-openai").dataset.kept).toBe("session"));
  });

  it("is checked by asking for the models, with the answer in words", async () => {
    const { user } = await open("failing", "#/providers/openai");
    await user.click(await screen.findByTestId("check-key"));
    expect((await screen.findByText(/Incorrect API key provided/)).textContent).toBeTruthy();
  });
});

describe("every screen", () => {
  it.each([
    ["Race before a race", "first", "#/race"],
    ["History with runs", "history", "#/history"],
    ["History without runs", "first", "#/history"],
    ["a run", "history", "#/history/run-0002"],
    ["a provider", "full", "#/providers/groq"],
    ["a provider without a keyring", "keyringless", "#/providers/openai"],
  ])("is accessible: %s", async (what, scene, at) => {
    await open(scene, at);
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    await expectAccessible(what);
  });

  it("is accessible: a race with failures", async () => {
    await raceToTheEnd(await open("failing"));
    await expectAccessible("a race with failures");
  });
});
