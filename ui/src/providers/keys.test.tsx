/** Pasting, typing and replacing keys. */

import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { expectAccessible, open, startAfresh } from "../testing";

beforeEach(startAfresh);

const ADD = "#/providers/~add";

describe("a pasted key", () => {
  it("is kept for the one whose keys begin like it, and checked", async () => {
    const { user } = await open("providers", ADD);
    await user.type(await screen.findByTestId("pasted-key"), "gsk_marker0123456789");
    expect((await screen.findByTestId("recognised")).textContent).toBe("This is a key of Groq.");
    await user.click(screen.getByTestId("keep-pasted"));
    await waitFor(() => expect(screen.getByTestId("provider-groq").dataset.kept).toBe("keyring"));
    expect((await screen.findByTestId("pasted-result")).textContent, "with the answer").toMatch(
      /^Groq: The provider answers and lists/,
    );
    expect(document.documentElement.outerHTML, "the key is nowhere").not.toContain("marker0123");
  });

  it("is kept for nobody before the user says whose it is", async () => {
    const { backend, user } = await open("providers", ADD);
    await user.type(await screen.findByTestId("pasted-key"), "sk-marker0123456789");
    const whose = await screen.findByTestId<HTMLSelectElement>("whose-key");
    const candidates = await backend.recogniseKey("sk-marker0123456789");
    expect(candidates.length, "several write their keys so").toBeGreaterThan(1);
    expect([...whose.options].map(({ value }) => value)).toEqual(["", ...candidates]);
    expect(screen.getByTestId<HTMLButtonElement>("keep-pasted").disabled).toBe(true);
    await user.selectOptions(whose, "deepseek");
    await user.click(screen.getByTestId("keep-pasted"));
    await waitFor(() =>
      expect(screen.getByTestId("provider-deepseek").dataset.kept).toBe("keyring"),
    );
    expect(screen.getByTestId("provider-openai").dataset.kept, "and nobody else").toBe("");
  });

  it("in the search for a provider is taken where keys are added, and searched for nowhere", async () => {
    const { user } = await open("providers", "#/providers/openai");
    const search = await screen.findByTestId<HTMLInputElement>("find-provider");
    await user.click(search);
    await user.paste("export GROQ_API_KEY=gsk_marker0123456789");
    const field = await screen.findByTestId<HTMLInputElement>("pasted-key");
    await waitFor(() => expect(field.value).toBe("gsk_marker0123456789"));
    expect((await screen.findByTestId("recognised")).textContent).toBe("This is a key of Groq.");
    expect(search.value, "it is no name").toBe("");
    expect(document.activeElement, "what is next is to keep it").toBe(field);
  });

  it("of an unknown kind is offered to everybody", async () => {
    const { user } = await open("providers", ADD);
    await user.type(await screen.findByTestId("pasted-key"), "0123456789abcdef");
    const whose = await screen.findByTestId<HTMLSelectElement>("whose-key");
    expect(whose.options.length, "whoever has keys").toBeGreaterThan(5);
  });
});

describe("a key of another", () => {
  const ANTHROPIC = "sk-ant-api03-marker0123456789";
  const recognises = () => ({ recogniseKey: async () => ["anthropic"] });

  it("pasted at a provider is recognised there, and saved where it belongs", async () => {
    const saved: string[] = [];
    const { user } = await open("providers", "#/providers/openai", (said) => ({
      ...recognises(),
      setKey: async (provider) => {
        saved.push(provider);
        const view = (await said.providers()).find(({ id }) => id === provider);
        if (!view) throw new Error("there is no such provider");
        return view;
      },
    }));
    await user.click(await screen.findByTestId("key-input"));
    await user.paste(`export ANTHROPIC_API_KEY="${ANTHROPIC}"`);
    expect((await screen.findByTestId("key-of-another")).textContent).toMatch(
      /^This looks like a key of Anthropic\./,
    );
    await user.click(screen.getByTestId("save-there"));
    await waitFor(() => expect(saved, "where it belongs, and nowhere else").toEqual(["anthropic"]));
    await waitFor(() => expect(window.location.hash).toBe("#/providers/anthropic"));
  });

  it("is saved for somebody else only when the user insists", async () => {
    const saved: string[] = [];
    const { user } = await open("providers", "#/providers/openai", () => ({
      ...recognises(),
      setKey: async (provider) => {
        saved.push(provider);
        throw new Error("nothing shall be saved");
      },
    }));
    await user.type(await screen.findByTestId("key-input"), `${ANTHROPIC}{Enter}`);
    expect((await screen.findByTestId("ask")).textContent, "where it would go").toMatch(
      /it would be sent to 127\.0\.0\.1/,
    );
    await user.click(screen.getByTestId("ask-no"));
    await waitFor(() => expect(screen.queryByTestId("ask")).toBeNull());
    expect(saved, "no is no").toEqual([]);
    expect(screen.getByTestId<HTMLInputElement>("key-input").value, "and it is still there").toBe(
      ANTHROPIC,
    );
  });
});

describe("a key that cannot be one", () => {
  it("is told at the field, and cannot be saved", async () => {
    const { user } = await open("providers", "#/providers/groq");
    await user.click(await screen.findByTestId("key-input"));
    await user.paste("gsk_0123456789\ngsk_9876543210");
    expect((await screen.findByTestId("key-input-problem")).textContent).toMatch(/2 lines/);
    expect(screen.getByTestId<HTMLButtonElement>("save-key").disabled).toBe(true);
    await expectAccessible("the field");
  });
});

describe("a key in the place of another", () => {
  it("is asked about, with the one that goes", async () => {
    const { user } = await open("full", "#/providers/groq", () => ({
      recogniseKey: async () => ["groq"],
      setKey: async () => {
        throw new Error("nothing shall be saved");
      },
    }));
    await user.type(await screen.findByTestId("key-input"), "gsk_marker0123456789{Enter}");
    expect((await screen.findByTestId("ask")).textContent, "which one goes").toMatch(
      /The key that ends in …6789 is removed/,
    );
    await user.click(screen.getByTestId("ask-no"));
  });
});
