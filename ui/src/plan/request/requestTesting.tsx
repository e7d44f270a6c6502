/** Requests from elsewhere for tests, and the first screen with an engine that reads them. */

import { fireEvent, screen } from "@testing-library/react";
import {
  type CapturedRequest,
  type CapturedSet,
  type Part,
  type Plan,
  type ProviderView,
  Refusal,
} from "../../backend/backend";
import { verbatim } from "../../strings/said";
import { open } from "../../testing";
// What the window loads when it is first shown: on a loaded machine that takes longer than a test waits.
import "./CapturedReport";
import "./RequestSheet";

export const IMAGE: Part = {
  content: { type: "image", source: { base64: { media_type: "image/png", data: "iVBORw0KGgo=" } } },
};

export const CAPTURED: CapturedRequest = {
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
  notes: [verbatim("`stream` is set by Paceline.")],
  key: { provider: "openai", label: "OpenAI", origin: "https://api.openai.com" },
  requests: 1,
};

export const CURL = "curl https://api.openai.com/v1/chat/completions -d '{\"messages\":[]}'";

/** Three requests of a batch, whose last is a conversation. */
export const SET: CapturedSet = {
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
  notes: [verbatim("`custom_id` is not sent.")],
};

interface Asked {
  keys: number;
  dropped: number;
  shown: Plan[];
}

/** The first screen with an engine that reads, attaches and shows requests. */
export async function opened(
  read: () => CapturedRequest = () => CAPTURED,
  all: () => CapturedSet = () => SET,
  kept: (first: ProviderView) => ProviderView = (first) => first,
) {
  const asked: Asked = { keys: 0, dropped: 0, shown: [] };
  const window = await open("first", "#/race", (said) => ({
    readRequest: async () => read(),
    keepRequestKey: async () => {
      asked.keys += 1;
      const [first] = await said.providers();
      if (!first) throw new Error("nobody");
      return kept(first);
    },
    readPromptSet: async () => all(),
    dropReadRequest: async () => {
      asked.dropped += 1;
    },
    readAttachment: async () => IMAGE,
    shownRequest: async (plan, lane, _step, tell) => {
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

export function paste(text: string): void {
  fireEvent.paste(screen.getByTestId("prompt"), {
    clipboardData: { files: [], getData: () => text },
  });
}

export const prompt = () => screen.getByTestId<HTMLTextAreaElement>("prompt").value;
