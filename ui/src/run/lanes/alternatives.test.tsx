import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  type Backend,
  BackendProvider,
  type Fault,
  type LanePlan,
  type ProviderView,
  Refusal,
} from "../../backend/backend";
import { queryClient } from "../../backend/queries";
import { useDraft } from "../../plan/draft";
import { useAlternatives } from "./alternatives";

const BASE = "http://127.0.0.1:8000";

function rowOf(id: string, change: Partial<ProviderView> = {}): ProviderView {
  const view: Partial<ProviderView> = { id, label: id, dialect: "openai-chat", base_url: BASE };
  return { ...view, key: "optional", custom: false, ...change } as ProviderView;
}

/**
 * What is offered for a lane of `provider`, with the requests to the engine and the changes it was raced again with.
 */
async function offered(provider: string, known: Partial<Fault>, answers: Partial<Backend> = {}) {
  const backend = {
    providers: async () => [rowOf("vllm"), rowOf("box", { custom: true, label: "My box" })],
    setAddress: vi.fn(async () => rowOf(provider)),
    saveEndpoint: vi.fn(async () => rowOf(provider)),
    ...answers,
  };
  const retry = vi.fn();
  const client = queryClient();
  await client.prefetchQuery({ queryKey: ["providers"], queryFn: () => backend.providers() });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BackendProvider value={backend as unknown as Backend}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </BackendProvider>
  );
  const fault: Fault = { class: "path_not_found", message: "m", advice: "a", ...known };
  const { result } = renderHook(() => useAlternatives(fault, provider, retry), { wrapper });
  return { offers: result.current, backend, retry };
}

beforeEach(() => {
  window.location.hash = "";
});

test("a lane at an address of its own is raced at the address that was meant", async () => {
  const { offers, retry } = await offered("custom", { address: `${BASE}/v1` });
  expect(offers.map(({ name }) => name)).toEqual([`${BASE}/v1`]);
  offers[0]?.take();
  expect(retry).toHaveBeenCalledWith({ base_url: `${BASE}/v1` });
});

test("a lane at an address of its own is raced in the dialect that its server speaks", async () => {
  const { offers, retry } = await offered("custom", { class: "not_a_stream", dialect: "ollama" });
  offers[0]?.take();
  expect(retry).toHaveBeenCalledWith({ dialect: "ollama" });
});

test("a provider's address is saved, and then the lane is raced again", async () => {
  const { offers, backend, retry } = await offered("vllm", { address: `${BASE}/v1` });
  offers[0]?.take();
  await waitFor(() => expect(retry).toHaveBeenCalledWith());
  expect(backend.setAddress).toHaveBeenCalledWith("vllm", `${BASE}/v1`, false);
});

test("an endpoint of the user's own keeps its name and its key with another dialect", async () => {
  const { offers, backend, retry } = await offered("box", {
    class: "wrong_api",
    dialect: "openai-responses",
  });
  offers[0]?.take();
  await waitFor(() => expect(retry).toHaveBeenCalledWith());
  expect(backend.saveEndpoint).toHaveBeenCalledWith({
    id: "box",
    label: "My box",
    dialect: "openai-responses",
    base_url: BASE,
    key_needed: false,
    confirm_plain_http: false,
  });
});

test("an address that may not be set leads to its field, and nothing is raced", async () => {
  const refused = async () => {
    throw new Refusal({ kind: "plain_http", host: "box.test:80", message: "no" });
  };
  const { offers, retry } = await offered(
    "vllm",
    { address: `${BASE}/v1` },
    { setAddress: refused },
  );
  offers[0]?.take();
  await waitFor(() => expect(window.location.hash).toBe("#/providers/vllm?at=address"));
  expect(retry).not.toHaveBeenCalled();
});

test("a row's dialect is its own, so another is offered as no button", async () => {
  const { offers } = await offered("vllm", { class: "not_a_stream", dialect: "ollama" });
  expect(offers).toEqual([]);
});

test("names that are known are offered before anything else", async () => {
  const { offers, retry } = await offered("vllm", {
    class: "no_such_deployment",
    nearest: ["blue", "green"],
  });
  expect(offers.map(({ name }) => name)).toEqual(["blue", "green"]);
  offers[1]?.take();
  expect(retry).toHaveBeenCalledWith({ model: "green" });
});

test("the draft's lane is changed, and none of the same model at another address", () => {
  const lane = (base_url: string): LanePlan => ({
    provider: "custom",
    model: "m",
    dialect: "openai-chat",
    base_url,
    muted: false,
  });
  useDraft.getState().lineUp([lane("http://127.0.0.1:1"), lane("http://127.0.0.1:2")]);
  useDraft.getState().rename(lane("http://127.0.0.1:1"), { base_url: "http://127.0.0.1:1/v1" });
  const addresses = useDraft.getState().lanes.map(({ base_url }) => base_url);
  expect(addresses).toEqual(["http://127.0.0.1:1/v1", "http://127.0.0.1:2"]);
});
