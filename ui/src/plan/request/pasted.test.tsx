/** A request that is pasted or dropped into the composer. */

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../../backend/backend";
import { verbatim } from "../../strings/said";
import { expectAccessible, startAfresh } from "../../testing";
import { planOf, useDraft } from "../draft";
import { looksLikeRequest } from "./looksLikeRequest";
import { CAPTURED, CURL, opened, paste, prompt, SET } from "./requestTesting";

beforeEach(startAfresh);

describe("a request that is pasted", () => {
  it("becomes the plan, says what was read otherwise, and is taken back", async () => {
    const before = planOf(useDraft.getState());
    const { user } = await opened();
    const lanes = useDraft.getState().lanes.length;
    const asItWas = planOf(useDraft.getState());
    expect(asItWas, "the scene has a plan").not.toEqual(before);
    paste(CURL);
    const report = within(await screen.findByTestId("captured-report"));
    expect(report.getByTestId("captured-facts").textContent).toBe(
      "From OpenAI Chat Completions · 3 turns · 1 image, 8 bytes · 1 tool · 1 further setting",
    );
    report.getByText("is set by Paceline.", { exact: false });
    await expectAccessible("the report");
    expect(prompt(), "the last turn of the user is the prompt").toBe("What does it say?");
    expect(planOf(useDraft.getState())).toMatchObject({
      prompt: "",
      system: "Be kind.",
      max_tokens: 800,
      payload: CAPTURED.payload,
    });
    expect(useDraft.getState().lanes.length, "its contender joined").toBe(lanes + 1);
    await user.click(report.getByTestId("undo-captured"));
    expect(planOf(useDraft.getState())).toEqual(asItWas);
  });

  it("gives its key to the keyring only when asked, and is not held longer than its report", async () => {
    const { user, asked } = await opened();
    paste(CURL);
    expect((await screen.findByTestId("captured-key")).textContent).toContain(
      "sent to https://api.openai.com and nowhere else",
    );
    expect(asked.keys).toBe(0);
    await user.click(screen.getByTestId("keep-captured-key"));
    await waitFor(() => expect(asked.keys).toBe(1));
    await user.click(screen.getByTestId("captured-done"));
    await waitFor(() => expect(asked.dropped).toBe(1));
  });

  it("of an address of nobody makes an endpoint with its key, which its lanes then have", async () => {
    const base_url = "https://gateway.example/v1";
    const there = { provider: "custom", model: "m", dialect: "openai-chat", base_url } as const;
    const key = { label: "gateway.example", origin: "https://gateway.example" };
    const { user } = await opened(
      () => ({ ...CAPTURED, lane: { ...there, muted: false }, key }),
      undefined,
      (first) => ({ ...first, id: "gateway-example", dialect: "openai-chat", base_url }),
    );
    paste(CURL);
    const offer = await screen.findByTestId("captured-key");
    expect(offer.textContent).toContain("which is no provider's own address");
    await user.click(screen.getByTestId("keep-captured-key"));
    const added = () => useDraft.getState().lanes.at(-1);
    await waitFor(() => expect(added()?.provider).toBe("gateway-example"));
    const { key: _place, ...lane } = added() ?? { key: 0 };
    expect(lane).toEqual({ provider: "gateway-example", model: "m", muted: false });
  });

  it("without an address says which service tier it asks for, because no lane asks for it yet", async () => {
    const { lane: _lane, key: _key, ...body } = CAPTURED;
    await opened(() => ({ ...body, service_tier: "flex" }));
    paste(CURL);
    const report = within(await screen.findByTestId("captured-report"));
    report.getByText("asks for the service tier flex", { exact: false });
  });

  it("of a batch is the first, or all of them as the prompts of a set, until that is taken back", async () => {
    const { lane: _lane, key: _key, ...body } = CAPTURED;
    const { user, asked } = await opened(() => ({ ...body, requests: 3 }));
    const asItWas = planOf(useDraft.getState());
    paste('{"custom_id":"r-1","body":{"messages":[]}}\n{"custom_id":"r-2","body":{}}');
    const report = within(await screen.findByTestId("captured-report"));
    expect(report.getByTestId("captured-several").textContent).toContain("All 3 requests");
    expect(planOf(useDraft.getState()).set, "the first alone").toBeNull();
    await expectAccessible("the report of a batch");
    await user.click(report.getByTestId("use-as-set"));
    await screen.findByText("Read as a prompt set");
    expect(planOf(useDraft.getState())).toMatchObject({
      set: SET.set,
      prompt: "Why?",
      repeat: 3,
      max_tokens: 64,
      temperature: null,
      payload: {},
      system: null,
    });
    expect(report.queryByTestId("use-as-set"), "once").toBeNull();
    expect(report.getByText("is not sent.", { exact: false })).toBeTruthy();
    await user.click(report.getByTestId("captured-done"));
    await waitFor(() => expect(asked.dropped, "its text is held no longer").toBe(1));
    expect(screen.getByTestId("prompt-set").textContent).toContain("asks 3 prompts of a set");
    await user.click(screen.getByTestId("show-prompt-set"));
    const listed = await screen.findByTestId("prompt-set-list");
    expect(
      within(listed)
        .getAllByRole("listitem")
        .map((each) => each.textContent),
    ).toEqual(["r-1Why?", "r-2Where?", "r-3What does it say?"]);
    await user.keyboard("{Escape}");
    useDraft.getState().share({ repeat: 2 });
    await waitFor(() =>
      expect(screen.getByTestId("prompt-set").textContent).toContain("the first 2 of them"),
    );
    await user.click(screen.getByTestId("remove-prompt-set"));
    expect(planOf(useDraft.getState()), "the prompt above, once").toMatchObject({
      set: null,
      repeat: 1,
    });
    useDraft.setState({ set: SET.set });
    paste(CURL);
    await user.click(await screen.findByTestId("undo-captured"));
    expect(planOf(useDraft.getState()).set, "what was there before a paste").toEqual(SET.set);
    expect(asItWas.set).toBeNull();
  });

  it("of a batch that is no set says why, and stays the first", async () => {
    const { key: _key, ...body } = CAPTURED;
    const refused = () => {
      throw new Refusal({
        kind: "request",
        message: verbatim("Line 2 of the prompts: two limits."),
      });
    };
    const { user } = await opened(() => ({ ...body, requests: 2 }), refused);
    paste(CURL);
    await user.click(await screen.findByTestId("use-as-set"));
    expect((await screen.findByTestId("set-problem")).textContent).toContain("two limits");
    expect(screen.queryByTestId("use-as-set")).toBeNull();
    expect(planOf(useDraft.getState())).toMatchObject({ set: null, system: "Be kind." });
  });

  it("of more requests than a race asks is left to a sweep", async () => {
    await opened(() => ({ ...CAPTURED, requests: 1_001 }));
    paste(CURL);
    const several = await screen.findByTestId("captured-several");
    expect(several.textContent).toContain("at most 1,000 prompts");
    expect(screen.queryByTestId("use-as-set")).toBeNull();
  });

  it("that is dropped as a file is read, and a text that is none becomes the prompt", async () => {
    await opened();
    const drop = (name: string, text: string) =>
      fireEvent.drop(screen.getByTestId("prompt"), {
        dataTransfer: { types: ["Files"], files: [new File([text], name)] },
      });
    drop("notes.txt", "Why is the sky blue?");
    await waitFor(() => expect(prompt()).toBe("Why is the sky blue?"));
    drop("batch.jsonl", '{"model":"m","messages":[]}');
    await screen.findByTestId("captured-report");
    await waitFor(() => expect(prompt()).toBe("What does it say?"));
  });

  it("of a contender that is on the line says which service tier it asks for, too", async () => {
    const line = { ...CAPTURED, lane: { provider: "openai", model: "gpt-6-sol", muted: false } };
    const asked = { ...line, lane: { ...line.lane, service_tier: "flex" }, service_tier: "flex" };
    const { user } = await opened(() => asked);
    useDraft.getState().lineUp([...useDraft.getState().lanes, line.lane]);
    paste(CURL);
    const report = within(await screen.findByTestId("captured-report"));
    report.getByText("asks for the service tier flex", { exact: false });
    await user.click(report.getByTestId("undo-captured"));
    useDraft.getState().lineUp([asked.lane]);
    paste(CURL);
    await screen.findByTestId("captured-report");
    expect(screen.queryByText("asks for the service tier", { exact: false })).toBeNull();
  });

  it("that cannot be read is told, and is not written into the prompt", async () => {
    await opened(() => {
      throw new Refusal({ kind: "request", message: verbatim("The curl line has no body.") });
    });
    const was = prompt();
    paste(CURL);
    const told = await screen.findAllByText(/The curl line has no body\./);
    expect(told.length, "seen and announced").toBeGreaterThan(0);
    expect(prompt(), "it may hold a key, and a prompt is kept").toBe(was);
  });

  it.each<[string, boolean]>([
    [CURL, true],
    ["$ curl -sS \\\n https://x.example/v1 -d @-", true],
    ["echo '{}' | curl https://x.example/v1 -d @-", true],
    ["cat <<'EOF' | curl -s https://x.example/v1 -d @-\n{}\nEOF", true],
    ["cat is a program | and curl another", false],
    ["client.chat.completions.create(model='m')", true],
    ["const a = await client.messages.create({})", true],
    ["from openai import OpenAI", true],
    ["Why does client.messages.create(…) fail?", false],
    ['{"model":"m","messages":[]}', true],
    ['{"contents":[{"parts":[]}]}', true],
    ['Invoke-WebRequest -Uri "https://x.example/v1" `\n-Body "{}"', true],
    ["$session = New-Object A\r\nInvoke-WebRequest -Uri https://x.example/v1", true],
    ["Invoke-WebRequest is a command", false],
    ["Explain what curl does with https://example.com", false],
    ["curl is a program", false],
    ['{"a":1}', false],
    ["Write a {prompt} with “messages”.", false],
  ])("is told from a prompt: %s", (text, isOne) => {
    expect(looksLikeRequest(text)).toBe(isOne);
  });
});
