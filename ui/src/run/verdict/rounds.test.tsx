/** Which round of several is shown. */

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Run } from "../../backend/backend";
import { Rounds } from "./Rounds";

const run = (rounds: number, change: object = {}) =>
  ({
    plan: {},
    lanes: [{ samples: Array.from({ length: rounds }, (_, row) => ({ row })) }],
    ...change,
  }) as unknown as Run;

describe("the rounds of a race", () => {
  it("each have a button", async () => {
    const onRound = vi.fn();
    render(<Rounds run={run(3)} round={2} onRound={onRound} />);
    await userEvent.click(screen.getByRole("button", { name: "Round 2 of 3" }));
    expect(onRound).toHaveBeenCalledWith(1);
    expect(screen.queryByTestId("round"), "and no list").toBeNull();
  });

  it("are a list where there are many, which takes the room of one", async () => {
    const [onRound, onAll] = [vi.fn(), vi.fn()];
    const many = run(30);
    const { rerender } = render(<Rounds run={many} round={29} onRound={onRound} />);
    const list = screen.getByTestId<HTMLSelectElement>("round");
    expect([list.value, list.options.length], "without all of them together").toEqual(["29", 30]);
    await userEvent.selectOptions(list, "Round 5 of 30");
    expect(onRound).toHaveBeenCalledWith(4);
    rerender(<Rounds run={many} round={null} onRound={onRound} onAll={onAll} />);
    expect(list.value, "all of them together").toBe("all");
    rerender(<Rounds run={many} round={4} onRound={onRound} onAll={onAll} />);
    await userEvent.selectOptions(list, "all");
    expect(onAll).toHaveBeenCalledOnce();
  });

  it("of a suite have the names of what they asked", async () => {
    const asked = run(2, {
      plan: { set: { type: "suite", suite: "sums-2026-11" } },
      questions: { all: [{ at: 1, name: "sum-2: How many?", lanes: [] }] },
    });
    const onRound = vi.fn();
    render(<Rounds run={asked} round={0} onRound={onRound} />);
    await userEvent.click(screen.getByRole("button", { name: "2 · sum-2: How many?" }));
    expect(onRound).toHaveBeenCalledWith(1);
    expect(screen.getByRole("button", { name: "Round 1 of 2" }), "one without").toBeTruthy();
  });
});
