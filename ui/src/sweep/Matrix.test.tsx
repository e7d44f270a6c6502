import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Cell, Curves, SweepFrame } from "../backend/backend";
import { Matrix } from "./Matrix";

const curves = {
  lanes: [{ place: 0, label: "a", model: "m", simulated: true, points: [] }],
} as unknown as Curves;

const cell = (change: Partial<Cell>): Cell => ({
  state: "running",
  done: 8,
  of: 20,
  beside: 1,
  failed: 0,
  throttled: 0,
  ttft_p50_ms: 320,
  ...change,
});

const shown = (...cells: Cell[]) => {
  const steps = cells.map((_, index) => ({ streams: index + 1 }));
  const frame = { steps, cells: [cells] } as unknown as SweepFrame;
  render(<Matrix curves={curves} frame={frame} />);
  return cells.map((_, at) => screen.getByTestId(`cell-0-${at}`));
};

it("says why a level does not begin yet", () => {
  const [waiting] = shown(cell({ state: "settling", done: 0, ttft_p50_ms: null }));
  expect(waiting?.textContent).toBe("draining");
  expect(screen.getByText("draining").title, "and what that is").toContain("cancelled");
});

it("says what the median wait so far feels like", () => {
  const [felt, unknown] = shown(
    cell({ feels: "fine for conversation" }),
    cell({ done: 2, ttft_p50_ms: null }),
  );
  expect(felt?.textContent).toContain("TTFT 320 msfine for conversation");
  expect(unknown?.textContent, "nothing without one").toBe("2 of 20TTFT –");
});
