/** A request and its prompt: what is attached to a prompt is sent in its turn, and found there again. */

import { describe, expect, it } from "vitest";
import type { Part, Payload, Turn } from "../../backend/backend";
import { contentsOf, firstWords, folded, isAlike, isEmpty, tidy, unfolded } from "./payload";

const image: Part = {
  content: { type: "image", source: { base64: { media_type: "image/png", data: "AAAAAAA=" } } },
};
const text = (words: string): Part => ({ content: { type: "text", text: words } });
const user = (...parts: Part[]): Turn => ({ role: "user", parts });
const before = user(text("Earlier."));

describe("a prompt with an image", () => {
  it("is sent as one turn, after the others, and comes back as a prompt with an image", () => {
    const attached = { parts: [image], textAt: 1 };
    const sent = folded({ prompt: "What is it?", payload: { turns: [before] } }, attached);
    expect(sent.prompt, "the turn holds it").toBe("");
    expect(sent.payload?.turns).toEqual([before, user(image, text("What is it?"))]);
    expect(unfolded(sent)).toEqual({
      prompt: "What is it?",
      payload: { turns: [before] },
      attached,
    });
  });

  it("keeps the place of its text among the images", () => {
    const turn = user(image, text("Between."), image);
    const { prompt, attached } = unfolded({ prompt: "", payload: { turns: [turn] } });
    expect(prompt).toBe("Between.");
    const payload: Payload = {};
    expect(folded({ prompt, payload }, attached).payload?.turns).toEqual([turn]);
  });

  it("is the same object as long as nothing changes, so that nothing is checked again", () => {
    const attached = { parts: [image], textAt: 1 };
    const payload = {};
    const one = folded({ prompt: "Same.", payload }, attached).payload;
    expect(folded({ prompt: "Same.", payload }, attached).payload).toBe(one);
    expect(folded({ prompt: "Other.", payload }, attached).payload).not.toBe(one);
  });

  it.each<[string, Turn]>([
    ["marks a prefix for the cache", user({ ...text("Hi"), cache: {} }, image)],
    ["has two texts", user(text("One."), image, text("Two."))],
    ["has fields of its own", { ...user(image, text("Hi")), own: { name: "Ada" } }],
    ["is the model's", { role: "assistant", parts: [image, text("Hi")] }],
    ["is text alone", user(text("Hi"))],
  ])("is left among the turns if its turn %s", (_, turn) => {
    const plan = { prompt: "", payload: { turns: [turn] } };
    expect(unfolded(plan)).toMatchObject({ ...plan, attached: { parts: [] } });
  });
});

describe("what a request carries", () => {
  const payload: Payload = {
    turns: [
      before,
      {
        role: "tool",
        parts: [{ content: { type: "tool_result", call_id: "1", output: [image] } }],
      },
    ],
    tools: [{ function: { name: "f" } }],
    response_format: { schema: { schema: {} } },
    seed: 0,
    headers: { "x-a": "1" },
  };

  it("is counted, what is inside the result of a tool included", () => {
    expect(contentsOf(payload)).toEqual({
      turns: 2,
      images: 1,
      documents: 0,
      bytes: 5,
      tools: 1,
      format: "schema",
      settings: 1,
      verbatim: 1,
    });
  });

  it("is nothing once everything was taken out of it", () => {
    expect(isEmpty({ turns: [], tools: [], stop: [], seed: null, fields: {} })).toBe(true);
    expect(tidy({ turns: [], seed: 0 }), "a seed of 0 is a seed").toEqual({ seed: 0 });
    expect(isEmpty({ parallel_tool_calls: false }), "false says something").toBe(false);
  });

  it("is alike whether nothing is absent, null or empty", () => {
    expect(isAlike({ a: null, b: [] }, {})).toBe(true);
    expect(isAlike(payload, structuredClone(payload))).toBe(true);
    expect(isAlike(payload, { ...payload, seed: 1 })).toBe(false);
    expect(isAlike({ a: false }, {})).toBe(false);
    expect(isAlike({ cache: {} }, {}), "an empty mark is a mark").toBe(false);
  });

  it("is known by its last text if it has no prompt", () => {
    expect(firstWords({ prompt: "", payload: { turns: [before, user(image)] } })).toBe("Earlier.");
    expect(firstWords({ prompt: "Now.", payload: { turns: [before] } })).toBe("Now.");
  });
});
