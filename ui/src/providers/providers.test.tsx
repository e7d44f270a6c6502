import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../backend/backend";
import { expectAccessible, open, startAfresh } from "../testing";

beforeEach(startAfresh);

const ADD = "#/providers/~add";

/** A server as it may be found on this machine. */
const OLLAMA = {
  provider: "ollama",
  label: "Ollama",
  base_url: "http://127.0.0.1:11434",
  models: ["llama3.2:3b", "qwen3:8b"],
  loaded: ["qwen3:8b"],
};

describe("what is found", () => {
  it("on this machine is there at a press of the button, and never before", async () => {
    const { user } = await open("providers", ADD, (said) => ({
      discoverLocal: async () => [OLLAMA],
      keepLocalServer: async () => {
        const kept = (await said.providers()).find(({ id }) => id === OLLAMA.provider);
        if (!kept) throw new Error("there is no Ollama");
        return kept;
      },
    }));
    const panel = await screen.findByTestId("local-servers");
    expect(panel.textContent, "nobody is asked by looking at a screen").not.toContain("11434");
    await user.click(screen.getByTestId("find-servers"));
    await screen.findByText(/127\.0\.0\.1:11434.*llama3\.2:3b.*in memory: qwen3:8b/);
    await user.click(screen.getByTestId("use-ollama"));
    await waitFor(() => expect(window.location.hash).toBe("#/providers/ollama"));
  });

  it("nowhere is told, with what to do", async () => {
    const { user } = await open("first", ADD, () => ({ discoverLocal: async () => [] }));
    await user.click(await screen.findByTestId("find-servers"));
    await screen.findByText(/No server answers at the usual ports/);
  });

  it("in the environment is offered by name and copied when asked", async () => {
    const { user } = await open("providers", ADD);
    const panel = await screen.findByTestId("environment-keys");
    await screen.findByText("MISTRAL_API_KEY");
    await user.click(screen.getByTestId("copy-mistral"));
    await waitFor(() => expect(panel.textContent).toContain("has a key"));
  });
});

describe("an address of a public host without encryption", () => {
  it("is kept only after the user has allowed it", async () => {
    const { user } = await open("providers", ADD);
    await user.type(await screen.findByTestId("endpoint-label"), "In the clear");
    await user.clear(screen.getByTestId("endpoint-url"));
    await user.type(screen.getByTestId("endpoint-url"), "http://models.example.com/v1");
    await user.click(screen.getByTestId("save-endpoint"));
    expect((await screen.findByTestId("plain-http")).textContent).toMatch(/models\.example\.com/);
    expect(screen.queryByTestId("provider-in-the-clear"), "not yet").toBeNull();
    await user.click(screen.getByTestId("allow-plain-http"));
    await screen.findByTestId("provider-in-the-clear");
  });
});

describe("a price of one's own", () => {
  it("is set beside its model, shown as one's own, and taken back", async () => {
    const { user } = await open("providers", "#/providers/openai");
    const [button] = await screen.findAllByRole("button", { name: /^Set a price for/ });
    await user.click(button as HTMLElement);
    await user.click(screen.getByRole("radio", { name: "per GPU hour" }));
    await user.type(screen.getByTestId("price-usd_per_hour"), "2.5");
    await user.click(screen.getByTestId("save-price"));
    await screen.findByText("yours");
    await user.click(screen.getByTestId("pane-prices"));
    await screen.findByText(/\$2\.50? per hour of the machine · yours since/);
    await user.click(screen.getByRole("button", { name: "Forget" }));
    await screen.findByText(/^None yet\./);
    await user.click(screen.getByTestId("undo"));
    expect(await screen.findByText(/\$2\.50? per hour/), "and brought back").toBeTruthy();
  });
});

describe("a price book that cannot be read", () => {
  it("leaves the one that is in effect", async () => {
    const { user } = await open("providers", "#/providers/~prices");
    const line = (await screen.findByTestId("book-line")).textContent;
    const broken = new File(["{"], "broken.json", { type: "application/json" });
    await user.upload(screen.getByTestId("book-file"), broken);
    await screen.findAllByText(/is unchanged/);
    expect(screen.getByTestId("book-line").textContent, "as it was").toBe(line);
  });
});

describe("the panes", () => {
  it.each([
    ["adding", ADD],
    ["prices", "#/providers/~prices"],
    ["network", "#/providers/~network"],
  ])("are accessible: %s", async (what, at) => {
    await open("full", at);
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    await expectAccessible(what);
  });
});

describe("what is destroyed", () => {
  it("is brought back: an endpoint, as it was written", async () => {
    const { user, backend } = await open("providers", "#/providers/my-vllm");
    const before = (await backend.providers()).find(({ id }) => id === "my-vllm");
    await user.click(await screen.findByTestId("remove-endpoint"));
    await waitFor(() => expect(screen.queryByTestId("provider-my-vllm")).toBeNull());
    await user.click(await screen.findByTestId("undo"));
    await screen.findByTestId("provider-my-vllm");
    const after = (await backend.providers()).find(({ id }) => id === "my-vllm");
    expect(after?.base_url, "where it was").toBe(before?.base_url);
    expect(after?.dialect, "and how it spoke").toBe(before?.dialect);
  });

  it("is asked about where it cannot be: a key", async () => {
    const { user } = await open("providers", "#/providers/groq");
    await user.type(await screen.findByTestId("key-input"), "gsk_marker0123456789");
    await user.click(screen.getByTestId("save-key"));
    await waitFor(() => expect(screen.getByTestId("key-status").textContent).toMatch(/6789/));
    await user.click(screen.getByTestId("forget-key"));
    expect((await screen.findByTestId("ask")).textContent).toMatch(/cannot be restored/);
    await expectAccessible("the question");
    await user.click(screen.getByTestId("ask-no"));
    await waitFor(() => expect(screen.queryByTestId("ask")).toBeNull());
    expect(screen.getByTestId("key-status").textContent, "nothing happened").toMatch(/6789/);
    await user.click(screen.getByTestId("forget-key"));
    await user.click(await screen.findByTestId("ask-go"));
    await waitFor(() => expect(screen.getByTestId("key-status").textContent).toMatch(/No key/));
  });
});

describe("a provider that is set up", () => {
  it("is not said to work before it has answered, and is said to fail once it has", async () => {
    const { user } = await open("providers", "#/providers/my-vllm", () => ({
      listModels: async () => {
        throw new Refusal({ kind: "not_found", message: "Nobody answers." });
      },
    }));
    const row = await screen.findByTestId("provider-my-vllm");
    expect(row.dataset.check, "nobody has asked it").toBe("unknown");
    await user.click(screen.getByTestId("check-key"));
    await waitFor(() => expect(row.dataset.check).toBe("fails"));
    expect(row.textContent, "and when").toMatch(/failed .*\d\d:\d\d/);
  });

  it("answers, for the key and the address that were asked with", async () => {
    const { user } = await open("providers", ADD);
    await user.type(await screen.findByTestId("pasted-key"), "gsk_marker0123456789");
    await screen.findByTestId("recognised");
    await user.click(screen.getByTestId("keep-pasted"));
    await waitFor(() => expect(screen.getByTestId("provider-groq").dataset.check).toBe("answers"));
  });
});

describe("the list of providers", () => {
  const headings = () =>
    within(screen.getByRole("navigation", { name: "All providers" }))
      .getAllByRole("heading")
      .map(({ firstChild }) => firstChild?.textContent);
  const listed = () =>
    screen
      .getAllByTestId(/^provider-(?!detail)/)
      .map(({ dataset }) => dataset.testid?.slice("provider-".length));

  it("begins with how to add one where nobody can race", async () => {
    await open("first", "#/providers");
    await screen.findByTestId("add-pane");
  });

  it.each(["#/providers/new", "#/providers/nobody"])(
    "shows how to add one at an address that is nobody's: %s",
    async (address) => {
      await open("first", address);
      await screen.findByTestId("add-pane");
    },
  );

  it("begins with the first who can race, and stays with what one is at", async () => {
    const { user } = await open("providers", ADD);
    await user.type(await screen.findByTestId("pasted-key"), "gsk_marker0123456789");
    await screen.findByTestId("recognised");
    await user.click(screen.getByTestId("keep-pasted"));
    await waitFor(() => expect(screen.getByTestId("provider-groq").dataset.kept).toBe("keyring"));
    expect(screen.getByTestId("add-pane"), "what one is at stays").toBeTruthy();
    expect(headings()[0]).toBe("Set up");
    act(() => {
      window.location.hash = "#/race";
    });
    await screen.findByTestId("race-screen");
    act(() => {
      window.location.hash = "#/providers";
    });
    await screen.findByTestId("provider-detail");
    const [first] = listed();
    expect(screen.getByTestId(`provider-${first}`).getAttribute("aria-current")).toBe("page");
  });

  it("groups them by what they are, those first whom more people look for", async () => {
    await open("first", "#/providers");
    await screen.findByTestId("provider-openai");
    expect(headings()).toEqual([
      "Model vendors",
      "Hosts of open models",
      "Gateways",
      "Clouds",
      "On this machine, if it runs",
      "Simulated",
    ]);
    const ids = listed();
    expect(ids.indexOf("openai"), "OpenAI before Morph").toBeLessThan(ids.indexOf("morph"));
    expect(ids.indexOf("openai-responses"), "an account's dialects together").toBe(
      ids.indexOf("openai") + 1,
    );
  });

  it("is searched by name and by model, and walked by arrow keys", async () => {
    const { user } = await open("first", "#/providers");
    await user.type(await screen.findByTestId("find-provider"), "claude");
    expect(listed(), "who serves it").toContain("anthropic");
    expect(listed(), "and nobody else").not.toContain("groq");
    await user.clear(screen.getByTestId("find-provider"));
    await user.type(screen.getByTestId("find-provider"), "groq");
    await user.keyboard("{ArrowDown}");
    expect(screen.getByTestId("provider-groq").matches(":focus"), "down to the first").toBe(true);
    await user.keyboard("{ArrowUp}");
    expect(screen.getByTestId("find-provider").matches(":focus"), "and back").toBe(true);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(window.location.hash).toBe("#/providers/groq"));
    await user.clear(screen.getByTestId("find-provider"));
    await user.type(screen.getByTestId("find-provider"), "nobody at all");
    expect(screen.getByText("Add an endpoint"), "a way on where none fits").toBeTruthy();
  });
});

describe("a form that is refused", () => {
  const refused = (message: string) => new Refusal({ kind: "network", message });

  it("says why beside its field, as a sentence, until the mistake is corrected", async () => {
    const { user } = await open("providers", ADD, () => ({
      saveEndpoint: async () => {
        throw refused("the address has a query.");
      },
    }));
    await user.type(await screen.findByTestId("endpoint-label"), "Mine");
    await user.type(screen.getByTestId("endpoint-url"), "?x=1");
    await user.click(screen.getByTestId("save-endpoint"));
    const told = await screen.findByTestId("endpoint-problem");
    expect(told.textContent).toBe("The address has a query.");
    expect(screen.getAllByText("The address has a query.").length, "there, and nowhere else").toBe(
      1,
    );
    await user.type(screen.getByTestId("endpoint-url"), "{Backspace}");
    await waitFor(() => expect(screen.queryByTestId("endpoint-problem")).toBeNull());
  });
});

describe("an address without its version", () => {
  it("is corrected at the press of a button where the models were asked for", async () => {
    const meant = "http://127.0.0.1:9411/v1";
    const set: (string | null)[] = [];
    const { user } = await open("providers", "#/providers/groq", (said) => ({
      listModels: async () => {
        throw new Refusal({
          kind: "provider",
          fault: {
            class: "path_not_found",
            message: "404 Not Found",
            advice: `Nothing is served at this address. Did you mean ${meant}?`,
            address: meant,
          },
        });
      },
      setAddress: async (id, baseUrl) => {
        set.push(baseUrl);
        const view = (await said.providers()).find((one) => one.id === id);
        if (!view) throw new Error("there is no such provider");
        return view;
      },
    }));
    await user.click(await screen.findByTestId("check-key"));
    await user.click(await screen.findByTestId("use-address"));
    await waitFor(() => expect(set, "the address that was meant").toEqual([meant]));
  });
});

describe("the price book", () => {
  it("tells its age, and is updated at the press of one button", async () => {
    let fetched = 0;
    const { user } = await open("providers", "#/providers/~prices", (said) => ({
      prices: async () => ({ ...(await said.prices()), age_days: 12 }),
      fetchPrices: async () => {
        fetched += 1;
        return said.prices();
      },
    }));
    expect((await screen.findByTestId("book-line")).textContent).toMatch(/published 12 days ago/);
    await user.click(screen.getByRole("button", { name: "Update" }));
    await waitFor(() => expect(fetched, "nobody needs to know an address").toBe(1));
  });
});
