/** Which round of several is shown. */

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Rounds } from "./Verdict";

describe("the rounds of a race", () => {
  it("each have a button", async () => {
    const onRound = vi.fn();
    render(<Rounds rounds={3} round={2} onRound={onRound} />);
    await userEvent.click(screen.getByRole("button", { name: "Round 2 of 3" }));
    expect(onRound).toHaveBeenCalledWith(1);
    expect(screen.queryByTestId("round"), "and no list").toBeNull();
  });

  it("are a list where there are many, which takes the room of one", async () => {
    const [onRound, onAll] = [vi.fn(), vi.fn()];
    const { rerender } = render(<Rounds rounds={30} round={29} onRound={onRound} />);
    const list = screen.getByTestId<HTMLSelectElement>("round");
    expect([list.value, list.options.length], "without all of them together").toEqual(["29", 30]);
    await userEvent.selectOptions(list, "Round 5 of 30");
    expect(onRound).toHaveBeenCalledWith(4);
    rerender(<Rounds rounds={30} round={null} onRound={onRound} onAll={onAll} />);
    expect(list.value, "all of them together").toBe("all");
    rerender(<Rounds rounds={30} round={4} onRound={onRound} onAll={onAll} />);
    await userEvent.selectOptions(list, "all");
    expect(onAll).toHaveBeenCalledOnce();
  });
});
