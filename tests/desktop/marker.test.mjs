/**
 * Providers that send back the key they received, wherever they can. Nothing that the app writes or sends to its window
 * may contain it, in whole or in large part.
 */

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { assertAsRecorded, person } from "./lib/person.mjs";
import { DONE, failed, said, serve, usage } from "./lib/provider.mjs";
import { shoot } from "./lib/shots.mjs";
import { freshHome, open, removeHome } from "./lib/window.mjs";

// It begins like no real provider's key, so only knowledge of this very key can hide it.
const MARKER = `marker${randomBytes(18).toString("hex")}`;
const PART = 16;

/** Every part of the key long enough to help a thief, and the key as it may be written in an `Authorization` header. */
const SECRETS = [
  ...Array.from({ length: MARKER.length - PART + 1 }, (_, at) => MARKER.slice(at, at + PART)),
  Buffer.from(MARKER).toString("base64").slice(0, 40),
];

function assertKeyless(text, where) {
  const found = SECRETS.find((secret) => text.includes(secret));
  const at = found === undefined ? -1 : text.indexOf(found);
  assert.equal(found, undefined, `${where} holds the key: …${text.slice(Math.max(0, at - 80), at)}⟨key⟩`);
}

const keyOf = (authorization) => authorization.replace(/^Bearer /, "");
const thought = (reasoning_content) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { reasoning_content } }] })}\n\n`;
const ending = (key) => [said(null, "stop"), usage(12, 9), DONE].map((piece) => piece.replaceAll("test", key));

/** A provider's headers with the key in everything that a client may want to store. */
const loudHeaders = (key) => ({
  "x-request-id": `req-${key}`,
  "x-ratelimit-remaining-requests": key,
  "openai-processing-ms": "7",
  "retry-after": "1",
  server: key,
});

const MODELS = {
  refuses: (authorization) => ({
    status: 401,
    headers: loudHeaders(keyOf(authorization)),
    body: {
      error: {
        message: `Incorrect API key provided: ${keyOf(authorization)}. You sent “${authorization}”.`,
        type: keyOf(authorization),
        param: keyOf(authorization),
        code: keyOf(authorization),
      },
    },
  }),
  "says-it-in-two": (authorization) => {
    const key = keyOf(authorization);
    const half = key.length - 9;
    return {
      headers: loudHeaders(key),
      stream: [said("You sent "), said(key.slice(0, half)), said(key.slice(half)), said(" to me."), ...ending(key)],
    };
  },
  "spells-it": (authorization) => ({
    stream: [
      said("It goes "),
      ...[...keyOf(authorization)].map((letter) => said(letter)),
      said(", letter by letter."),
      ...ending("test"),
    ],
  }),
  "thinks-of-it": (authorization) => ({
    stream: [
      thought("The key is "),
      thought(keyOf(authorization).slice(0, 30)),
      thought(keyOf(authorization).slice(30)),
      said("I will not tell."),
      ...ending("test"),
    ],
  }),
  "fails-with-it": (authorization) => ({
    stream: [
      said("So far, so good. "),
      failed({
        message: `The key ${keyOf(authorization)} is blocked.`,
        type: keyOf(authorization),
        code: keyOf(authorization),
      }),
    ],
  }),
  "is-no-json": (authorization) => ({ stream: [said("Then: "), `data: {"key": ${keyOf(authorization)}\n\n`] }),
};

/** Everything below a folder, one text per file. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, text: readFileSync(file, "latin1") }));
}

/** Records from now on everything the engine answers or sends to the page, before the page sees it. */
function recordWhatComesIn() {
  const heard = [];
  window.heardByTest = heard;
  const fetching = window.fetch;
  window.fetch = async (...request) => {
    const response = await fetching(...request);
    heard.push(await response.clone().text());
    return response;
  };
  // Small messages of a channel do not arrive by fetch: they are passed to a callback by its number.
  const { callbacks } = window.__TAURI_INTERNALS__;
  const set = callbacks.set.bind(callbacks);
  callbacks.set = (id, callback) =>
    set(id, (message) => {
      heard.push(JSON.stringify(message) ?? "");
      return callback(message);
    });
}

describe("a key that comes back", () => {
  const home = freshHome();
  let provider;
  let window;
  let me;
  let run;
  const looks = [];

  before(async () => {
    provider = await serve(MODELS, { gapMs: 60 });
    window = await open({ home });
    me = person(window);
    await me.load({
      prompt: "What did I send you?",
      lanes: Object.keys(MODELS).map((model) => ({ provider: "parrot", model })),
    });
    await window.browser.execute(recordWhatComesIn);
    await me.go("providers");
    await me.click("add-endpoint");
    await me.type("endpoint-label", "Parrot");
    await me.type("endpoint-url", provider.url);
    await me.click("endpoint-key-needed");
    await me.click("save-endpoint");
    await me.see("key-input");
    await me.type("key-input", MARKER);
    await me.click("save-key");
    await me.see("forget-key");
  });
  after(async () => {
    await window?.close();
    provider?.close();
    removeHome(home);
  });

  it("is sent in the header of each request, so that the provider could send it back", async () => {
    await me.click("check-key");
    await window.browser.waitUntil(async () => /model/.test(await me.textOf("check-result")));
    await me.go("race");
    await me.press("Control", "Enter");
    await me.lanesWhen((lanes) => lanes.some(({ phase }) => phase === "writing"), "a lane writes");
    while (!(await me.at("race-button").isExisting())) {
      looks.push(await window.browser.execute(() => document.documentElement.outerHTML));
    }
    const asked = provider.requests.filter(({ path: at }) => at === "/v1/chat/completions");
    assert.equal(asked.length, Object.keys(MODELS).length, "every lane asked once");
    for (const { authorization } of asked) {
      assert.equal(authorization, `Bearer ${MARKER}`, "the key went out");
    }
    await shoot(window.browser, "race-key-echoed");
  });

  it("is at no time in the window", () => {
    assert.ok(looks.length > 5, "the window was looked at while the race ran");
    assert.ok(looks.some((look) => look.includes("It goes")), "and the streams were seen");
    for (const look of looks) assertKeyless(look, "the window in mid-race");
  });

  it("is in no message to the window", async () => {
    const heard = await window.browser.execute(() => window.heardByTest);
    assert.ok(
      heard.some((message) => message.includes('"lane_ended"')),
      "the messages of the race were listened to",
    );
    assert.ok(
      heard.some((message) => message.includes('"tail"')),
      "and so was the answer to setting the key",
    );
    for (const message of heard) assertKeyless(message, "a message to the window");
  });

  it("is in no text that the messages of a stream add up to", async () => {
    const heard = await window.browser.execute(() => window.heardByTest);
    const texts = Object.keys(MODELS).map(() => ({ answer: "", reasoning: "" }));
    let frames = 0;
    for (const message of heard) {
      const { type, lanes } = JSON.parse(message)?.message ?? {};
      if (type !== "frame") continue;
      frames += 1;
      for (const { lane, answer, reasoning } of lanes) {
        texts[lane].answer += answer;
        texts[lane].reasoning += reasoning;
      }
    }
    assert.ok(frames > 5, "the stream was shown as it came");
    for (const [lane, { answer, reasoning }] of texts.entries()) {
      assertKeyless(answer, `the answer streamed for lane ${lane + 1}`);
      assertKeyless(reasoning, `the reasoning streamed for lane ${lane + 1}`);
    }
  });

  it("is not in the window, and what stands there in its place is what the history keeps", async () => {
    const shown = await me.lanes();
    const [id] = await me.runs();
    run = await me.history(id);
    for (const [index, lane] of run.lanes.entries()) assertAsRecorded(shown[index], lane);
    assert.match(shown[1].text, /^You sent \*+ to me\.$/, "the key is starred out, the rest is whole");
    assert.match(shown[2].text, /^It goes \*+, letter by letter\.$/, "in however many pieces it came");
    await me.openRun(id);
    for (const screen of ["opened run", "numbers"]) {
      if (screen === "numbers") await me.click("view-numbers");
      assertKeyless(
        await window.browser.execute(() => document.documentElement.outerHTML),
        `the window with the ${screen}`,
      );
    }
  });

  it("is in nothing that the app has written or printed", async () => {
    assertKeyless(JSON.stringify(run), "the run as the command line prints it");
    const { status } = run.lanes[0].samples[0];
    assert.equal(status, "error_http", "the refusal was kept, so there was something to hide in");
    await window.close();
    const files = filesBelow(home);
    assert.ok(
      files.some(({ file }) => file.endsWith("paceline.db")),
      "the history is among what was searched",
    );
    for (const { file, text } of files) assertKeyless(text, path.relative(home, file));
    assertKeyless(window.output(), "what the app printed");
  });

  it("is in no answer of a new start either", async () => {
    window = await open({ home });
    me = person(window);
    await window.browser.execute(recordWhatComesIn);
    await me.go("providers");
    await me.click("provider-parrot");
    await me.see("forget-key");
    await me.openRun(run.id);
    await window.browser.execute(async () => {
      for (const name of ["startup", "last_plan", "providers"]) await window.__TAURI_INTERNALS__.invoke(name);
    });
    const heard = await window.browser.execute(() => window.heardByTest);
    assert.ok(heard.length > 3, "the commands were answered");
    for (const message of heard) assertKeyless(message, "an answer after a new start");
  });
});
