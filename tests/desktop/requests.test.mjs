/** A whole request in the real window: pasted, attached to, given a tool, raced by several dialects, and read again. */

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { inspector } from "./lib/inspect.mjs";
import { person } from "./lib/person.mjs";
import { freePort } from "./lib/process.mjs";
import { binary, open } from "./lib/window.mjs";

const KEY = "sk-proj-marker0123456789abcdefghijklmnop";

/** A red square of ten pixels. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR42mM4IaeBBzGMSmNDAB8eaXkhbqN9AAAAAElFTkSuQmCC";

const BODY = {
  model: "gpu-cloud",
  stream: true,
  temperature: 0.2,
  max_tokens: 40,
  messages: [
    { role: "system", content: "You are the support agent of a shop." },
    { role: "user", content: "Where is my order 4711?" },
    {
      role: "assistant",
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "find_order", arguments: '{"order":4711}' } },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: '{"state":"shipped"}' },
    { role: "user", content: "When will it be here?" },
  ],
  tools: [
    {
      type: "function",
      function: { name: "find_order", parameters: { type: "object", properties: { order: { type: "integer" } } } },
    },
  ],
};

const curl = (address) =>
  `curl ${address}/chat/completions -H 'Authorization: Bearer ${KEY}' -d '${JSON.stringify(BODY)}'`;

describe("a whole request", () => {
  let window;
  let me;
  let simulated;
  let address;
  let inspect;

  before(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}/v1`;
    simulated = spawn(binary("PACELINE_CLI"), ["simulate", "--port", String(port)], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    await new Promise((resolve, reject) => {
      simulated.stdout.once("data", resolve);
      simulated.once("exit", () => reject(new Error("the simulated providers ended")));
    });
    window = await open();
    me = person(window);
    inspect = inspector(window);
  });
  after(async () => {
    await window?.close();
    simulated?.kill();
  });

  it("that cannot be read is shown with the reason, and is not in the prompt", async () => {
    await me.load({ prompt: "Before.", lanes: [{ provider: "simulated", model: "gpu-cloud" }] });
    await me.paste({ text: `curl ${address}/chat/completions -H 'x-api-key: ${KEY}' -F file=@a.png` });
    await me.see("paste-sheet");
    assert.match(await me.textOf("paste-problem"), /it sends a form or a file and no JSON/);
    await inspect("request-unread");
    await me.press("Escape");
    const prompt = await window.browser.execute(() => document.querySelector("[data-testid='prompt']").value);
    assert.equal(prompt, "Before.", "nothing was written into it");
    const page = await window.browser.execute(() => document.documentElement.outerHTML);
    assert.ok(!page.includes(KEY), "and the key is gone with the sheet");
  });

  it("that is pasted as a curl line becomes the plan, and its key is nowhere in the page", async () => {
    await me.load({
      prompt: "Before.",
      lanes: ["wafer-scale", "gpu-cloud"].map((model) => ({ provider: "simulated", model })),
    });
    await me.paste({ text: curl(address) });
    await me.see("captured-report");
    await inspect("request-report");
    assert.match(await me.textOf("captured-facts"), /OpenAI Chat Completions · 3 turns · 1 tool/);
    const page = await window.browser.execute(() => document.documentElement.outerHTML);
    assert.ok(!page.includes(KEY), "the key is not shown");
    await me.click("captured-done");
    const prompt = await window.browser.execute(() => document.querySelector("[data-testid='prompt']").value);
    assert.equal(prompt, "When will it be here?", "the last turn is the prompt");
    await inspect("request-strip");
  });

  it("takes a picture that is pasted, and another tool", async () => {
    await me.paste({ png: PNG });
    await me.see("attachments");
    const isDrawn = () =>
      window.browser.execute(
        () => document.querySelector("[data-testid='thumbnail'] img")?.naturalWidth === 10,
      );
    await window.browser.waitUntil(isDrawn, { timeoutMsg: "the picture is drawn" });
    await me.click("edit-strip");
    await me.see("request-sheet");
    await inspect("request-conversation");
    await me.click("request-tab-tools");
    await me.click("add-tool");
    await me.type("tool-1-name", "refund");
    await inspect("request-tools");
    await me.click("tool-1-done");
  });

  it("is shown as a lane sends it, with the key masked", async () => {
    await me.click("request-tab-sent");
    await me.see("sent-head");
    await inspect("request-sent");
    assert.match(await me.textOf("sent-head"), /^POST \/v1\/chat\/completions/);
    await me.press("Escape");
  });

  it("is raced, and what was sent is read in the history", async () => {
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    const lanes = await me.lanes();
    assert.ok(
      lanes.every(({ status }) => status === "ok"),
      `every lane answered: ${lanes.map(({ status, fault }) => `${status} ${fault}`).join("; ")}`,
    );
    const [id] = await me.runs();
    const { plan } = await me.history(id);
    assert.equal(plan.payload.turns.at(-1).parts.length, 2, "the picture is in the turn of the prompt");
    assert.deepEqual(
      plan.payload.tools.map(({ function: each }) => each.name),
      ["find_order", "refund"],
    );
    assert.ok(!JSON.stringify(plan).includes(KEY), "the key is in no plan");
    await me.openRun(id);
    await me.click("was-sent");
    await me.see("was-sent-sheet");
    await me.see("thumbnail");
    // WebKit draws the bars of what scrolls below a sheet above it.
    const mayScroll = () =>
      window.browser.execute(() =>
        [...document.querySelectorAll("#root *")]
          .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY))
          .map((each) => each.className),
      );
    assert.deepEqual(await mayScroll(), [], "nothing below the sheet has a bar that shines through");
    await inspect("request-was-sent");
    await me.press("Escape");
    await window.browser.waitUntil(async () => (await mayScroll()).length > 0, {
      timeoutMsg: "and it scrolls again once the sheet is closed",
    });
  });

  it("keeps every digit of its whole numbers, from the paste to a race of the opened run", async () => {
    const schema = '{"type":"object","properties":{"order":{"type":"integer","maximum":9007199254740993}}}';
    const tool = `{"type":"function","function":{"name":"find_order","parameters":${schema}}}`;
    const asked = `"messages":[{"role":"user","content":"Where is it?"}],"tools":[${tool}],"trace_id":9007199254740993`;
    /** The run as it is stored, in its own words: reading it here would round it. */
    const stored = async () => {
      const [id] = await me.runs();
      const words = ["history", "show", id, "--json", "--data-dir", path.join(window.home, "data")];
      return { id, text: (await promisify(execFile)(binary("PACELINE_CLI"), words)).stdout };
    };
    const digits = ({ text }) => text.match(/9007199254740993\b/g)?.length ?? 0;
    await me.load({ prompt: "Before.", lanes: [{ provider: "simulated", model: "gpu-cloud" }] });
    await me.paste({ text: `{"model":"m","max_tokens":20,${asked}}` });
    await me.click("captured-done");
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    const first = await stored();
    assert.ok(digits(first) >= 2, `in the schema and in the field: ${digits(first)}`);
    await me.openRun(first.id);
    await me.click("race-again");
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    const second = await stored();
    assert.notEqual(second.id, first.id, "it is another run");
    assert.equal(digits(second), digits(first), "of the same request");
  });

  it("of a lane's own has a mark beside its name, which the button that removes the lane does not cover", async () => {
    const model = "scripted?ttft=10ms&tokens=20&gap=1ms";
    const lanes = [{ max_tokens: 20 }, {}].map((own) => ({ provider: "simulated", model, ...own }));
    await me.load({ prompt: "Name a river.", lanes });
    /** What of a lane's name is below its button, and how many lanes were looked at. */
    const covered = () =>
      window.browser.execute(() => {
        const all = [...document.querySelectorAll(".finish[data-planned] .named")];
        const below = all.flatMap((named) => {
          const { left } = named.querySelector(".row-remove").getBoundingClientRect();
          const shown = [...named.querySelectorAll("*")].filter((each) => !each.closest(".row-remove"));
          return shown.filter((each) => each.getBoundingClientRect().right > left + 0.5).map((each) => each.outerHTML);
        });
        return { lanes: all.length, below };
      });
    for (const [width, height] of [[1280, 800], [900, 600]]) {
      await window.browser.setWindowRect(0, 0, width, height);
      await window.browser.waitUntil(() => window.browser.execute((wanted) => window.innerWidth === wanted, width));
      assert.deepEqual(await covered(), { lanes: 2, below: [] }, `${width} pixels wide`);
    }
    await window.browser.setWindowRect(0, 0, 1280, 800);
  });
});
