// Requests with tools before servers that others wrote: @copilotkit/aimock reads every dialect into one form of its own, and answers
// with a tool call as that dialect streams it. What it read is what was asked, and what it called is timed.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import { lane, paceline } from "./paceline.mjs";

const folder = mkdtempSync(join(tmpdir(), "paceline-tools-"));
const file = join(folder, "request.json");
const server = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
let origin;

// An agent in the middle of its work: it has looked once, and looks again.
const asked = {
  model: "agent",
  messages: [
    { role: "system", content: "Use the tools." },
    { role: "user", content: "Weather in Bern and in Zürich?" },
    { role: "assistant", content: null, tool_calls: [{ id: "call_bern1", type: "function", function: { name: "weather", arguments: '{"city":"Bern"}' } }] },
    { role: "tool", tool_call_id: "call_bern1", content: "18 degrees and dry" },
    { role: "user", content: "Now the other one." },
  ],
  tools: [
    {
      type: "function",
      function: {
        name: "weather",
        description: "Reads a forecast",
        parameters: { type: "object", properties: { city: { type: "string", description: "Where" } }, required: ["city"] },
      },
    },
  ],
  tool_choice: "auto",
};
const answer = '{"city":"Zürich"}';

before(async () => {
  writeFileSync(file, JSON.stringify(asked));
  const call = { toolCalls: [{ name: "weather", arguments: answer }], usage: { prompt_tokens: 90, completion_tokens: 12, total_tokens: 102 } };
  server.on({ model: "agent" }, call, { streamingProfile: { ttft: 80, tps: 40 }, chunkSize: 4 });
  await server.start();
  origin = new URL(server.baseUrl).origin;
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The sample of a lane of this dialect, and what the server read. */
async function raced(dialect, path) {
  server.clearRequests();
  const words = ["race", "--json", "--no-save", "--request", file, "--lane", lane(dialect, origin + path, "agent")];
  const { status, stdout, stderr } = await paceline(...words);
  assert.notEqual(stdout, "", `${dialect}: it raced: ${stderr}`);
  return { status, sample: JSON.parse(stdout).lanes[0].samples[0], read: server.getRequests()[0]?.body };
}

// aimock knows Gemini's `parameters` and not the `parametersJsonSchema` beside it, which takes a whole JSON Schema.
const readsNoSchema = new Set(["gemini"]);
// Where it sends a call whole, its first byte and its last come at once.
for (const [dialect, path, comes] of [
  ["openai-chat", "/v1", "in pieces"],
  ["openai-responses", "/v1", "in pieces"],
  ["anthropic", "", "in pieces"],
  ["gemini", "/v1beta", "whole"],
  ["cohere", "", "in pieces"],
  ["ollama", "", "whole"],
]) {
  test(`a conversation with tools is read as it was asked, and its call is timed: ${dialect}`, async () => {
    const { status, sample, read } = await raced(dialect, path);
    const heard = JSON.stringify(read);
    for (const text of ["Use the tools.", "Weather in Bern and in Zürich?", "18 degrees and dry", "Now the other one.", "Reads a forecast"]) {
      assert.ok(heard.includes(text), `the server read "${text}": ${heard}`);
    }
    const tool = read.tools[0].function;
    assert.equal(tool.name, "weather", "with its tool");
    if (!readsNoSchema.has(dialect)) assert.deepEqual(Object.keys(tool.parameters.properties), ["city"], "and its schema");
    const called = read.messages.flatMap((message) => message.tool_calls ?? []).map((call) => call.function);
    assert.deepEqual(called.map(({ name, arguments: given }) => [name, JSON.parse(given)]), [["weather", { city: "Bern" }]], "and what was called before");
    assert.deepEqual([status, sample.status], [0, "ok"], "a call is a complete answer");
    assert.equal(sample.tool_calls, 1, "one call");
    assert.deepEqual(JSON.parse(sample.tools.replace("weather", "")), JSON.parse(answer), "with all of its arguments");
    const { tool_call_ms: first, tool_arguments_ms: complete, ttft_ms: ttft } = sample;
    assert.ok(ttft >= 75, `the first text came after 80 ms, not after ${ttft}`);
    // Cohere's models say what they plan before they call.
    assert.ok(dialect === "cohere" ? first > ttft && sample.reasoning !== "" : first === ttft, `the call began after ${first} ms`);
    assert.ok(comes === "whole" ? complete === first : complete > first + 20, `it came ${comes}: ${first} to ${complete} ms`);
    assert.equal(sample.text, "", "and nothing was said beside it");
  });
}
