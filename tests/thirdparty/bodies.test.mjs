// Requests of production shape, as every dialect sends them, before the vendors' own types: each body that Paceline would send is
// valid to the SDK of the vendor whose dialect it is, and what cannot be sent is refused before the start.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { lane, paceline } from "./paceline.mjs";

const python = process.env.PACELINE_PYTHON_SDKS;
const skip = python ? false : "the SDKs could not be installed";

const folder = mkdtempSync(join(tmpdir(), "paceline-bodies-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const captures = new URL("../../src-tauri/crates/providers/src/capture/", import.meta.url);
const dialects = ["openai-chat", "openai-responses", "anthropic", "gemini", "gemini-interactions", "cohere", "ollama", "replicate"];
// Replicate's SDK has no types for what a model takes.
const untyped = new Set(["replicate"]);

/** The bodies, each with its name and the dialect it is written in. */
const bodies = ["chat", "responses", "anthropic", "gemini"].flatMap((format) =>
  readFileSync(new URL(`bodies_${format}.txt`, captures), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => {
      const [name, ...rest] = line.split(" | ");
      return { format, name, body: rest.join(" | ") };
    }),
);

/** What each of these lanes would send of a body: the parsed body, or what was said instead. */
async function shown(body, lanes) {
  const file = join(folder, "request.json");
  writeFileSync(file, body);
  const named = lanes.flatMap((one) => ["--lane", one]);
  const { stdout, stderr } = await paceline("race", "--request", file, "--show-request", "--no-save", ...named);
  const parts = stdout.split(/^# Lane /m).slice(1);
  const sent = new Map();
  for (const part of parts) {
    const line = part.split("\n").find((text) => text.startsWith("{"));
    sent.set(Number.parseInt(part, 10) - 1, JSON.parse(line));
  }
  return { sent, said: stderr };
}

/** Runs a script of `python/` with this as its input, and returns what it prints. */
async function ran(script, input) {
  const child = spawn(python, [new URL(`python/${script}`, import.meta.url).pathname], { stdio: ["pipe", "pipe", "inherit"] });
  let heard = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (heard += text));
  child.stdin.end(input);
  const status = await new Promise((closed) => child.on("close", closed));
  assert.equal(status, 0, `${script} ran`);
  return heard;
}

// What a vendor's types refuse although its service takes it.
const known = {
  "openai-chat": [
    [
      /^(top_k|min_p|repetition_penalty|chat_template_kwargs|guided_json|stop_token_ids|ignore_eos|min_tokens|foo): Extra inputs/,
      "an inference server of one's own takes more fields than OpenAI does, and a pasted one is sent as it was pasted",
    ],
  ],
  gemini: [
    [/^generationConfig\.imageConfig: Extra inputs/, "the SDK has it in its own configuration alone, and a pasted one is sent as it was pasted"],
    [
      /^(system_instruction|generation_config|tool_config): Extra inputs/,
      "ProtoJSON takes a field by its own name as well as in camel case, and a pasted one is sent as it was pasted",
    ],
  ],
  ollama: [
    [/^(shift|truncate): Extra inputs/, "its server's api/types.go has both, so that a long prompt is an error instead of a shorter one"],
    [/(additionalProperties|title): Extra inputs/, "a tool's schema is sent as it is; the SDK's types know only some words of a schema"],
  ],
  anthropic: [
    [/^(temperature|top_p|top_k): Extra inputs/, "sampling is no longer in the SDK's types, and taken from models up to Claude 4.5"],
    [/^(mcp_servers|context_management|output_format): Extra inputs/, "these are in the SDK's beta types, and sent as they were pasted"],
  ],
};

// Bodies that a lane of their own dialect is sent word for word, and that are written for other takers than the vendor's SDK.
const beyond = new Map([
  ["chat, litellm's call", "its proxy's own settings"],
  ["chat, openrouter's body", "its gateway's own settings"],
  ["chat, groq, qwen and mistral dials", "these vendors' own settings"],
  ["chat, own server's films and shapes", "vLLM's own settings"],
  ["chat, mistral's documents and pictures by their address alone", "this vendor's own settings"],
  ["chat, thinking agent with a tool that the vendor runs", "this vendor's own settings"],
  ["chat, gateway's body with marks on tools and results", "its gateway's own settings"],
  ["chat, azure's body with data of one's own", "Azure's own settings"],
  ["gemini, vertex's body with labels and a recording in a bucket", "Vertex AI's own settings"],
  ["responses, codex with its whole harness", "it writes items of the model without the ids that the types want"],
]);
/** The dialects in which the bodies are written. */
const written = { chat: "openai-chat", responses: "openai-responses", anthropic: "anthropic", gemini: "gemini" };

test("every body of every dialect is valid to its vendor's types, or was refused", { skip }, async () => {
  const tasks = [];
  let refused = 0;
  for (const { format, name, body } of bodies) {
    const lanes = dialects.map((dialect) => lane(dialect, "http://127.0.0.1:9/v1", "m"));
    const { sent, said } = await shown(body, lanes);
    for (const [at, dialect] of dialects.entries()) {
      if (!sent.has(at)) {
        assert.match(said, new RegExp(`Lane ${at + 1}|${dialect}`, "i"), `${format} ${name}: the lane of ${dialect} says why it cannot: ${said}`);
        refused += 1;
      } else if (!untyped.has(dialect)) tasks.push({ name: `${format}, ${name}`, format, dialect, body: sent.get(at) });
    }
  }
  assert.ok(bodies.length >= 60 && tasks.length > 200, `${bodies.length} bodies became ${tasks.length}, and ${refused} were refused`);
  const wrong = JSON.parse(await ran("check_bodies.py", JSON.stringify(tasks.map(({ dialect, body }) => ({ dialect, body })))));
  const unused = new Set([...Object.values(known).flat(), ...beyond.keys()]);
  const isKnown = (dialect, words) => {
    const why = (known[dialect] ?? []).find(([pattern]) => pattern.test(words));
    unused.delete(why);
    return why !== undefined;
  };
  const isBeyond = ({ name, format, dialect }, at) => {
    if (!beyond.has(name) || written[format] !== dialect) return false;
    if (wrong[at].length > 0) unused.delete(name);
    return true;
  };
  const told = tasks.flatMap((task, at) =>
    (isBeyond(task, at) ? [] : wrong[at])
      .filter((words) => !isKnown(task.dialect, words))
      .map((words) => `${task.name} to ${task.dialect}: ${words}`),
  );
  assert.deepEqual(told, [], "nothing is sent that the vendor's own types do not know");
  assert.deepEqual([...unused], [], "a difference that is listed is there");
});
