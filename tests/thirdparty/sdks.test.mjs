// The official SDKs as independent readers: every stream of tests/wire is replayed to its sender's SDK and to Paceline,
// and both must have read the same. Where an SDK is wrong, or reports less, the table below says why.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { lane, race } from "./paceline.mjs";

const python = process.env.PACELINE_PYTHON_SDKS;
const skip = python ? false : "the SDKs could not be installed";

const wire = (file) => new URL(`../wire/${file}`, import.meta.url);
const streams = JSON.parse(readFileSync(wire("read_as.json"), "utf8"));

// Besides the dialect's SDK, the provider's own, if it has one.
const ownReaders = {
  "cerebras_chat.sse": "cerebras",
  "groq_chat.sse": "groq",
  "groq_midstream_error.sse": "groq",
  "mistral_chat.sse": "mistral",
  "ollama_generate.ndjson": "ollama-generate",
};

const inPlaceOf = (why, fields) => ({ why, fields });
const silent = inPlaceOf("an end without a finish reason and without [DONE] is no success; the SDK ends as if it were one", { error: null });
// An SDK's result where it differs from Paceline's, by reader and stream.
const wrong = {
  "openai-chat openai_chat_truncated.sse": silent,
  "openai-chat mercury_diffusing.sse": inPlaceOf("each chunk replaces the one before; the SDK puts them one after the other", {
    text: "Teh qucikThe quickThe quick fox",
  }),
  "openai-chat mistral_chat.sse": inPlaceOf("Mistral's thoughts stand in a list, for which OpenAI's SDK has no field", { reasoning: "" }),
  "openai-chat vllm_unopened_think.sse": inPlaceOf("thinking that the prompt had opened is closed in the text; the SDK leaves that to its user", {
    text: "Okay, the user wants 2+2. That is 4 — é.\n</think>\n\n2+2 = 4",
    reasoning: "",
  }),
  "openai-chat xai_chat.sse": inPlaceOf("xAI counts the answer alone: 12 + 1 + 290 = 303; the SDK hands its 1 on", { output: 1 }),
  "openai-chat openrouter_midstream_error.sse": inPlaceOf("the SDK stops at the error and leaves the usage beside it unread", {
    input: null,
    output: null,
  }),
  "gemini-interactions gemini_interactions_older.sse": inPlaceOf("events had other names until June 2026, which the newest SDK passes over", {
    text: "",
    reasoning: "",
    finish: null,
    input: null,
    output: null,
  }),
  "anthropic anthropic_overloaded_midstream.sse": inPlaceOf("the count that opens a message is a placeholder", { output: 1 }),
};

const server = createServer((request, response) => {
  const file = request.url.split("/")[1];
  const type = file.endsWith(".ndjson") ? "application/x-ndjson" : "text/event-stream; charset=utf-8";
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": type, connection: "close" });
    response.end(readFileSync(wire(file)));
  });
});
let baseUrl;

before(async () => {
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  baseUrl = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** How the SDKs read these streams, each `{ file, reader }`. */
async function readBySdks(tasks) {
  const script = new URL("python/read_with_sdks.py", import.meta.url).pathname;
  const child = spawn(python, [script, baseUrl], { stdio: ["pipe", "pipe", "inherit"] });
  let heard = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (heard += text));
  child.stdin.end(JSON.stringify(tasks));
  const status = await new Promise((closed) => child.on("close", closed));
  assert.equal(status, 0, "the SDKs ran");
  return JSON.parse(heard);
}

/** The ways to end without an answer that are not failures of the call. */
const answeredWithout = new Set(["filtered", "refused"]);

/** How Paceline reads each stream, by file, in the fields of the SDKs' reader. */
async function readByPaceline() {
  const lanes = streams.map(({ file, dialect }) => lane(dialect, `${baseUrl}/${file}`, "m"));
  const { run } = await race(lanes);
  return new Map(
    run.lanes.map(({ samples: [sample] }, at) => [
      streams[at].file,
      {
        text: sample.text,
        reasoning: sample.reasoning,
        tools: sample.tools ?? "",
        finish: sample.finish_reason ?? null,
        input: sample.in_tokens_server ?? null,
        output: sample.out_tokens_server ?? null,
        // Here a refusal is a status of its own, with advice; for an SDK it is an answer whose finish reason says so.
        error: answeredWithout.has(sample.status) ? null : (sample.error?.message ?? null),
      },
    ]),
  );
}

// Dialects that no SDK reads: Replicate's reads a stream only after it has made a prediction. Every other dialect has its reader in
// python/read_with_sdks.py.
const withoutSdk = new Set(["replicate"]);
const hasSdk = ({ dialect }) => !withoutSdk.has(dialect);

test("every stream is read as the SDKs of those who send it read it", { skip }, async () => {
  const tasks = streams
    .filter(hasSdk)
    .flatMap(({ file, dialect }) => [{ file, reader: dialect }, ...(ownReaders[file] ? [{ file, reader: ownReaders[file] }] : [])])
    // Ollama's two calls have two formats, and its SDK a method for each.
    .filter(({ file, reader }) => reader !== "ollama" || file !== "ollama_generate.ndjson");
  const [theirs, ours] = await Promise.all([readBySdks(tasks), readByPaceline()]);
  assert.equal(theirs.length, tasks.length, "each was read");
  const unused = new Set(Object.keys(wrong));
  for (const { file, reader, error, ...read } of theirs) {
    const name = `${reader} ${file}`;
    const known = wrong[name];
    unused.delete(name);
    const our = ours.get(file);
    // The words of an error are each reader's own; that there was one is compared.
    const expected = { ...our, error: our.error === null ? null : "failed", ...known?.fields };
    const told = { ...read, error: error === null ? null : "failed" };
    assert.deepEqual(told, expected, `${name}: ${known ? `known to differ, as ${known.why}` : "two readers, one stream"}`);
  }
  assert.deepEqual([...unused], [], "a difference that is listed is there");
});

test("every error inside a stream is told in the words that the SDK tells it in", { skip }, async () => {
  const failing = streams.filter((stream) => stream.status === "error_stream" && hasSdk(stream));
  const theirs = await readBySdks(failing.map(({ file, dialect }) => ({ file, reader: dialect })));
  const ours = await readByPaceline();
  assert.ok(theirs.length >= 10, "there are many ways to fail");
  for (const { file, error } of theirs) {
    const { says } = streams.find((stream) => stream.file === file);
    assert.ok(error.includes(says), `${file}: the SDK raises ${error}`);
    assert.ok(ours.get(file).error.includes(says), `${file}: and Paceline says ${ours.get(file).error}`);
  }
});
