// The fields that the vendors' own types know: the list by which reading a captured request is tested is theirs of today.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const python = process.env.PACELINE_PYTHON_SDKS;
const skip = python ? false : "the SDKs could not be installed";

const captures = new URL("../../src-tauri/crates/providers/src/capture/", import.meta.url);

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

test("the fields by which reading is tested are those of the SDKs' types", { skip }, async () => {
  const listed = readFileSync(new URL("known_fields.txt", captures), "utf8");
  const now = await ran("known_fields.py", "");
  assert.ok(listed === now, "the SDKs have other types: run known_fields.py again, and see what reading makes of the new fields");
});
