/** The checks of a draft, where it is composed. */

import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Check } from "../../backend/backend";
import { expectAccessible, open, startAfresh } from "../../testing";
import { planOf, useDraft } from "../draft";
import { titleOf } from "./titleOf";

beforeEach(startAfresh);

const CHECKS: Check[] = [
  { kind: "contains", text: "Paris", ignore_case: true },
  { kind: "json" },
  { kind: "length", unit: "words", most: 200 },
];

describe("the title of a check", () => {
  it.each<[Check, string]>([
    [{ kind: "contains", text: "Paris" }, "contains “Paris”"],
    [{ kind: "equals", text: "Paris", ignore_case: true }, "equals “Paris” in any case"],
    [{ kind: "regex", pattern: "x".repeat(33) }, `matches “${"x".repeat(32)}…”`],
    [{ kind: "number", value: 42, tolerance: { absolute: 0.5 } }, "last number is 42 ± 0.5"],
    [
      { kind: "number", value: 42, tolerance: { relative: 0.01 }, taken: "only" },
      "only number is 42 ± 1 %",
    ],
    [{ kind: "length", unit: "words", least: 10, most: 200 }, "words: 10 to 200"],
    [{ kind: "length", unit: "sentences", least: 2 }, "sentences: at least 2"],
    [{ kind: "language", language: "de" }, "is in German"],
    [{ kind: "language", language: "no such" }, "is in no such"],
    [
      { kind: "tool_call_equals", calls: [{ name: "weather" }, { name: "time" }] },
      "calls “weather, time”",
    ],
    [
      { kind: "merged", file: "a", trailing_space: "kept" },
      "is the expected file, trailing space included",
    ],
    [{ kind: "no_refusal" }, "is no refusal"],
  ])("says what it asks: %j", (check, title) => {
    expect(titleOf(check)).toBe(title);
  });
});

describe("the checks of a draft", () => {
  it("are listed in the composer, and none of them is sent unseen", async () => {
    await open("first");
    await screen.findByTestId("chip-0");
    expect(screen.queryByTestId("draft-checks"), "a draft without any").toBeNull();
    act(() => useDraft.setState({ checks: CHECKS }));
    const list = await screen.findByTestId("draft-checks");
    expect(list.textContent).toContain("3 checks");
    const titles = within(list)
      .getAllByRole("listitem")
      .map((item) => item.textContent);
    expect(titles, "one each").toEqual(CHECKS.map(titleOf));
    expect(planOf(useDraft.getState()).checks, "as many as are sent").toEqual(CHECKS);
    await expectAccessible("the composer with checks");
  });

  it("can be removed one by one, and brought back", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    act(() => useDraft.setState({ checks: CHECKS }));
    await user.click(await screen.findByRole("button", { name: "Remove the check: is JSON" }));
    expect(useDraft.getState().checks, "only that one").toEqual([CHECKS[0], CHECKS[2]]);
    await user.click(await screen.findByTestId("undo"));
    expect(useDraft.getState().checks).toEqual(CHECKS);
  });

  it("are listed where a sweep is set up as well", async () => {
    await open("first", "#/sweep");
    act(() => useDraft.setState({ checks: CHECKS }));
    expect((await screen.findByTestId("draft-checks")).textContent).toContain("3 checks");
  });
});
