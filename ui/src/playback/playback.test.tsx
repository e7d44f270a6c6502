/** A race played back, in the whole window. */

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { useDraft } from "../plan/draft";
import { AGAIN_ROUNDS, useView } from "../run/view";
import { expectAccessible, type Opened, open, raceToTheEnd, startAfresh } from "../testing";
import { usePlayerStore } from "./playerStore";

const leaveField = () => act(() => (document.activeElement as HTMLElement | null)?.blur());

beforeEach(() => {
  startAfresh();
  // Medals are for times; at a finish line the photo shows who was first.
  useView.setState({ axis: "clock" });
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
