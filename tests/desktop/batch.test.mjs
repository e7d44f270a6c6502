/** A file of a batch in the real window: its first request is read, and all of them are asked as a set of prompts. */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { inspector } from "./lib/inspect.mjs";
import { person } from "./lib/person.mjs";
import { DONE, said, serve, usage } from "./lib/provider.mjs";
import { open } from "./lib/window.mjs";

const TOOL = {
  type: "function",
  function: { name: "find_order", parameters: { type: "object", properties: { order: { type: "integer" } } } },
};
const ASKED = ["Where is order 4711?", "Cancel order 4712, please.", "What do you sell?"];

const ofOpenai = (text, at) =>
  JSON.stringify({
    custom_id: `request-${at + 1}`,
    method: "POST",
    url: "/v1/chat/completions",
    body: {
      model: "gpt-house",
      max_tokens: 200,
      messages: [
        { role: "system", content: "You are the support agent of a shop." },
        { role: "user", content: text },
      ],
      tools: [TOOL],
    },
  });

const ofAnthropic = (text, at, limit = 300) => ({
  custom_id: `message-${at + 1}`,
  params: { model: "claude-house", max_tokens: limit, messages: [{ role: "user", content: text }] },
});

describe("a file of a batch", () => {
  let provider;
  let window;
  let me;
  let inspect;

  before(async () => {
    const answer = () => ({ stream: [said("Here "), said("it is."), said(null, "stop"), usage(40, 4), DONE] });
    provider = await serve({ one: answer, two: answer }, { gapMs: 5 });
    window = await open();
    me = person(window);
    inspect = inspector(window);
  });
  after(async () => {
    await window?.close();
    provider?.close();
  });

  const lanes = () =>
    ["one", "two"].map((model) => ({ provider: "custom", dialect: "openai-chat", base_url: provider.url, model }));

  it("is read by its first request, and its button makes all of them the prompts of the race", async () => {
    await me.load({ prompt: "Before.", lanes: lanes() });
    await me.paste({ text: ASKED.map(ofOpenai).join("\n") });
    await me.see("captured-several");
    assert.match(await me.textOf("captured-several"), /All 3 requests in it can be asked in turn/);
    assert.match(await me.textOf("use-as-set"), /Use all 3 as a prompt set/);
    await inspect("batch-read");
    await me.click("use-as-set");
    await window.browser.waitUntil(async () => (await me.textOf("captured-facts"))?.includes("3 prompts, one in each round"));
    await inspect("batch-set");
    await me.click("captured-done");
    assert.match(await me.textOf("prompt-set"), /asks 3 prompts of a set, one in each round/);
    assert.equal(await me.at("repeats").getValue(), "3");
    await me.click("show-prompt-set");
    await me.see("prompt-set-list");
    await inspect("batch-listed");
    await me.press("Escape");
  });

  it("is raced request by request, each asked of every lane with all that it carries", async () => {
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    for (const model of ["one", "two"]) {
      const bodies = provider.requests.map(({ body }) => body).filter((body) => body?.model === model);
      assert.deepEqual(bodies.map(({ messages }) => messages.at(-1).content), ASKED, `${model} was asked them in turn`);
      for (const { messages, tools, max_tokens } of bodies) {
        assert.equal(messages[0].content, "You are the support agent of a shop.");
        assert.equal(tools[0].function.name, "find_order");
        assert.equal(max_tokens, 200, "with the limit that all of them ask for");
      }
    }
    const [id] = await me.runs();
    const { plan, lanes: kept } = await me.history(id);
    assert.deepEqual(plan.set.rows.map(({ name }) => name), ["request-1", "request-2", "request-3"]);
    assert.ok(kept.every(({ samples }) => samples.length === 3), "three rounds");
    await me.openRun(id);
    await inspect("batch-opened");
  });

  it("of Anthropic's that asks for several limits says which request is at fault", async () => {
    await me.load({ prompt: "Before.", lanes: lanes() });
    const requests = ASKED.map((text, at) => ofAnthropic(text, at, at === 2 ? 500 : 300));
    await me.paste({ text: JSON.stringify({ requests }) });
    await me.click("use-as-set");
    await me.see("set-problem");
    assert.match(await me.textOf("set-problem"), /request 3: its max_tokens is 500, and that of the rows before it 300/);
    await inspect("batch-refused");
    await me.click("undo-captured");
    const prompt = await window.browser.execute(() => document.querySelector("[data-testid='prompt']").value);
    assert.equal(prompt, "Before.");
  });

  it("that is dropped is read as one that is pasted", async () => {
    await me.load({ prompt: "Before.", lanes: lanes() });
    await window.browser.execute((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "batch.jsonl", { type: "application/jsonl" }));
      document
        .querySelector("[data-testid='prompt']")
        .dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    }, ASKED.map((text, at) => JSON.stringify(ofAnthropic(text, at))).join("\n"));
    await me.click("use-as-set");
    await window.browser.waitUntil(async () => (await me.textOf("captured-facts"))?.includes("3 prompts"));
    await me.click("captured-done");
    assert.equal(await me.at("max-tokens").getValue(), "300", "the limit that all of them ask for");
  });
});
