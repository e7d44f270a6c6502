/** Who can race in a replay, and how each behaves. The figures are shaped on published ones and recorded nowhere. */

import type { Fault, ProviderView } from "../bindings";

/** Where a replay says that it runs. */
export const MACHINE = "Example processor, 8 cores, linux";

export interface Profile {
  ttftMs: number;
  tps: number;
  reasoningTokens: number;
  answerTokens: number;
  /** Tokens that arrive together in one chunk. */
  bundle: number;
  /** Dollars per million tokens, where a price is known. */
  price: { input: number; output: number } | null;
  /** What goes wrong, and after which share of the answer; 0 is before the first token. */
  fails: { after: number; fault: Fault } | null;
  /** Whether the server says how many tokens it wrote. */
  sendsUsage: boolean;
}

const PLAIN: Profile = {
  ttftMs: 500,
  tps: 120,
  reasoningTokens: 0,
  answerTokens: 420,
  bundle: 1,
  price: null,
  fails: null,
  sendsUsage: true,
};

const brokenOff: Fault = {
  class: "connection_lost",
  message: "The connection closed in the middle of the answer.",
  advice:
    "Race this lane again; if it keeps happening, the endpoint or a proxy before it is unwell.",
};

const throttled: Fault = {
  class: "throttled",
  message: "Rate limit reached for requests: 30 per minute.",
  advice: "Wait for the time the provider names, or race fewer lanes at this provider.",
  http_status: 429,
  code: "rate_limit_exceeded",
  retry_after_ms: 12_000,
  request_id: "req_01j9zt5cq8e3k",
  body: '{"error":{"message":"Rate limit reached for requests: 30 per minute.","code":"rate_limit_exceeded"}}',
};

const wrongKey: Fault = {
  class: "wrong_key",
  message: "Incorrect API key provided.",
  advice: "Replace the key under Providers and check it there.",
  http_status: 401,
  code: "invalid_api_key",
  request_id: "req_7f0c2a41",
};

const profiles: Record<string, Profile> = {
  "simulated/wafer-scale": { ...PLAIN, ttftMs: 300, tps: 2_100, answerTokens: 560, bundle: 3 },
  "simulated/gpu-cloud": { ...PLAIN, ttftMs: 500, tps: 120, answerTokens: 480 },
  "simulated/reasoning": {
    ...PLAIN,
    ttftMs: 600,
    tps: 117,
    reasoningTokens: 176,
    answerTokens: 400,
  },
  "simulated/frontier": { ...PLAIN, ttftMs: 1_800, tps: 40, answerTokens: 200 },
  "simulated/lpu": { ...PLAIN, ttftMs: 300, tps: 276, answerTokens: 520 },
  "simulated/flaky": { ...PLAIN, ttftMs: 480, tps: 85, fails: { after: 0.45, fault: brokenOff } },
  "simulated/torrent": { ...PLAIN, ttftMs: 200, tps: 2_000, answerTokens: 40_000, bundle: 4 },
  "groq/llama-3.3-70b-versatile": {
    ...PLAIN,
    ttftMs: 184,
    tps: 276,
    answerTokens: 512,
    price: { input: 0.59, output: 0.79 },
  },
  "cerebras/llama-3.3-70b": {
    ...PLAIN,
    ttftMs: 312,
    tps: 2_096,
    answerTokens: 512,
    bundle: 5,
    price: { input: 0.85, output: 1.2 },
  },
  "together/llama-3.3-70b-turbo": {
    ...PLAIN,
    ttftMs: 410,
    tps: 196,
    answerTokens: 470,
    price: { input: 0.88, output: 0.88 },
  },
  "deepseek/deepseek-reasoner": {
    ...PLAIN,
    ttftMs: 900,
    tps: 62,
    reasoningTokens: 90,
    answerTokens: 220,
    price: { input: 0.28, output: 0.42 },
  },
  "openai/gpt-4.1-nano": { ...PLAIN, fails: { after: 0, fault: wrongKey } },
  "mistral/mistral-small-latest": { ...PLAIN, fails: { after: 0, fault: throttled } },
  "my-vllm/qwen3-8b": { ...PLAIN, ttftMs: 243, tps: 66, answerTokens: 261, sendsUsage: false },
};

/** How a lane behaves; a model nobody described writes like an ordinary GPU cloud. */
export function profileOf(provider: string, model: string): Profile {
  return profiles[`${provider}/${model}`] ?? PLAIN;
}

interface Row {
  id: string;
  label: string;
  url: string;
  models: string[];
  more?: Partial<ProviderView>;
}

const rows: Row[] = [
  {
    id: "simulated",
    label: "Simulated",
    url: "http://127.0.0.1:41877/v1",
    models: ["wafer-scale", "gpu-cloud", "reasoning", "frontier", "lpu", "flaky", "torrent"],
    more: { key: "none", simulated: true, local: true, proven: true },
  },
  {
    id: "openai",
    label: "OpenAI",
    url: "https://api.openai.com/v1",
    models: ["gpt-4.1-nano", "gpt-5.2"],
    more: { key_url: "https://platform.openai.com/api-keys" },
  },
  {
    id: "groq",
    label: "Groq",
    url: "https://api.groq.com/openai/v1",
    models: ["llama-3.3-70b-versatile", "openai/gpt-oss-120b"],
    more: { key_url: "https://console.groq.com/keys", kept: "keyring", tail: "x7Qd", proven: true },
  },
  {
    id: "cerebras",
    label: "Cerebras",
    url: "https://api.cerebras.ai/v1",
    models: ["llama-3.3-70b"],
    more: { kept: "keyring", tail: "92ma", proven: true },
  },
  {
    id: "together",
    label: "Together",
    url: "https://api.together.xyz/v1",
    models: ["llama-3.3-70b-turbo"],
    more: { kept: "session", tail: "ff01" },
  },
  {
    id: "fireworks",
    label: "Fireworks",
    url: "https://api.fireworks.ai/inference/v1",
    models: ["accounts/fireworks/models/llama-v3p3-70b-instruct"],
  },
  {
    id: "sambanova",
    label: "SambaNova",
    url: "https://api.sambanova.ai/v1",
    models: ["Meta-Llama-3.3-70B-Instruct"],
  },
  {
    id: "deepinfra",
    label: "DeepInfra",
    url: "https://api.deepinfra.com/v1/openai",
    models: ["meta-llama/Llama-3.3-70B-Instruct"],
  },
  {
    id: "xai",
    label: "xAI",
    url: "https://api.x.ai/v1",
    models: ["grok-4.1-fast"],
    more: { note: "Reasoning models refuse a stop sequence and penalties." },
  },
  {
    id: "deepseek",
    label: "DeepSeek",
    url: "https://api.deepseek.com/v1",
    models: ["deepseek-chat", "deepseek-reasoner"],
    more: { kept: "keyring", tail: "0b3e" },
  },
  {
    id: "mistral",
    label: "Mistral",
    url: "https://api.mistral.ai/v1",
    models: ["mistral-small-latest"],
  },
  {
    id: "openrouter",
    label: "OpenRouter",
    url: "https://openrouter.ai/api/v1",
    models: ["meta-llama/llama-3.3-70b-instruct"],
    more: { note: "A gateway: the request goes on to a provider that it chooses." },
  },
  {
    id: "ollama",
    label: "Ollama",
    url: "http://localhost:11434",
    models: [],
    more: {
      dialect: "ollama",
      key: "optional",
      local: true,
      proven: true,
      reports: ["load time", "prompt time", "tokens per second"],
    },
  },
  {
    id: "azure",
    label: "Azure OpenAI",
    url: "",
    models: ["gpt-4o-mini"],
    more: {
      base_url_example: "https://RESOURCE.openai.azure.com",
      key_variables: ["AZURE_OPENAI_API_KEY"],
      note: "The model is the name of your deployment; a price is known where that name is the model's.",
    },
  },
  {
    id: "my-vllm",
    label: "Lab vLLM",
    url: "http://10.0.0.12:8000/v1",
    models: [],
    more: { key: "none", custom: true, local: true },
  },
];

/** The catalogue of a replay. Without a keyring no key is kept anywhere. */
export function catalogue(withKeyring: boolean): ProviderView[] {
  return rows.map(({ id, label, url, models, more }) => {
    const view: ProviderView = {
      id,
      label,
      dialect: "openai-chat",
      base_url: url,
      key: "required",
      models,
      local: false,
      simulated: false,
      custom: false,
      proven: false,
      key_variables: [],
      lists_models: true,
      reports: [],
      ...more,
    };
    return withKeyring ? view : { ...view, kept: null, tail: null };
  });
}
