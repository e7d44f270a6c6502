/**
 * A request of one API, raced at others: a Responses call with a PDF, a tool, a schema, encrypted thoughts and fields of its own is pasted,
 * the window says what the others cannot be asked, and one press leaves out what only Responses takes.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, it } from "node:test";
import { inspector } from "./lib/inspect.mjs";
import { person } from "./lib/person.mjs";
import { shoot } from "./lib/shots.mjs";
import { open } from "./lib/window.mjs";

const PDF =
  "JVBERi0xLjQKMSAwIG9iago8PCAvVHlwZSAvQ2F0YWxvZyA+PgplbmRvYmoKdHJhaWxlcgo8PCAvUm9vdCAxIDAgUiA+PgolJUVPRgo=";
const stream = (name) => readFileSync(path.join(import.meta.dirname, "..", "wire", name), "utf8").split(/(?<=\n\n)/);
const ANSWERS = [
  [/\/chat\/completions$/, "openai-chat", stream("openai_chat_tools.sse")],
  [/\/responses$/, "openai-responses", stream("openai_responses_tools.sse")],
  [/\/v1\/messages$/, "anthropic", stream("anthropic_tools.sse")],
  [/:streamGenerateContent/, "gemini", stream("gemini_tools.sse")],
];

const object = (properties) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const BODY = {
  model: "gpt-answers",
  instructions: "You read contracts.",
  input: [
    {
      role: "user",
      content: [
        { type: "input_text", text: "Read this lease." },
        { type: "input_file", filename: "lease.pdf", file_data: `data:application/pdf;base64,${PDF}` },
      ],
    },
    { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAABo3kQ5x0Lr" },
    { type: "function_call", call_id: "call_1", name: "look_up", arguments: '{"party":"Mora AG"}' },
    { type: "function_call_output", call_id: "call_1", output: '{"known":true}' },
    { role: "user", content: "Who rents, until when?" },
  ],
  tools: [
    {
      type: "function",
      name: "look_up",
      description: "Finds a party.",
      parameters: object({ party: { type: "string" } }),
      strict: true,
    },
  ],
  text: {
    format: { type: "json_schema", name: "lease", strict: true, schema: object({ tenant: { type: "string" } }) },
    verbosity: "low",
  },
  include: ["reasoning.encrypted_content"],
  prompt_cache_key: "lease-4",
  service_tier: "priority",
  store: false,
  stream: true,
  max_output_tokens: 800,
};
/** What of it says something to a model, whichever API it is. */
const TOLD = ["You read contracts.", "Read this lease.", PDF, "look_up", "Mora AG", "Who rents, until when?", "tenant"];
const OWN = ["prompt_cache_key", "lease-4", "encrypted_content", "gAAAAABo3kQ5x0Lr", "verbosity"];

describe("a request of one API at others", () => {
  const heard = [];
  let server;
  let window;
  let me;
  let inspect;
  let origin;

  before(async () => {
    server = http.createServer(async (request, response) => {
      let body = "";
      for await (const bytes of request) body += bytes;
      const [, dialect, pieces] = ANSWERS.find(([end]) => end.test(request.url.split("?")[0])) ?? [];
      if (!dialect) return response.writeHead(404).end();
      heard.push({ dialect, body });
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const piece of pieces) {
        response.write(piece);
        await sleep(15);
      }
      response.end();
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    origin = `http://127.0.0.1:${server.address().port}`;
    window = await open();
    me = person(window);
    inspect = inspector(window);
  });
  after(async () => {
    await window?.close();
    server?.closeAllConnections();
    server?.close();
  });

  /** What stands beside the button once it matches. */
  const told = async (pattern) => {
    let text = "";
    const isTold = async () => pattern.test((text = (await me.textOf("preflight")) ?? ""));
    await window.browser.waitUntil(isTold).catch(() => undefined);
    assert.match(text, pattern);
  };

  it("is pasted, and its report says which service tier nobody asks for yet", async () => {
    const at = (dialect, below, model) => ({ provider: "custom", dialect, base_url: origin + below, model });
    const lanes = [
      at("openai-responses", "/v1", "gpt-answers"),
      at("openai-chat", "/v1", "gpt-house"),
      at("anthropic", "", "claude-house"),
      at("gemini", "/v1beta", "gemini-house"),
      at("cohere", "", "command-house"),
    ];
    await me.load({ prompt: "Before.", lanes });
    await me.paste({ text: `curl ${origin}/v1/responses -H "Authorization: Bearer $OPENAI_API_KEY" -d '${JSON.stringify(BODY)}'` });
    await me.see("captured-report");
    assert.match(await me.textOf("captured-report"), /asks for the service tier priority/);
    await inspect("others-report");
    await me.click("captured-done");
  });

  it("is refused by four with what to change, and one press leaves out what only its API takes", async () => {
    await told(/4 lanes cannot carry this request/);
    await me.click("preflight-problems");
    const problems = await me.textOf("lane-problems");
    for (const own of ["reasoning", "include", "prompt_cache_key", "text"])
      assert.match(problems, new RegExp(`Lane 3: The (part|field) ${own}`), `${own} is named`);
    assert.match(problems, /Lane 5: Turn 2 has a document, and Cohere v2 Chat takes its text only/);
    // Another theme or size would close it.
    await shoot(window.browser, "others-refused");
    await me.click("leave-out");
    await told(/Left out: lane 5\./);
    await inspect("others-left-out");
    assert.match(await me.textOf("race-button"), /4/, "the four others can be raced");
  });

  it("is asked of four APIs, whole where it is its own, and of the others all that says something", async () => {
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    assert.deepEqual(heard.map(({ dialect }) => dialect).sort(), ANSWERS.map(([, dialect]) => dialect).sort());
    for (const { dialect, body } of heard) {
      for (const each of TOLD) assert.ok(body.includes(each), `${dialect} is told ${each}`);
      const isOwn = dialect === "openai-responses";
      for (const each of OWN) assert.equal(body.includes(each), isOwn, `${each} to ${dialect}`);
    }
    const [id] = await me.runs();
    await me.openRun(id);
    await me.click("was-sent");
    await me.see("was-sent-sheet");
    await inspect("others-was-sent");
  });
});
