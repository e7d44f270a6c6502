/** Help while writing a prompt: earlier prompts, saved prompts, and variables. */

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Plan } from "../backend/backend";
import { expectAccessible, open, raceToTheEnd, startAfresh } from "../testing";
import { useDraft } from "./draft";

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
