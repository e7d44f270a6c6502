// The official SDKs as independent writers: the same call is made with the SDK and with Paceline, against a server that
// only records requests, and both must have sent the same. Where Paceline sends more, the table says why.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { ask, installed, speaks } from "./ask_with_sdks.mjs";
import { beside, cases, under } from "./calls.mjs";
import { lane, paceline, race } from "./paceline.mjs";
import { rows } from "./row_calls.mjs";

const python = process.env.PACELINE_PYTHON_SDKS;
// Many SDKs are loaded, and Paceline is started fifty times.
const timeout = 240_000;
const skip = python ? false : "the SDKs could not be installed";
/** The headers that carry a key, or change the request. */
const telling = ["authorization", "x-api-key", "x-goog-api-key", "anthropic-beta", "anthropic-workspace-id"];
// Since version 2 Anthropic's SDK sends an API key as a bearer token, to Anthropic and to AWS; x-api-key, which the
// documentation of both names, is what all servers of the dialect accept. Azure documents its own header for a key, and
// the bearer header for a token of its directory.
const inXApiKey = { authorization: "x-api-key" };
const inPlaceOf = {
  anthropic: inXApiKey,
  "claude-aws": inXApiKey,
  "bedrock-anthropic": inXApiKey,
  "bedrock-mantle-anthropic": inXApiKey,
  azure: { authorization: "api-key" },
};

const asked = new Map();
const server = createServer((request, response) => {
  const [, who, name, ...path] = request.url.split("/");
  let heard = "";
  request.setEncoding("utf8").on("data", (text) => (heard += text));
  request.on("end", () => {
    // Replicate's models are first asked for the names of their inputs.
    if (request.method !== "POST") return response.writeHead(404, { connection: "close" }).end();
    asked.set(`${who} ${name}`, { path: `/${path.join("/")}`, headers: request.headers, body: JSON.parse(heard) });
    response.writeHead(400, { "content-type": "application/json", connection: "close" });
    response.end('{"error":{"message":"Written down."}}');
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

/** The part of a call that an SDK receives. */
const told = (task) => ({ sdk: task.sdk, at: `${task.name}${under(task)}`, call: task.call });

async function askWithSdks() {
  const script = new URL("python/ask_with_sdks.py", import.meta.url).pathname;
  const child = spawn(python, [script, `${baseUrl}/theirs`], { stdio: ["pipe", "inherit", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
  child.stdin.end(JSON.stringify([...cases, ...rows].map(told)));
  const status = await new Promise((closed) => child.on("close", closed));
  assert.equal(status, 0, said);
}

/** What is one to the vendor: Gemini reads a field under either of its names and a level in either case; a message is a text or
 * a list of one; and no tools are no tools. */
function plain(value) {
  const text = JSON.stringify(value).replace('"include_thoughts"', '"includeThoughts"').replace('"thinking_level"', '"thinkingLevel"');
  return JSON.parse(
    JSON.stringify(JSON.parse(text), (name, field) => {
      if (name === "thinkingLevel") return field.toLowerCase();
      if (name === "content" && Array.isArray(field)) return field.map(({ text }) => text).join("");
      return field === null || (Array.isArray(field) && field.length === 0) ? undefined : field;
    }),
  );
}

/** Runs `work` for each, four at a time. */
async function forEach(all, work) {
  const waiting = [...all];
  const next = async () => {
    while (waiting.length > 0) await work(waiting.shift());
  };
  await Promise.all([next(), next(), next(), next()]);
}

/** Paceline's own requests, made once for both tests. */
let askedByPaceline;
function askWithPaceline() {
  askedByPaceline ??= (async () => {
    await forEach(cases, ({ name, dialect, base = "", model, options }) =>
      race([lane(dialect, `${baseUrl}/ours/${name}${base}`, model)], ...options),
    );
    // The key that every SDK also receives.
    process.env.PACELINE_RECORDED_KEY = "none";
    // A row has one address at a time, so its second call waits for the first.
    for (let left = rows; left.length > 0; ) {
      const first = left.filter(({ row }, at) => left.findIndex((other) => other.row === row) === at);
      left = left.filter((task) => !first.includes(task));
      for (const { name, row, base = "" } of first) {
        const { status, stderr } = await paceline("providers", "at", row, `${baseUrl}/ours/${name}${base}`);
        assert.equal(status, 0, stderr);
      }
      await forEach(first, ({ row, model, options }) =>
        race([`${row}/${model}`], "--key-env", `${row}=PACELINE_RECORDED_KEY`, ...options),
      );
    }
  })();
  return askedByPaceline;
}

/** Asserts that each request equals that of `who`, except for the differences in the tables above. */
function assertAlike(who, tasks) {
  for (const { name, row, dialect, theirs: more } of tasks) {
    const [ours, theirs] = [asked.get(`ours ${name}`), asked.get(`${who} ${name}`)];
    assert.ok(ours && theirs, `${name}: both asked`);
    const expected = { ...beside[dialect], ...more };
    assert.deepEqual(plain(ours.body), plain({ ...theirs.body, ...expected }), `${name}: the body, field by field`);
    assert.equal(ours.path, theirs.path, `${name}: the path`);
    const type = ({ headers }) => headers["content-type"].split(";")[0];
    assert.equal(type(ours), type(theirs), `${name}: content-type`);
    for (const header of row ? telling : []) {
      const ownHeader = inPlaceOf[row]?.[header] ?? header;
      const key = (value) => value?.replace(/^Bearer /, "");
      if (header !== "x-api-key" || !inPlaceOf[row])
        assert.equal(key(ours.headers[ownHeader]), key(theirs.headers[header]), `${name}: ${header}`);
    }
    // The newest SDK requests version 2026-10-21, which accepts no temperature for any model; the version that all
    // models and all servers of the dialect accept is 2023-06-01.
    if (theirs.headers["anthropic-version"]) assert.equal(ours.headers["anthropic-version"], "2023-06-01", `${name}: the version`);
  }
}

test("the same is asked as the official SDKs ask it", { skip, timeout }, async () => {
  await askWithSdks();
  await askWithPaceline();
  assertAlike("theirs", [...cases, ...rows]);
});

test("the same is asked as the vendors' SDKs for JavaScript ask it", { skip: installed ? false : "npm could not install them", timeout }, async () => {
  const tasks = [...cases, ...rows].filter(speaks);
  assert.ok(tasks.length >= 17, `each vendor's, with each of its dialects: ${tasks.length}`);
  await ask(`${baseUrl}/node`, tasks.map(told));
  await askWithPaceline();
  assertAlike("node", tasks);
});
