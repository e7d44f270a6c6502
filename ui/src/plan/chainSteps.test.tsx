import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { LanePlan } from "../backend/backend";
import { ChainSteps } from "./ChainSteps";
import { planOf, useDraft } from "./draft";

const lane = { provider: "simulated", model: "lpu", muted: false };

function Steps() {
  const first = useDraft((draft) => draft.lanes[0]);
  return first ? <ChainSteps lane={first} place={0} /> : null;
}

function shown(later: LanePlan["later"]) {
  act(() => useDraft.getState().lineUp([{ ...lane, model: "gpu-cloud", later }]));
  render(<Steps />);
}

const planned = () => planOf(useDraft.getState()).lanes[0]?.later;

describe("the steps of a chain", () => {
  beforeEach(() => act(() => useDraft.getState().lineUp([])));

  it("each say when they are asked and what, and can be taken away", () => {
    shown([{ lane, rule: { when: "check_fails" } }]);
    fireEvent.change(screen.getByTestId("step-2-when"), { target: { value: "says" } });
    fireEvent.change(screen.getByTestId("step-2-name"), { target: { value: "code" } });
    const prompt = screen.getByTestId("step-2-prompt");
    fireEvent.change(prompt, { target: { value: "{{answer}} again" } });
    expect(planned()).toEqual([
      {
        lane: { ...lane, request: { prompt: "{{answer}} again" } },
        rule: { when: "says", name: "code" },
      },
    ]);
    fireEvent.change(prompt, { target: { value: "" } });
    expect(planned()?.[0]?.lane.request, "the usual one").toEqual({ prompt: null });
    fireEvent.click(screen.getByTestId("remove-step-2"));
    expect(planned()).toEqual([]);
  });

  it("are eight at most", () => {
    shown(Array.from({ length: 7 }, () => ({ lane, rule: { when: "always" } as const })));
    expect(screen.queryByTestId("add-step"), "with the first").toBeNull();
    fireEvent.click(screen.getByTestId("remove-step-8"));
    expect(screen.getByTestId("add-step")).toBeDefined();
  });
});
