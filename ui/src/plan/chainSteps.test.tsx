import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { type Backend, BackendProvider, type LanePlan } from "../backend/backend";
import { queryClient } from "../backend/queries";
import { ChainSteps } from "./ChainSteps";
import { planOf, useDraft } from "./draft";

const lane = { provider: "simulated", model: "lpu", muted: false };

function Steps() {
  const first = useDraft((draft) => draft.lanes[0]);
  return first ? <ChainSteps lane={first} place={0} /> : null;
}

function shown(later: LanePlan["later"]) {
  act(() => useDraft.getState().lineUp([{ ...lane, model: "gpu-cloud", later }]));
  const backend = { providers: async () => [] } as Partial<Backend> as Backend;
  render(
    <BackendProvider value={backend}>
      <QueryClientProvider client={queryClient()}>
        <Steps />
      </QueryClientProvider>
    </BackendProvider>,
  );
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
        lane: { ...lane, request: { prompt: "{{answer}} again", system: null } },
        rule: { when: "says", name: "code" },
      },
    ]);
    fireEvent.change(prompt, { target: { value: "" } });
    expect(planned()?.[0]?.lane.request, "the usual one").toBeNull();
    fireEvent.click(screen.getByTestId("remove-step-2"));
    expect(planned()).toEqual([]);
  });

  it("have settings of their own, which are shared until they are set", () => {
    act(() => useDraft.getState().share({ max_tokens: 512 }));
    shown([{ lane, rule: { when: "always" } }]);
    expect(screen.queryByTestId("step-2-settings"), "out of the way").toBeNull();
    fireEvent.click(screen.getByTestId("step-2-more"));
    expect(screen.getByTestId("step-2-settings").textContent).toContain("shared: 512");
    const fields = { "max-tokens": "64", temperature: "0.5", effort: "low", system: "Be right." };
    for (const [name, value] of Object.entries(fields))
      fireEvent.change(screen.getByTestId(`step-2-${name}`), { target: { value } });
    expect(planned()?.[0]?.lane).toEqual({
      ...lane,
      max_tokens: 64,
      temperature: 0.5,
      effort: "low",
      request: { prompt: null, system: "Be right." },
    });
    act(() => useDraft.getState().share({ max_tokens: null }));
  });

  it("are decided by the checks of every answer, or by their own", async () => {
    act(() => useDraft.getState().share({ checks: [] }));
    shown([{ lane, rule: { when: "check_fails" } }]);
    const checks = within(await screen.findByTestId("step-2-checks"));
    expect(checks.getByText(/Nothing is checked yet/), "nothing could decide").toBeDefined();
    act(() => useDraft.getState().share({ checks: [{ kind: "no_refusal" }] }));
    expect(checks.getByText(/Decided by the check of every answer/)).toBeDefined();
    fireEvent.click(checks.getByTestId("step-2-add-check"));
    const kinds = [...checks.getByTestId<HTMLSelectElement>("check-kind").options];
    expect(kinds.map(({ value }) => value)).not.toContain("command");
    fireEvent.change(checks.getByTestId("check-text"), { target: { value: "Paris" } });
    fireEvent.click(checks.getByTestId("add-check"));
    const rule = planned()?.[0]?.rule;
    expect(rule?.when === "check_fails" ? rule.checks : null).toMatchObject([
      { kind: "contains", text: "Paris" },
    ]);
    fireEvent.click(checks.getByTestId("step-2-remove-check-0"));
    expect(planned()?.[0]?.rule).toEqual({ when: "check_fails", checks: [] });
    act(() => useDraft.getState().share({ checks: [] }));
  });

  it("are put in another order", () => {
    const next = (model: string) => ({
      lane: { ...lane, model },
      rule: { when: "always" } as const,
    });
    shown(["a", "b", "c"].map(next));
    const models = () => planned()?.map((step) => step.lane.model);
    fireEvent.click(screen.getByTestId("step-4-up"));
    expect(models()).toEqual(["a", "c", "b"]);
    fireEvent.click(screen.getByTestId("step-2-down"));
    expect(models()).toEqual(["c", "a", "b"]);
    expect(screen.queryByTestId("step-2-up"), "the lane itself is the first").toBeNull();
    expect(screen.queryByTestId("step-4-down")).toBeNull();
  });

  it("are eight at most", () => {
    shown(Array.from({ length: 7 }, () => ({ lane, rule: { when: "always" } as const })));
    expect(screen.queryByTestId("add-step"), "with the first").toBeNull();
    fireEvent.click(screen.getByTestId("remove-step-8"));
    expect(screen.getByTestId("add-step")).toBeDefined();
  });
});
