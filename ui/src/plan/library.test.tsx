/** Help while writing a prompt: earlier prompts, saved prompts, and variables. */

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { type Plan, Refusal } from "../backend/backend";
import { verbatim } from "../strings/said";
import { expectAccessible, open, raceToTheEnd, startAfresh } from "../testing";
import { planOf, useDraft } from "./draft";

const field = (testId: string) => screen.getByTestId<HTMLTextAreaElement>(testId);

beforeEach(startAfresh);

describe("what is at hand", () => {
  it("brings back the prompts asked last with Up, and forth with Down", async () => {
    const opened = await open("rounds");
    const prompt = field("prompt");
    await opened.user.clear(prompt);
    await opened.user.type(prompt, "{ArrowUp}");
    expect(prompt.value).toBe("Write a haiku about latency.");
    await opened.user.type(prompt, "{ArrowUp}");
    expect(prompt.value, "further back").toBe("Count to 200, one number per line.");
    await opened.user.type(prompt, "{ArrowDown}");
    expect(prompt.value, "and forth").toBe("Write a haiku about latency.");
    await opened.user.type(prompt, "!");
    await opened.user.type(prompt, "{ArrowUp}");
    expect(prompt.value, "what was changed is left alone").toBe("Write a haiku about latency.!");
  });

  it("keeps a prompt and a line-up under a name, and forgets them", async () => {
    const opened = await open("rounds");
    const prompt = field("prompt");
    await opened.user.clear(prompt);
    await opened.user.type(prompt, "Mine");
    await opened.user.click(screen.getByTestId("prompts"));
    await opened.user.type(await screen.findByTestId("save-prompt"), "best{Enter}");
    await screen.findByTestId("saved-prompt-best");
    await expectAccessible("the prompts at hand");
    await opened.user.click(screen.getByTestId("preset-count"));
    expect(field("prompt").value, "a preset").toMatch(/^Count from 1 to 500/);
    await opened.user.click(screen.getByTestId("prompts"));
    await opened.user.click(await screen.findByTestId("saved-prompt-best"));
    expect(field("prompt").value, "one's own").toBe("Mine");
    await opened.user.click(screen.getByTestId("line-ups"));
    await opened.user.type(await screen.findByTestId("save-line-up"), "both{Enter}");
    await screen.findByTestId("saved-line-up-both");
    await opened.user.keyboard("{Escape}");
    act(() => useDraft.getState().remove(0));
    expect(screen.queryByTestId("chip-1"), "one is left").toBeNull();
    await opened.user.click(screen.getByTestId("line-ups"));
    await opened.user.click(await screen.findByTestId("saved-line-up-both"));
    expect(screen.getByTestId("chip-1"), "both are back").toBeTruthy();
    await opened.user.click(screen.getByTestId("line-ups"));
    await opened.user.click(await screen.findByRole("button", { name: "Forget “both”" }));
    await waitFor(() => expect(screen.queryByTestId("saved-line-up-both")).toBeNull());
  });

  it("asks a built-in suite in place of the prompt, and lets it go", async () => {
    const suites = [{ suite: "sums-2026-11", edition: "2026-11", rows: 40, max_tokens: 4_096 }];
    const { user } = await open("rounds", "#/race", () => ({
      workloads: async () => ({ suites, presets: [], limits: [] }) as never,
    }));
    const before = useDraft.getState().repeat;
    await user.click(screen.getByTestId("prompts"));
    await user.click(await screen.findByTestId("suite-sums-2026-11"));
    expect(planOf(useDraft.getState())).toMatchObject({
      set: { type: "suite", suite: "sums-2026-11" },
      repeat: 40,
      max_tokens: 4_096,
    });
    const note = await screen.findByTestId("prompt-set");
    expect(note.textContent).toContain("the built-in suite “40 sums in words”, one in each round");
    await expectAccessible("the composer with a suite");
    await user.click(screen.getByTestId("remove-prompt-set"));
    expect(useDraft.getState()).toMatchObject({ set: null, repeat: before });
  });

  it("asks questions of one's own from a file, tells what was read otherwise, and why one is none", async () => {
    const row = { name: "a", prompt: "6 × 7?", checks: [], payload: null };
    const checks = [{ kind: "number", value: 42, taken: "last" }];
    const set = {
      type: "rows",
      rows: [
        { ...row, checks },
        { ...row, name: "b" },
      ],
    };
    const { user } = await open("rounds", "#/race", () => ({
      readPromptSet: async (text: string | null) => {
        if (text !== "questions")
          throw new Refusal({
            kind: "request",
            message: verbatim("Line 1 of the prompts: it is no JSON."),
          });
        const notes = [verbatim("Dots in the names of functions are sent as underscores.")];
        return { set, requests: 2, prompt: "6 × 7?", notes } as never;
      },
    }));
    const choose = async (name: string, text: string) => {
      await user.click(screen.getByTestId("prompts"));
      await user.upload(await screen.findByTestId("set-file"), new File([text], name));
    };
    await choose("questions.jsonl", "questions");
    const note = await screen.findByTestId("prompt-set");
    expect(note.textContent).toContain("asks 2 prompts of a set, one in each round");
    expect(screen.getByTestId("set-note").textContent).toContain("Dots in the names");
    expect(note.textContent, "not each is checked").toContain("Of these, 1 says what makes");
    expect(useDraft.getState()).toMatchObject({ repeat: 2, set });
    await user.click(screen.getByTestId("show-prompt-set"));
    const expected = (await screen.findAllByTestId("row-check")).map((each) => each.textContent);
    expect(expected, "what its answer is held against").toEqual(["last number is 42"]);
    await user.keyboard("{Escape}");
    await choose("other.jsonl", "no set");
    await screen.findAllByText(/other\.jsonl.*it is no JSON/);
    expect(useDraft.getState().set, "the one before stays").toBe(set);
  });

  it("takes braces as text until variables are asked for", async () => {
    const sent: Plan[] = [];
    const opened = await open("rounds", "#/race", (said) => ({
      startRace: async (plan, onEvent) => {
        sent.push(plan);
        return said.startRace({ ...plan, prompt: "Explain TTFT to Ada." }, onEvent);
      },
    }));
    const prompt = "image: {{ .Values.image }} {{#each}} {{{raw}}}";
    fireEvent.change(field("prompt"), { target: { value: prompt } });
    expect(await screen.findByText("Braces are sent as written.")).toBeTruthy();
    expect(screen.queryByTestId("variables"), "nothing has to be filled").toBeNull();
    await raceToTheEnd(opened);
    expect(sent[0]?.prompt, "as it was pasted").toBe(prompt);
  });

  it("asks for a value of each variable, and races the prompt with them", async () => {
    const opened = await open("rounds");
    fireEvent.change(field("prompt"), { target: { value: "Explain {{what}} to {{whom}}." } });
    await opened.user.click(await screen.findByTestId("use-variables"));
    const what = await screen.findByTestId("value-what");
    await waitFor(() =>
      expect(screen.getByTestId("preflight").textContent, "what is missing is said").toMatch(
        /no value for/,
      ),
    );
    await opened.user.type(what, "TTFT");
    await opened.user.type(screen.getByTestId("value-whom"), "Ada");
    await raceToTheEnd(opened);
    const run = await opened.backend.openRun("run-0005");
    expect(run.plan.prompt, "what was sent is what is kept").toBe("Explain TTFT to Ada.");
    expect(field("prompt").value, "the template stays").toBe("Explain {{what}} to {{whom}}.");
  });
});
