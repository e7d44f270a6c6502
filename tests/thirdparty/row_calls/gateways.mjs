// Gateways, which forward to vendors and hosts.

import { messages } from "../calls.mjs";

export const gateways = [
  {
    name: "row-openrouter",
    row: "openrouter",
    sdk: "openai-chat",
    base: "/api/v1",
    model: "openai/gpt-oss-120b@groq",
    options: ["--max-tokens", "64", "--effort", "low"],
    call: {
      model: "openai/gpt-oss-120b",
      messages,
      max_tokens: 64,
      reasoning_effort: "low",
      extra_body: { provider: { order: ["groq"], allow_fallbacks: false }, usage: { include: true } },
    },
  },
  {
    name: "row-huggingface",
    row: "huggingface",
    sdk: "huggingface",
    base: "/v1",
    model: "openai/gpt-oss-120b:groq",
    options: ["--max-tokens", "64", "--temperature", "0.5"],
    call: {
      model: "openai/gpt-oss-120b:groq",
      messages,
      max_tokens: 64,
      temperature: 0.5,
      stream_options: { include_usage: true },
    },
  },
];
