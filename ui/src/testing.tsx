/** The whole window over recorded answers, for tests: what users see, without an engine. */

import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect } from "vitest";
import { type Backend, BackendProvider } from "./backend/backend";
import { queryClient } from "./backend/queries";
import { type Clock, recorded, sceneOf } from "./backend/recorded";
import { useDraft } from "./plan/draft";
import { useRaceStore } from "./run/raceStore";
import { askingOverCap } from "./shell/overCap";
import { Window } from "./shell/Window";
import { useSweepForm, usualForm } from "./sweep/sweepDraft";
import { useSweepStore } from "./sweep/sweepStore";
import { useTour } from "./ui/tour";

/** A clock controlled by tests. */
export interface TestClock extends Clock {
  /** Lets this many milliseconds pass, in steps of 33. */
  pass(ms: number): void;
}

function testClock(): TestClock {
  let at = 0;
  const steps = new Set<() => void>();
  return {
    now: () => at,
    every: (_ms, step) => {
      steps.add(step);
      return () => steps.delete(step);
    },
    pass: (ms) => {
      for (const end = at + ms; at < end; ) {
        at += 33;
        for (const step of [...steps]) step();
      }
    },
  };
}

export interface Opened {
  backend: Backend;
  clock: TestClock;
  user: ReturnType<typeof userEvent.setup>;
}

/**
 * Opens the window over a scene and waits until it shows a screen. `otherwise` replaces recorded answers with a test's
 * own.
 */
export async function open(
  scene: string,
  at = "#/race",
  otherwise: (said: Backend) => Partial<Backend> = () => ({}),
): Promise<Opened> {
  window.location.hash = at;
  const clock = testClock();
  const said = recorded(await sceneOf(scene), clock);
  const backend = askingOverCap({ ...said, ...otherwise(said) });
  const user = userEvent.setup();
  render(
    <BackendProvider value={backend}>
      <QueryClientProvider client={queryClient()}>
        <Window />
      </QueryClientProvider>
    </BackendProvider>,
  );
  await screen.findByTestId("status-bar");
  return { backend, clock, user };
}

/** Races the draft, and waits for its end, which comes within this many milliseconds. */
export async function raceToTheEnd({ clock, user }: Opened, ms = 15_000): Promise<void> {
  await screen.findByTestId("chip-0");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByTestId("stop-all");
  await act(async () => clock.pass(ms));
  await screen.findByTestId("race-button");
}

/** Asserts that axe finds nothing wrong, on the whole page or in a part of it. */
export async function expectAccessible(what: string, part: Element = document.body): Promise<void> {
  // A tip is read with the element that it describes, which is in a landmark.
  const tips = [...document.querySelectorAll("[data-base-ui-portal]")].filter((portal) =>
    portal.querySelector("[role='tooltip']"),
  );
  // jsdom paints nothing; contrast is computed in ui/contrast.test.ts.
  const { violations } = await axe.run(
    { include: [part], exclude: tips },
    { rules: { "color-contrast": { enabled: false } } },
  );
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`,
  );
  expect(told, `${what} is accessible`).toEqual([]);
}

/** Resets everything that outlives a window to its state at the first start. */
export function startAfresh(): void {
  useRaceStore.setState({ store: null, busy: false, refused: null });
  useSweepStore.setState({ shown: null, busy: false, pausing: false, refused: null });
  useSweepForm.setState(usualForm);
  useTour.setState({ isDismissed: false, isAsked: false });
  useDraft.setState({
    prompt: "",
    checks: [],
    judge: null,
    lanes: [],
    focused: null,
    adding: false,
    templated: false,
    values: {},
  });
  window.localStorage.clear();
}
