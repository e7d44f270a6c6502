/**
 * A run of a whole request with attachments, handed on in the real window: exported whole and without its prompts, taken in by another
 * window, read there and raced again.
 */

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { inspector } from "./lib/inspect.mjs";
import { person } from "./lib/person.mjs";
import { DONE, said, serve, usage } from "./lib/provider.mjs";
import { command, freshHome, open, removeHome } from "./lib/window.mjs";

/** A red square of ten pixels. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR42mM4IaeBBzGMSmNDAB8eaXkhbqN9AAAAAElFTkSuQmCC";
const PDF =
  "JVBERi0xLjQKMSAwIG9iago8PCAvVHlwZSAvQ2F0YWxvZyA+PgplbmRvYmoKdHJhaWxlcgo8PCAvUm9vdCAxIDAgUiA+PgolJUVPRgo=";
/** Words of each place that tells what was asked. Answers stay, so no lane repeats them. */
const SECRETS = {
  prompt: "kingfisher",
  system: "heron",
  turn: "bittern",
  tool: "find_plover",
  schema: "curlew",
  argument: "dunlin",
  result: "godwit",
  field: "whimbrel",
  header: "lapwing",
  lane: "redshank",
  file: "avocet.pdf",
};

const part = (content) => ({ content });
const PAYLOAD = {
  turns: [
    { role: "user", parts: [part({ type: "text", text: `A ${SECRETS.turn}?` })] },
    {
      role: "assistant",
      parts: [part({ type: "tool_call", id: "c1", name: SECRETS.tool, arguments: { bird: SECRETS.argument } })],
    },
    {
      role: "tool",
      parts: [part({ type: "tool_result", call_id: "c1", output: [part({ type: "text", text: SECRETS.result })] })],
    },
    {
      role: "user",
      parts: [
        part({ type: "image", source: { base64: { media_type: "image/png", data: PNG } } }),
        part({
          type: "document",
          name: SECRETS.file,
          source: { base64: { media_type: "application/pdf", data: PDF } },
        }),
        part({ type: "text", text: `Which ${SECRETS.prompt} is this?` }),
      ],
    },
  ],
  tools: [
    {
      function: {
        name: SECRETS.tool,
        parameters: { type: "object", properties: { bird: { type: "string", enum: [SECRETS.schema] } } },
      },
    },
  ],
  headers: { "x-flock": SECRETS.header },
  fields: { flock: SECRETS.field },
};

describe("a whole request that is handed on", () => {
  const home = freshHome();
  const downloads = path.join(home, "Downloads");
  let window;
  let me;
  let inspect;
  let elsewhere;
  let id;
  let provider;

  const files = (end) => (existsSync(downloads) ? readdirSync(downloads).filter((name) => name.endsWith(end)) : []);

  /** The file that the open run is exported as. */
  const exported = async (format, withoutPrompts) => {
    rmSync(downloads, { recursive: true, force: true });
    await me.openRun(id);
    await me.click("export");
    await me.see(`export-${format}`);
    // What was ticked for the last file still is.
    if (((await me.at("without-prompts").getAttribute("aria-checked")) === "true") !== withoutPrompts) await me.click("without-prompts");
    await me.click(`export-${format}`);
    await window.browser.waitUntil(() => files(`.${format}`).length === 1, { timeoutMsg: `a ${format} file is saved` });
    return readFileSync(path.join(downloads, files(`.${format}`)[0]), "utf8");
  };

  /** Drops a file on the history, as a person does. */
  const drop = (other, text) =>
    other.browser.execute((given) => {
      const data = new DataTransfer();
      data.items.add(new File([given], "run.json", { type: "application/json" }));
      document
        .querySelector("[data-testid='history-screen']")
        .dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    }, text);

  before(async () => {
    writeFileSync(path.join(home, "config", "user-dirs.dirs"), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    const stream = [..."It is one of them.".matchAll(/\S+\s?/g)].map(([word]) => said(word));
    provider = await serve({ one: () => ({ stream: [...stream, said(null, "stop"), usage(90, 6), DONE] }) });
    window = await open({ home, env: { HOME: home } });
    me = person(window);
    inspect = inspector(window);
    const lane = { provider: "custom", dialect: "openai-chat", base_url: provider.url, model: "one" };
    await me.load({
      prompt: "",
      system: `You know every ${SECRETS.system}.`,
      payload: PAYLOAD,
      lanes: [lane, { ...lane, request: { prompt: `A ${SECRETS.lane}, shortly?` } }],
    });
    await me.press("Control", "Enter");
    await me.see("stop-all");
    await me.raceIsOver();
    [id] = await me.runs();
  });
  after(async () => {
    await elsewhere?.close();
    await window?.close();
    provider?.close();
    removeHome(home);
  });

  it("is whole in the file that the window writes, attachments and all", async () => {
    const text = await exported("json", false);
    for (const [place, secret] of Object.entries({ ...SECRETS, png: PNG, pdf: PDF }))
      assert.ok(text.includes(secret), `the ${place} is in it`);
    const [{ run }] = JSON.parse(text).runs;
    const kept = await me.history(id);
    assert.deepEqual(run.plan, kept.plan, "the plan of the history");
  });

  for (const format of ["json", "csv", "md", "html"]) {
    it(`leaves nothing of what was asked in a ${format} file without prompts`, async () => {
      const text = await exported(format, true);
      assert.ok(text.length > 300, "there is something in it");
      const told = Object.entries({ ...SECRETS, png: PNG.slice(0, 40), pdf: PDF.slice(0, 40) }).filter(([, secret]) =>
        text.includes(secret),
      );
      assert.deepEqual(told, [], "of what was asked");
    });
  }

  it("is taken in by another window, which draws its picture and races it again", async () => {
    const text = await exported("json", false);
    elsewhere = await open();
    const other = person(elsewhere);
    await other.go("history");
    await drop(elsewhere, text);
    await elsewhere.browser.waitUntil(async () => (await other.runs()).join() === id, { timeoutMsg: "it is listed" });
    await other.openRun(id);
    await other.click("was-sent");
    await other.see("was-sent-sheet");
    await elsewhere.browser.waitUntil(
      () =>
        elsewhere.browser.execute(
          () => document.querySelector("[data-testid='was-sent-sheet'] [data-testid='thumbnail'] img")?.naturalWidth === 10,
        ),
      { timeoutMsg: "its picture is drawn" },
    );
    await inspector(elsewhere)("handed-on-was-sent");
    await other.press("Escape");
    const kept = await other.history(id);
    const before = await me.history(id);
    assert.deepEqual(kept.plan, before.plan, "the same plan");
    await other.click("race-again");
    await other.press("Control", "Enter");
    await other.see("stop-all");
    await other.raceIsOver();
    const again = (await other.runs()).find((each) => each !== id);
    const raced = await other.history(again);
    assert.deepEqual(
      [raced.plan.payload, raced.plan.system, raced.plan.lanes.map(({ request }) => request)],
      [before.plan.payload, before.plan.system, before.plan.lanes.map(({ request }) => request)],
      "and the same request",
    );
    const found = await command(elsewhere.home, "history", "search", SECRETS.turn);
    assert.equal(found.runs.length, 2, "both are found by a word of a turn");
  });

  it("is taken in without its prompts, and says that they were left out", async () => {
    const text = await exported("json", true);
    const fresh = await open();
    try {
      const other = person(fresh);
      await other.go("history");
      await drop(fresh, text);
      await fresh.browser.waitUntil(async () => (await other.runs()).join() === id, { timeoutMsg: "it is listed" });
      await other.openRun(id);
      await inspector(fresh)("handed-on-without");
      const page = await fresh.browser.execute(() => document.documentElement.textContent);
      assert.match(page, /left out/, "it says so");
      for (const secret of Object.values(SECRETS)) assert.ok(!page.includes(secret), `nothing of ${secret}`);
    } finally {
      await fresh.close();
    }
  });
});
