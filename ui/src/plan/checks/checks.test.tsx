/** The checks of a draft, where it is composed. */

import { readFileSync } from "node:fs";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Check } from "../../backend/backend";
import type { Race } from "../../run/race";
import { reduce } from "../../run/reduce";
import { failureWords, strings } from "../../strings/strings";
import { useSweepForm } from "../../sweep/sweepDraft";
import { expectAccessible, open, startAfresh } from "../../testing";
import { planOf, useDraft } from "../draft";
import { type CheckForm, checkOf, EMPTY, KINDS } from "./checkOf";
import { titleOf } from "./titleOf";

beforeEach(startAfresh);

const CHECKS: Check[] = [
  { kind: "contains", text: "Paris", ignore_case: true },
  { kind: "json" },
  { kind: "length", unit: "words", most: 200 },
];

describe("the title of a check", () => {
  it("is the engine's own, so that a check is called the same before an answer and beside it", () => {
    const cases: readonly { check: Check; title: string }[] = JSON.parse(
      readFileSync("../src-tauri/crates/checks/src/title_cases.json", "utf8"),
    );
    expect(cases.length, "the engine's own cases").toBeGreaterThan(30);
    for (const { check, title } of cases) expect(titleOf(check), title).toBe(title);
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
});

describe("the form of a check", () => {
  it.each<[Partial<CheckForm>, Check]>([
    [{ text: "Paris" }, { kind: "contains", text: "Paris", ignore_case: false }],
    [
      { kind: "equals", text: " yes", ignoreCase: true },
      { kind: "equals", text: " yes", ignore_case: true },
    ],
    [
      { kind: "regex", pattern: "^a+$" },
      { kind: "regex", pattern: "^a+$" },
    ],
    [
      { kind: "number", value: "−4,5" },
      { kind: "number", value: -4.5, taken: "last" },
    ],
    [
      { kind: "number", value: "42", tolerance: "0.5", taken: "only" },
      { kind: "number", value: 42, taken: "only", tolerance: { absolute: 0.5 } },
    ],
    [
      { kind: "number", value: "42", tolerance: "1", isPercent: true },
      { kind: "number", value: 42, taken: "last", tolerance: { relative: 0.01 } },
    ],
    [
      { kind: "json", fenced: true },
      { kind: "json", fenced: true },
    ],
    [
      { kind: "json_schema", schema: '{"type":"object"}' },
      { kind: "json_schema", schema: { type: "object" }, fenced: false },
    ],
    [{ kind: "tool_call_valid" }, { kind: "tool_call_valid" }],
    [
      { kind: "tool_call_equals", calls: '{"name": "now", "arguments": {"zone": "UTC"}}' },
      {
        kind: "tool_call_equals",
        calls: [{ name: "now", arguments: { zone: "UTC" } }],
        any_order: false,
      },
    ],
    [
      { kind: "tool_call_equals", calls: "[]", anyOrder: true },
      { kind: "tool_call_equals", calls: [], any_order: true },
    ],
    [
      { kind: "merged", file: "one\ntwo\n", fenced: true },
      { kind: "merged", file: "one\ntwo\n", fenced: true },
    ],
    [
      { kind: "length", unit: "sentences", most: "3" },
      { kind: "length", unit: "sentences", least: null, most: 3 },
    ],
    [
      { kind: "language", language: " DE " },
      { kind: "language", language: "de" },
    ],
    [{ kind: "no_refusal" }, { kind: "no_refusal" }],
    [
      { text: "sorry", ignoreCase: true, isNegated: true },
      { kind: "not", check: { kind: "contains", text: "sorry", ignore_case: true } },
    ],
    [{ kind: "tool_call_valid", isNegated: true }, { kind: "tool_call_valid" }],
    [
      { kind: "command", command: " jq -e .text ", isJson: true },
      { kind: "command", command: "jq -e .text", json: true },
    ],
  ])("makes the check that the engine takes: %j", (form, check) => {
    expect(checkOf({ ...EMPTY, ...form })).toEqual({ check });
  });

  it.each<[Partial<CheckForm>, keyof CheckForm]>([
    [{ text: "  " }, "text"],
    [{ kind: "regex" }, "pattern"],
    [{ kind: "number", value: "many" }, "value"],
    [{ kind: "number", value: "1e999" }, "value"],
    [{ kind: "number", value: "1", tolerance: "-1" }, "tolerance"],
    [{ kind: "number", value: "1", tolerance: "x" }, "tolerance"],
    [{ kind: "json_schema", schema: "{" }, "schema"],
    [{ kind: "tool_call_equals", calls: "" }, "calls"],
    [{ kind: "tool_call_equals", calls: '[{"arguments": {}}]' }, "calls"],
    [{ kind: "tool_call_equals", calls: '[{"name": "f", "args": {}}]' }, "calls"],
    [{ kind: "merged", file: " \n" }, "file"],
    [{ kind: "json_schema" }, "schema"],
    [{ kind: "json_schema", schema: "[1]" }, "schema"],
    [{ kind: "length" }, "least"],
    [{ kind: "length", least: "1.5" }, "least"],
    [{ kind: "length", most: "99999999999" }, "most"],
    [{ kind: "json_schema", schema: "{", isNegated: true }, "schema"],
    [{ kind: "length", least: "3", most: "2" }, "most"],
    [{ kind: "language", language: "German" }, "language"],
    [{ kind: "command", command: " " }, "command"],
  ])("says at the field what is wrong: %j", (form, field) => {
    const made = checkOf({ ...EMPTY, ...form });
    expect("problems" in made && Object.keys(made.problems), "at that field only").toEqual([field]);
  });

  it("adds a check by keyboard alone, and tells a problem at its field first", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    act(() => screen.getByTestId("open-checks").focus());
    await user.keyboard("{Enter}");
    const kind = await screen.findByRole("combobox", { name: "An answer is right if it" });
    await expectAccessible("the form of a check");
    act(() => kind.focus());
    await user.tab();
    const text = screen.getByTestId("check-text");
    expect(document.activeElement, "the field of that kind comes next").toBe(text);
    await user.keyboard("{Enter}");
    expect(text.getAttribute("aria-invalid")).toBe("true");
    const described = document.getElementById(text.getAttribute("aria-describedby") ?? "");
    expect(described?.textContent, "said where it is").toBe("Write a text.");
    expect(useDraft.getState().checks, "nothing was added").toEqual([]);
    await user.keyboard("Paris{Enter}");
    expect(useDraft.getState().checks).toEqual([
      { kind: "contains", text: "Paris", ignore_case: false },
    ]);
    expect((await screen.findByTestId("draft-checks")).textContent).toContain('contains "Paris"');
  });

  it("has every kind with its own fields, each accessible", async () => {
    const { user } = await open("first");
    await screen.findByTestId("chip-0");
    await user.click(screen.getByTestId("open-checks"));
    const kind = await screen.findByTestId("check-kind");
    await expectAccessible("the composer with the form");
    for (const each of KINDS) {
      await user.selectOptions(kind, each);
      await expectAccessible(each, screen.getByTestId("check-form"));
    }
  });

  it("is the same in a sweep, whatever is asked there, and its checks stand beside it", async () => {
    const { user } = await open("first", "#/sweep");
    for (const asking of ["own", "preset", "length", "set"] as const) {
      act(() => useSweepForm.setState({ asking }));
      act(() => useDraft.setState({ checks: CHECKS }));
      expect((await screen.findByTestId("draft-checks")).textContent, asking).toContain("3 checks");
    }
    act(() => useSweepForm.setState({ loading: "lengths" }));
    expect((await screen.findByTestId("draft-checks")).textContent, "lengths").toContain(
      "3 checks",
    );
    await user.click(screen.getByTestId("open-checks"));
    await user.selectOptions(await screen.findByTestId("check-kind"), "json");
    await user.click(screen.getByTestId("add-check"));
    expect(useDraft.getState().checks, "one more").toEqual([
      ...CHECKS,
      { kind: "json", fenced: false },
    ]);
  });
});

describe("a race with a command", () => {
  it("that nobody allowed is not started, and says which and what to do", () => {
    const commands = ["python3 check.py"];
    const { message, fix } = failureWords({ kind: "commands", commands });
    expect(message).toContain("python3 check.py");
    expect(fix).toMatch(/asked/);
  });

  it("says that it waits for an answer in the dialog, and is not called a race before", async () => {
    const { user } = await open("first", "#/race", () => ({
      startRace: (_plan, onEvent) => {
        onEvent({ type: "asking_leave" });
        return new Promise(() => undefined);
      },
    }));
    await screen.findByTestId("chip-0");
    await user.click(screen.getByTestId("race-button"));
    const told = await screen.findByTestId("verdict");
    await waitFor(() => expect(told.textContent).toContain(strings.checks.commands.asking));
    expect(told.textContent).not.toContain(strings.finish.racing);
    const race = { checking: null, lanes: [] } as unknown as Race;
    const asked = reduce(race, { type: "asking_leave" });
    expect(asked.isAsked).toBe(true);
    expect(reduce(asked, { type: "started", id: "1" }).isAsked, "it was answered").toBe(false);
  });

  it("tells how many answers its commands have checked", () => {
    const race = { checking: null, lanes: [] } as unknown as Race;
    const told = reduce(race, { type: "checking", ended: 3, of: 12 });
    expect(told.checking).toEqual({ ended: 3, of: 12 });
  });
});
