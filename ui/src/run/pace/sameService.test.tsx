/** Lanes beside a reference: named in a lane's settings, and told among the verdicts of the rounds. */

import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { planOf, useDraft } from "../../plan/draft";
import { expectAccessible, open, raceToTheEnd, startAfresh } from "../../testing";
import { useView } from "../view";

beforeEach(() => {
  startAfresh();
  useView.setState({ view: "lanes", axis: "distance", distance: null });
});

const lane = (value: number) => ({ type: "lane" as const, value });

describe("lanes that claim to be the same service", () => {
  it("are told among the verdicts, with how sure it is", async () => {
    const opened = await open("rounds", "#/race", (said) => ({
      rounds: async (runId) => ({
        ...(await said.rounds(runId)),
        same_service: [
          {
            lane: 1,
            reference: 0,
            verdict: "probably",
            features: [],
            sentence: {
              id: "same.differs",
              english: "{lane} is {how} not the same as {reference}.",
              values: {
                lane: lane(1),
                reference: lane(0),
                how: {
                  type: "phrase",
                  value: { id: "same.probably", english: "probably", values: {} },
                },
              },
            },
          },
        ],
      }),
    }));
    await screen.findByTestId("chip-0");
    act(() => useDraft.setState({ repeat: 6 }));
    await raceToTheEnd(opened, 60_000);
    await opened.user.click(screen.getByTestId("view-rounds"));
    const told = await screen.findByTestId("same-service");
    expect(told.textContent).toMatch(/ is probably not the same as /);
    expect(told.className, "a difference is a warning").toContain("text-warn");
    await expectAccessible("the verdicts of the rounds");
  });

  it("have one reference, which a copy of it is not", async () => {
    await open("first");
    await screen.findByTestId("chip-0");
    const { change, duplicate } = useDraft.getState();
    const marked = () =>
      planOf(useDraft.getState()).lanes.map(({ reference }) => reference ?? false);
    act(() => change(1, { reference: true }));
    expect(marked().slice(0, 3)).toEqual([false, true, false]);
    act(() => change(2, { reference: true }));
    expect(marked().slice(0, 3), "the last that was named").toEqual([false, false, true]);
    act(() => duplicate(2));
    expect(marked().slice(0, 4)).toEqual([false, false, true, false]);
  });
});
