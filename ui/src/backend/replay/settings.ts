/** Prices, the network and this machine's servers, as a replay answers for them. */

import { type Backend, Refusal } from "../backend";
import type { Certificate, LocalServer, Network, NetworkView, PriceBookView } from "../bindings";
import { MACHINE } from "./profiles";

type Settings = Pick<
  Backend,
  | "recogniseKey"
  | "keyVariables"
  | "discoverLocal"
  | "network"
  | "setNetwork"
  | "setProxyLogin"
  | "forgetProxyLogin"
  | "prices"
  | "setPrice"
  | "forgetPrice"
  | "refreshPrices"
  | "restoreShippedPrices"
  | "definitions"
  | "certificate"
  | "calibrate"
>;

const SHIPPED: PriceBookView = {
  source: "LiteLLM 1.109.1",
  dated: "2026-11-12",
  age_days: 9,
  models: 1192,
  shipped: true,
  own: [],
};

const BEGINNINGS: readonly (readonly [string, readonly string[]])[] = [
  ["sk-ant-", ["anthropic"]],
  ["sk-or-", ["openrouter"]],
  ["gsk_", ["groq"]],
  ["sk-", ["openai", "deepseek"]],
];

const SERVERS: LocalServer[] = [
  {
    provider: "ollama",
    label: "Ollama",
    base_url: "http://127.0.0.1:11434",
    models: ["llama3.2:3b", "qwen3:8b"],
    loaded: ["qwen3:8b"],
  },
];

const CERTIFICATE: Certificate = {
  dated: "2026-11-21",
  machine: MACHINE,
  version: "0.1.0",
  stamps: [
    { streams: 1, ttft_p50_ms: 0.2, ttft_p99_ms: 0.21, gap_p50_ms: 0.01, gap_p99_ms: 0.12 },
    { streams: 32, ttft_p50_ms: 0.1, ttft_p99_ms: 0.26, gap_p50_ms: 0.01, gap_p99_ms: 0.2 },
  ],
  held_tps: 160_000,
};

export function replaySettings(scene: URLSearchParams): Settings {
  let book = SHIPPED;
  let network: Network = { proxy: { kind: "system" }, own: {}, plain_http: [] };
  let loginKept = false;
  let certificate = scene.get("scene") === "full" ? CERTIFICATE : null;
  const view = (): NetworkView => ({
    network,
    system_proxy: scene.get("proxy"),
    proxy_login_kept: loginKept,
  });
  return {
    recogniseKey: async (key) => [
      ...(BEGINNINGS.find(([beginning]) => key.startsWith(beginning))?.[1] ?? []),
    ],
    keyVariables: async () =>
      scene.get("environment") === "empty"
        ? []
        : [
            { provider: "openai", label: "OpenAI", variable: "OPENAI_API_KEY" },
            { provider: "mistral", label: "Mistral", variable: "MISTRAL_API_KEY" },
          ],
    discoverLocal: async () => (scene.get("servers") === "none" ? [] : SERVERS),
    network: async () => view(),
    setNetwork: async (changed) => {
      network = changed;
      return view();
    },
    setProxyLogin: async () => {
      loginKept = true;
      return view();
    },
    forgetProxyLogin: async () => {
      loginKept = false;
      return view();
    },
    definitions: async () => [
      {
        id: "ttft_ms",
        name: "Time to first token (TTFT)",
        formula: "First event with visible text less the send.",
        absent: "no text came",
      },
    ],
    certificate: async () => certificate,
    calibrate: async () => {
      certificate = CERTIFICATE;
      return certificate;
    },
    prices: async () => book,
    setPrice: async (provider, model, price) => {
      const others = book.own.filter((row) => row.provider !== provider || row.model !== model);
      book = { ...book, own: [...others, { provider, model, dated: "2026-11-21", price }] };
      return book;
    },
    forgetPrice: async (provider, model) => {
      const own = book.own.filter((row) => row.provider !== provider || row.model !== model);
      book = { ...book, own };
      return book;
    },
    refreshPrices: async (from) => {
      if (!from.endsWith(".json")) {
        throw new Refusal({
          kind: "prices",
          message: `${from} could not be read: no such file. The price book stays as it was.`,
        });
      }
      const source = from.split("/").at(-1) ?? from;
      book = { ...book, source, dated: "2026-11-21", age_days: 0, models: 1204, shipped: false };
      return book;
    },
    restoreShippedPrices: async () => {
      book = { ...SHIPPED, own: book.own };
      return book;
    },
  };
}
