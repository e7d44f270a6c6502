/**
 * A script running in the page calls each command it may with arguments that no page of ours would send. It gets a refusal or an
 * answer, no key and no file, and the window goes on.
 */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { memoryOf } from "./lib/process.mjs";
import { command, freshHome, open, removeHome } from "./lib/window.mjs";

const LANE = "simulated/scripted?ttft=30ms&tps=2000&tokens=20";
/** Those that end the window, start another program or reach a public host whatever they are given. */
const LEFT_OUT = ["restart", "open_console", "reveal_data_folder", "fetch_prices"];
/** The longest text that is given, in bytes, and the most memory of the app beside it, in MiB. */
const LONG = 100 * 1024 * 1024;
const MOST_MIB = 1_500;

/** Each command of the window with the names of its arguments, as the page calls it. */
function commandsOf(bindings) {
  const calls = bindings.matchAll(/__TAURI_INVOKE(?:<[^(]*>)?\("(\w+)"(?:, \{ ([^}]*) \})?\)/g);
  return [...calls].map(([, name, names]) => ({ name, names: names ? names.split(", ") : [] }));
}

/** Puts into the page what the attack needs: strange values, and calls that always come back. */
function equip() {
  let deep = [];
  for (let level = 0; level < 5_000; level += 1) deep = [deep];
  const strange = {
    "a path upwards": "../../../../../../../../etc/passwd",
    "a path": "/etc/passwd",
    "a path within": "x/../../../../../etc/passwd",
    "a drive": "C:\\Windows\\win.ini",
    "a share": "\\\\127.0.0.1\\share\\x",
    "an address of a file": "file:///etc/passwd",
    "a NUL": "a\0b",
    "half a character": "a\ud800b",
    "a change of direction": "a\u202eb\u2028c",
    "nothing": "",
    "a quote": "'; DROP TABLE runs; --",
    "a pattern": "*?[a-z]%_\\",
    "a search": `"${"(".repeat(5_000)} OR NOT NEAR/9 *`,
    "a command": "$(id) `id` | id & id; --help",
    "markup": "</script><img src=x onerror=alert(1)>",
    "a prototype": JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
    "deep lists": deep,
    "many": Array.from({ length: 100_000 }, (_, at) => String(at)),
    "many keys": Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at])),
    "no number": NaN,
    "no end": Infinity,
    "beyond exact": 2 ** 53 + 1,
    "beyond 64 bits": 2 ** 64,
    "the largest": Number.MAX_VALUE,
    "the smallest": Number.MIN_VALUE,
    "below nothing": -1,
    "minus zero": -0,
    "yes": true,
    "null": null,
    "absent": undefined,
    "an empty list": [],
    "an empty object": {},
    "bytes": [0, 255, 256, -1],
    "a channel": "__CHANNEL__:4294967295",
  };
  /** What came back: its kind, and its beginning. */
  const call = (name, given) => {
    const asked = window.__TAURI_INTERNALS__.invoke(name, given).then(
      (answer) => `answer ${JSON.stringify(answer)}`,
      (refusal) => `refusal ${typeof refusal === "string" ? refusal : JSON.stringify(refusal)}`,
    );
    const late = new Promise((done) => setTimeout(() => done("late"), 20_000));
    return Promise.race([asked, late]).then((text) => text.slice(0, 50_000));
  };
  /** Copies of a value, each with one of its parts replaced. */
  const spoiled = (value, by) => {
    if (value === null || typeof value !== "object") return [by];
    const each = Object.keys(value).flatMap((key) =>
      spoiled(value[key], by).map((part) => {
        const copy = structuredClone(value);
        copy[key] = part;
        return copy;
      }),
    );
    return [by, ...each];
  };
  window.attack = { strange, call, spoiled };
}

describe("the commands of the window", () => {
  const key = `marker${randomBytes(18).toString("hex")}`;
  const home = freshHome();
  const downloads = path.join(home, "Downloads");
  const bindings = readFileSync(path.join(import.meta.dirname, "../../ui/src/backend/bindings.ts"), "utf8");
  const commands = commandsOf(bindings).filter(({ name }) => !LEFT_OUT.includes(name));
  let window;
  let id;

  /** Nothing of this was gained, and the window goes on. */
  const mustHold = async (came, what) => {
    assert.ok(came.length > 0, `${what}: something came back`);
    for (const [given, text] of came) {
      assert.notEqual(text, "late", `${what}, ${given}: it comes back`);
      assert.doesNotMatch(text, new RegExp(`${key}|root:.?:0:`), `${what}, ${given}: no key, no file`);
      assert.doesNotMatch(text, /panicked|not found$|could not do it/, `${what}, ${given}: a refusal of its own`);
    }
    const [started] = await window.browser.execute(async () => {
      const began = performance.now();
      const text = await globalThis.attack.call("startup", {});
      return [text.startsWith("answer") && performance.now() - began < 5_000];
    });
    assert.ok(started, `the window goes on after ${what}`);
    const { rss } = memoryOf(window.pid);
    assert.ok(rss < MOST_MIB, `${what}: ${rss} MiB`);
  };

  before(async () => {
    mkdirSync(downloads);
    writeFileSync(path.join(home, "config", "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    id = (await command(home, "race", "--prompt", "Why?", "--lane", LANE)).id;
    window = await open({ home, env: { DEEPSEEK_API_KEY: key } });
    await window.browser.setTimeout({ script: 29_000 });
    await window.browser.execute(equip);
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("are known to this test", () => {
    const listed = readFileSync(path.join(import.meta.dirname, "../../src-tauri/permissions/commands.toml"), "utf8");
    const granted = [...listed.matchAll(/^ {2}"(\w+)",$/gm)].map(([, name]) => name);
    assert.deepEqual(commandsOf(bindings).map(({ name }) => name).toSorted(), granted.toSorted(), "all that are granted");
  });

  it("answer or refuse whatever is given in the place of an argument", async () => {
    for (const { name, names } of commands) {
      const came = await window.browser.execute(
        async (of, parameters) => {
          const { strange, call } = globalThis.attack;
          const got = [];
          // A command without arguments takes whatever is there.
          for (const [what, value] of parameters.length ? Object.entries(strange) : [["a path", "/etc/passwd"]]) {
            const all = parameters.length ? parameters : ["path"];
            got.push([what, await call(of, Object.fromEntries(all.map((each) => [each, value])))]);
          }
          return got;
        },
        name,
        names,
      );
      await mustHold(came, name);
    }
  });

  it("answer or refuse whatever stands in any part of what they usually get", async () => {
    const endpoint = {
      id: null,
      label: "Box",
      dialect: "openai-chat",
      base_url: "http://127.0.0.1:9/v1",
      key_needed: false,
      confirm_plain_http: true,
    };
    const question = { values: ["a", ""], names: ["x"] };
    for (const [name, given, of] of [
      ["preflight", "plan", "last_plan"],
      ["save_plan", "plan", "last_plan"],
      ["set_preferences", "preferences", "preferences"],
      ["set_network", "network", "network"],
      ["save_endpoint", "endpoint", endpoint],
      ["export_runs", "wanted", { runs: [id], format: "json", without_prompts: false }],
      ["hold_texts", "texts", question],
      ["save_prompt", "prompt", { name: "x", prompt: "y", system: null }],
    ]) {
      const came = await window.browser.execute(
        async (command, parameter, source) => {
          const { strange, call, spoiled } = globalThis.attack;
          let whole = source;
          if (typeof source === "string") {
            whole = JSON.parse((await call(source, {})).slice("answer ".length));
            whole = whole.network ?? whole;
          }
          const got = [];
          for (const what of ["a path", "a NUL", "half a character", "beyond exact", "the largest", "below nothing", "deep lists"]) {
            for (const value of spoiled(whole, strange[what])) got.push([what, await call(command, { [parameter]: value })]);
          }
          return got;
        },
        name,
        given,
        of,
      );
      await mustHold(came, `a part of ${name}`);
    }
  });

  it("take a text of 100 MB for what it is", async () => {
    for (const [name, argument] of [
      ["list_models", "provider"],
      ["recognise_key", "key"],
      ["find_models", "words"],
      ["find_runs", "search"],
      ["open_run", "id"],
      ["read_request", "text"],
      ["read_prompt_set", "text"],
      ["import_runs", "document"],
      ["read_prices", "text"],
      ["open_link", "link"],
      ["move_data_folder", "to"],
      ["forget_command", "command"],
      ["show_in_folder", "path"],
    ]) {
      const came = await window.browser.execute(
        async (command, parameter, length) => {
          const text = "/a(".repeat(length / 3);
          const rest = { name: "x", dialect: null, limit: 10, after: null, sessionOnly: true };
          return [["100 MB", await globalThis.attack.call(command, { ...rest, [parameter]: text })]];
        },
        name,
        argument,
        LONG,
      );
      await mustHold(came, `100 MB for ${name}`);
    }
  });

  it("leave nothing but what they are for", async () => {
    const names = readdirSync(downloads);
    assert.ok(names.every((name) => /^paceline-[\w.() -]+$/i.test(name)), `only names of its own: ${names.join(", ")}`);
    assert.deepEqual(readdirSync(home).toSorted(), ["Downloads", "cache", "config", "data", "share"], "and nothing beside");
    const kept = await command(home, "history", "verify");
    assert.deepEqual(kept.findings, [], "the history is sound");
  });
});
