// The calls that are made both with an SDK and with Paceline: the arguments of each, and the known differences.

export const prompt = "Why do rivers bend?";
export const messages = [{ role: "user", content: prompt }];

/** SDKs whose base address contains the whole path before the call's own; the others add a version themselves. */
const whole = new Set([
  "openai-chat",
  "openai-responses",
  "anthropic-mantle",
  "huggingface",
  "perplexity",
  "sambanova",
  "zai",
]);

/** The path that a call's SDK receives, after the server's address. */
export const under = ({ sdk, base = "", under: own }) => own ?? (whole.has(sdk) ? base : "");

// What is sent besides what the SDK was told to send, by dialect.
export const beside = {
  "openai-chat": { stream_options: { include_usage: true } },
  "openai-responses": { store: false },
  anthropic: {},
  gemini: {},
  cohere: {},
  // A prompt that does not fit is refused rather than cut.
  ollama: { truncate: false, shift: false },
};

export const cases = [
  {
    name: "openai",
    dialect: "openai-chat",
    sdk: "openai-chat",
    model: "m",
    options: ["--max-tokens", "64", "--temperature", "0.5", "--effort", "low"],
    call: { model: "m", messages, max_tokens: 64, temperature: 0.5, reasoning_effort: "low" },
  },
  {
    name: "groq",
    dialect: "openai-chat",
    sdk: "groq",
    base: "/openai/v1",
    model: "m",
    options: ["--max-tokens", "64", "--effort", "xhigh"],
    call: { model: "m", messages, max_tokens: 64, reasoning_effort: "xhigh" },
  },
  {
    name: "mistral",
    dialect: "openai-chat",
    sdk: "mistral",
    base: "/v1",
    model: "m",
    options: ["--max-tokens", "64", "--temperature", "0.5"],
    call: { model: "m", messages, max_tokens: 64, temperature: 0.5 },
    // It is not asked for usage under its own name, and sends it anyway.
    theirs: {},
  },
  {
    name: "openai-six",
    dialect: "openai-responses",
    sdk: "openai-responses",
    model: "gpt-6-sol",
    options: ["--max-tokens", "64", "--effort", "max"],
    call: { model: "gpt-6-sol", input: prompt, max_output_tokens: 64, reasoning: { effort: "max", summary: "auto" } },
  },
  {
    name: "claude-shown",
    dialect: "anthropic",
    sdk: "anthropic",
    model: "claude-opus-5-5",
    options: ["--max-tokens", "64", "--effort", "xhigh"],
    call: {
      model: "claude-opus-5-5",
      messages,
      max_tokens: 64,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "xhigh" },
    },
  },
  {
    name: "claude-budget",
    dialect: "anthropic",
    sdk: "anthropic",
    model: "claude-haiku-4-5",
    options: ["--max-tokens", "64", "--effort", "low"],
    call: { model: "claude-haiku-4-5", messages, max_tokens: 1088, thinking: { type: "enabled", budget_tokens: 1024 } },
  },
  {
    name: "gemini",
    dialect: "gemini",
    sdk: "gemini",
    base: "/v1beta",
    model: "gemini-3.8-flash",
    options: ["--max-tokens", "64", "--effort", "low"],
    call: {
      model: "gemini-3.8-flash",
      contents: prompt,
      config: { max_output_tokens: 64, thinking_config: { thinking_level: "LOW", include_thoughts: true } },
    },
  },
  {
    name: "cohere",
    dialect: "cohere",
    sdk: "cohere",
    model: "command-a-reasoning-08-2025",
    options: ["--max-tokens", "64", "--effort", "low"],
    call: {
      model: "command-a-reasoning-08-2025",
      messages,
      max_tokens: 64,
      thinking: { type: "enabled", token_budget: 2048 },
    },
  },
  {
    name: "ollama",
    dialect: "ollama",
    sdk: "ollama",
    model: "qwen3:8b",
    options: ["--max-tokens", "64", "--temperature", "0.5", "--effort", "high"],
    call: { model: "qwen3:8b", messages, think: "high", options: { num_predict: 64, temperature: 0.5 } },
  },
];
