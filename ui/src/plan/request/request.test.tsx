/** A whole request in the composer: pasted, attached to, edited, and shown as it is sent. */

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type CapturedRequest,
  type CapturedSet,
  type Part,
  type Plan,
  Refusal,
} from "../../backend/backend";
import { verbatim } from "../../strings/said";
import { expectAccessible, open, startAfresh } from "../../testing";
import { planOf, useDraft } from "../draft";
import { looksLikeRequest } from "./looksLikeRequest";

beforeEach(startAfresh);

const IMAGE: Part = {
  content: { type: "image", source: { base64: { media_type: "image/png", data: "iVBORw0KGgo=" } } },
};

const CAPTURED: CapturedRequest = {
  dialect: "openai-chat",
  model: "gpt-6-sol",
  lane: { provider: "openai", model: "gpt-6-sol", muted: false },
  prompt: "",
  system: "Be kind.",
  max_tokens: 800,
  temperature: 0.2,
  payload: {
    turns: [
      { role: "user", parts: [{ content: { type: "text", text: "Where is my order?" } }] },
      {
        role: "assistant",
        parts: [
          { content: { type: "tool_call", id: "c1", name: "find", arguments: { order: 47 } } },
        ],
      },
      { role: "user", parts: [IMAGE, { content: { type: "text", text: "What does it say?" } }] },
    ],
    tools: [{ function: { name: "find", parameters: { type: "object", properties: {} } } }],
    seed: 7,
  },
  notes: ["`stream` is set by Paceline."],
  key: { provider: "openai", label: "OpenAI", origin: "https://api.openai.com" },
  requests: 1,
};

const CURL = "curl https://api.openai.com/v1/chat/completions -d '{\"messages\":[]}'";

/** Three requests of a batch, whose last is a conversation. */
const SET: CapturedSet = {
  set: {
    type: "rows",
    rows: [
      { name: "r-1", prompt: "Why?", payload: {} },
      { name: "r-2", prompt: "Where?", payload: {} },
      { name: "r-3", prompt: "", payload: CAPTURED.payload },
    ],
  },
  requests: 3,
  prompt: "Why?",
  max_tokens: 64,
  notes: ["`custom_id` is not sent."],
};

interface Asked {
  keys: number;
  dropped: number;
  shown: Plan[];
}

/** The first screen with an engine that reads, attaches and shows requests. */
async function opened(
  read: () => CapturedRequest = () => CAPTURED,
  all: () => CapturedSet = () => SET,
) {
  const asked: Asked = { keys: 0, dropped: 0, shown: [] };
  const window = await open("first", "#/race", (said) => ({
    readRequest: async () => read(),
    keepRequestKey: async () => {
      asked.keys += 1;
      const [first] = await said.providers();
      if (!first) throw new Error("nobody");
      return first;
    },
    readPromptSet: async () => all(),
    dropReadRequest: async () => {
      asked.dropped += 1;
    },
    readAttachment: async () => IMAGE,
    shownRequest: async (plan, lane, tell) => {
      asked.shown.push(plan);
      if (lane === 1)
        throw new Refusal({
          kind: "plan",
          problems: [
            { lane, message: verbatim("Cohere takes no images. Remove the image of turn 4.") },
          ],
        });
      const number = plan.unique_prompts ? "###" : null;
      for (const piece of ['{"id":9007199254740993', ',"its":"it\'s"}']) tell(piece);
      const head = "POST /v1 HTTP/1.1\r\ncontent-length: 35\r\n";
      return { head, pieces: 2, number, curl: "printf '%s' ", curl_end: " | curl it" };
    },
  }));
  await screen.findByTestId("chip-0");
  return { ...window, asked };
}

function paste(text: string): void {
  fireEvent.paste(screen.getByTestId("prompt"), {
    clipboardData: { files: [], getData: () => text },
  });
}

const prompt = () => screen.getByTestId<HTMLTextAreaElement>("prompt").value;

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
      throw new Refusal({ kind: "request", message: "Line 2 of the prompts: two limits." });
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
      throw new Refusal({ kind: "request", message: "The curl line has no body." });
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

describe("a plain prompt", () => {
  it("shows nothing of turns, tools and images but one button", async () => {
    await opened();
    expect(screen.queryByTestId("request-strip")).toBeNull();
    expect(screen.getAllByTestId("add-to-request").length).toBe(1);
    expect(planOf(useDraft.getState()).payload).toEqual({});
  });

  it("takes an image that is pasted, and gives it back", async () => {
    const { user } = await opened();
    fireEvent.paste(screen.getByTestId("prompt"), {
      clipboardData: {
        files: [new File(["x"], "a.png", { type: "image/png" })],
        getData: () => "",
      },
    });
    const strip = within(await screen.findByTestId("request-strip"));
    strip.getByText("image/png, 8 bytes");
    const text = { content: { type: "text", text: prompt() } };
    expect(planOf(useDraft.getState()).payload.turns).toEqual([
      { role: "user", parts: [IMAGE, text] },
    ]);
    await user.click(strip.getByTestId("detach-0"));
    expect(planOf(useDraft.getState()).payload).toEqual({});
    expect(screen.queryByTestId("request-strip")).toBeNull();
  });
});

describe("the whole request", () => {
  async function edited() {
    const window = await opened();
    useDraft.getState().load({
      prompt: "Now?",
      repeat: 1,
      warmup: 0,
      payload: CAPTURED.payload,
      lanes: [...useDraft.getState().lanes],
    });
    await window.user.click(await screen.findByTestId("edit-strip"));
    await screen.findByTestId("request-sheet");
    return window;
  }
  const payload = () => planOf(useDraft.getState()).payload;

  it("lets a turn be changed, added and removed, and undone", async () => {
    const { user } = await edited();
    await expectAccessible("the conversation");
    await user.click(await screen.findByTestId("edit-turn-0"));
    await user.type(screen.getByTestId("turn-0-text"), " Please.");
    await user.selectOptions(screen.getByTestId("turn-0-role"), "developer");
    expect(payload().turns?.[0]).toEqual({
      role: "developer",
      parts: [{ content: { type: "text", text: "Where is my order? Please." } }],
    });
    await user.click(screen.getByTestId("add-turn"));
    expect(payload().turns?.length).toBe(4);
    await user.click(screen.getByTestId("remove-turn-1"));
    expect(payload().turns?.length).toBe(3);
    await user.click(await screen.findByTestId("undo"));
    expect(payload().turns?.length).toBe(4);
  });

  it("names a mistake in a tool's schema where it stands", async () => {
    const { user } = await edited();
    await user.click(screen.getByTestId("request-tab-tools"));
    await user.click(screen.getByTestId("add-tool"));
    fireEvent.change(screen.getByTestId("tool-1-name"), { target: { value: "find" } });
    screen.getByText("Another tool has this name.");
    fireEvent.change(screen.getByTestId("tool-1-parameters"), {
      target: { value: '{"type":"object","properties":{"a":{"type":"text"}}}' },
    });
    expect(screen.getByTestId("tool-1-parameters-problem").textContent).toMatch(
      /^properties\.a: “text” is no type/,
    );
    fireEvent.change(screen.getByTestId("tool-1-parameters"), { target: { value: '{"type":' } });
    expect(screen.getByTestId("tool-1-parameters-problem").textContent).toBe(
      "This is not JSON yet.",
    );
    await expectAccessible("the tools");
    await user.selectOptions(screen.getByTestId("tool-choice"), "=find");
    expect(payload().tool_choice).toEqual({ tool: "find" });
  });

  it("sets the form of the answer, where it ends, and what is sent as it is", async () => {
    const { user } = await edited();
    await user.click(screen.getByTestId("request-tab-answer"));
    await user.click(screen.getByTestId("format-schema"));
    await user.click(screen.getByTestId("add-stop"));
    fireEvent.change(screen.getByTestId("stop-0"), { target: { value: "\\n\\nUser:" } });
    fireEvent.change(screen.getByTestId("top-p"), { target: { value: "0.9" } });
    await expectAccessible("the form of the answer");
    await user.click(screen.getByTestId("request-tab-verbatim"));
    await user.click(screen.getByTestId("add-header"));
    fireEvent.change(screen.getByTestId("header-0-name"), { target: { value: "x-team" } });
    fireEvent.change(screen.getByTestId("extra-fields"), { target: { value: '{"user":"ada"}' } });
    await expectAccessible("headers and fields");
    expect(payload()).toMatchObject({
      response_format: { schema: { name: "answer" } },
      stop: ["\n\nUser:"],
      top_p: 0.9,
      seed: 7,
      headers: { "x-team": "" },
      fields: { user: "ada" },
    });
  });

  it("is shown as each lane sends it, and says why a lane cannot", async () => {
    const { user, asked } = await edited();
    await user.click(screen.getByTestId("request-tab-sent"));
    expect((await screen.findByTestId("sent-head")).textContent).toContain("POST /v1");
    expect(asked.shown.at(-1)?.payload, "with everything in it").toEqual(CAPTURED.payload);
    await expectAccessible("as sent");
    const copy = screen.getByTestId<HTMLButtonElement>("copy-curl");
    await waitFor(() => expect(copy.disabled, "until all of the body is there").toBe(false));
    await user.click(copy);
    expect(await navigator.clipboard.readText()).toBe(
      `printf '%s' '{"id":9007199254740993,"its":"it'\\''s"}' | curl it`,
    );
    await user.selectOptions(screen.getByTestId("sent-lane"), "1");
    await waitFor(() =>
      expect(screen.getByTestId("cannot-send").textContent).toContain("Remove the image of turn 4"),
    );
    expect(screen.queryByTestId("sent-head"), "nothing is shown that is not sent").toBeNull();
  });

  it("is shown indented without another number in it, and with what stands for its own", async () => {
    const { user } = await edited();
    useDraft.getState().share({ unique_prompts: true });
    await user.click(screen.getByTestId("request-tab-sent"));
    await screen.findByTestId("sent-head");
    expect((await screen.findByTestId("sent-number")).textContent).toMatch(
      /^### stands in the place/,
    );
    await user.click(screen.getByTestId("sent-indented"));
    await waitFor(() =>
      expect(screen.getByTestId("sent-body").textContent).toContain('  "id": 9007199254740993'),
    );
  });

  it("of one lane is its own as far as it differs, and returns to the shared one", async () => {
    const { user } = await opened();
    await user.click(screen.getByTestId("chip-0"));
    await user.click(await screen.findByTestId("own-request"));
    await screen.findByTestId("request-sheet");
    screen.getByText("The same as every other lane.");
    fireEvent.change(screen.getByTestId("request-prompt"), { target: { value: "Short." } });
    const own = () => planOf(useDraft.getState()).lanes[0]?.request;
    expect(own(), "only its prompt").toEqual({ prompt: "Short." });
    expect(prompt(), "the shared prompt stays").not.toBe("Short.");
    await user.click(screen.getByTestId("to-shared"));
    expect(own() ?? null).toBeNull();
  });
});
