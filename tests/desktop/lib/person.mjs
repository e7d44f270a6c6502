/** A user's actions in the window, and what they read in it. */

import assert from "node:assert/strict";
import { recorded } from "./window.mjs";

export const FIGURES = ["tps", "ttft", "total", "tokens", "cost"];

const named = (testId) => `[data-testid="${testId}"]`;

export function person({ browser, home }) {
  const at = (testId) => browser.$(named(testId));

  const press = (...keys) => browser.keys(keys);

  const click = async (testId) => {
    const element = at(testId);
    await element.waitForClickable();
    await element.click();
  };

  /** Types into a field, replacing its content. */
  const type = async (testId, text) => {
    const field = at(testId);
    await field.waitForDisplayed();
    await field.setValue(text);
  };

  const see = async (testId, what = {}) => {
    await at(testId).waitForExist(what);
    return at(testId);
  };

  const textOf = (testId) =>
    browser.execute((selector) => document.querySelector(selector)?.textContent ?? null, named(testId));

  /** The test ids that begin with `prefix`. */
  const testIds = (prefix) =>
    browser.execute(
      (selector) => [...document.querySelectorAll(selector)].map((each) => each.dataset.testid),
      `[data-testid^="${prefix}"]`,
    );

  const go = async (screen) => {
    await click(`nav-${screen}`);
    await see(`${screen}-screen`);
  };

  /** Every lane's status, phase, figures and texts as the window currently shows them. */
  const lanes = () =>
    browser.execute((figures) => {
      // After a race the cards stand in the order of the finish; here they are in that of the plan.
      const lane = (card) => Number(card.dataset.testid.slice("lane-".length));
      const cards = [...document.querySelectorAll("article[data-testid^='lane-']")];
      return cards.sort((one, other) => lane(one) - lane(other)).map((card) => {
        const one = (part) => card.querySelector(`[data-testid='${card.dataset.testid}-${part}']`);
        const box = one("text");
        return {
          place: Number(card.dataset.place),
          name: card.getAttribute("aria-label"),
          status: card.dataset.status,
          phase: card.dataset.phase,
          said: one("status").textContent,
          figures: Object.fromEntries(
            figures.map((name) => {
              const { value } = one(name).dataset;
              return [name, value === "" ? null : Number(value)];
            }),
          ),
          text: box.querySelector("[data-part='answer']").textContent,
          reasoning: box.querySelector("[data-part='reasoning']").textContent,
          isAtEnd: box.scrollHeight - box.scrollTop - box.clientHeight < 24,
          offersLatest: box.parentElement.querySelector("button") !== null,
          fault: card.querySelector("[role='note']")?.textContent ?? null,
        };
      });
    }, FIGURES);

  const lane = async (index) => (await lanes())[index];

  /** Waits until the lanes pass `test`, and returns them. */
  const lanesWhen = async (test, what, timeout = 20_000) => {
    let seen = [];
    await browser.waitUntil(
      async () => {
        seen = await lanes();
        return test(seen);
      },
      { timeout, interval: 100, timeoutMsg: `${what}: not within ${timeout} ms` },
    );
    return seen;
  };

  const until = (test, what, timeout = 20_000) =>
    browser.waitUntil(test, { timeout, interval: 50, timeoutMsg: what });

  /** Moves the play-head of a playback to this many microseconds, as dragging does. */
  const seek = (us) =>
    browser.execute((to) => {
      const head = document.querySelector("[data-testid='play-head']");
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(head, to);
      head.dispatchEvent(new Event("input", { bubbles: true }));
    }, us);

  const raceIsOver = async (timeout = 30_000) => {
    await see("race-button", { timeout });
  };

  /** Loads a plan, by way of the one that the app remembers from its last start. */
  const load = async (plan) => {
    const whole = { system: null, max_tokens: null, temperature: null, repeat: 1, warmup: 0, ...plan };
    whole.lanes = plan.lanes.map((each) => ({
      max_tokens: null,
      temperature: null,
      muted: false,
      ...each,
    }));
    // The Race screen remembers what is on it, so the plan is replaced while another screen is shown.
    await go("providers");
    await browser.execute(
      (given) => window.__TAURI_INTERNALS__.invoke("save_plan", { plan: given }),
      whole,
    );
    await browser.refresh();
    await go("race");
    const chips = await testIds("chip-");
    assert.equal(chips.length, whole.lanes.length, "the plan is on the starting line");
  };

  /** Adds a lane through the picker, named as `provider/model`. */
  const addLane = async (name) => {
    const before = (await testIds("chip-")).length;
    await press("Control", "t");
    await type("model-search", name);
    await browser.waitUntil(
      () => browser.execute(() => document.querySelector("[role='option'][data-highlighted]") !== null),
      { timeoutMsg: `the picker finds ${name}` },
    );
    await press("Enter");
    await see(`chip-${before}`);
  };

  /** Opens History and returns the ids of its runs, newest first. */
  const runs = async () => {
    await go("history");
    // Every row has an anchor; a list without rows says so.
    const shown = () =>
      browser.execute(() =>
        [...document.querySelectorAll("[data-testid^='run-']:not([data-testid='run-list'])")]
          .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map((row) => row.dataset.testid.slice("run-".length)),
      );
    await browser.waitUntil(async () => (await shown()).length > 0, { timeoutMsg: "a run is listed" });
    return shown();
  };

  const openRun = async (id) => {
    await browser.execute((hash) => {
      window.location.hash = hash;
    }, `#/history/${encodeURIComponent(id)}`);
    await see(`opened-${id}`);
  };

  /** Pastes onto the prompt what the clipboard would hold: text, or a picture as Base64. */
  const paste = (given) =>
    browser.execute(({ text, png }) => {
      const data = new DataTransfer();
      if (text) data.setData("text/plain", text);
      if (png) {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], "card.png", { type: "image/png" }));
      }
      document
        .querySelector("[data-testid='prompt']")
        .dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
    }, given);

  return {
    addLane,
    at,
    click,
    go,
    lane,
    lanes,
    lanesWhen,
    load,
    openRun,
    paste,
    press,
    raceIsOver,
    runs,
    see,
    seek,
    testIds,
    textOf,
    type,
    until,
    history: (id) => recorded(home, id),
  };
}

/** The token count that a sample's speeds use, as the window shows it. */
function tokensOf(sample) {
  const counts = {
    server: sample.out_tokens_server,
    neutral: sample.out_tokens_neutral,
    chunks: sample.chunks,
  };
  return counts[sample.token_source] ?? null;
}

/** Asserts that a lane's card matches the history: each number to the last digit, each text complete. */
export function assertAsRecorded(shown, recordedLane) {
  const [sample] = recordedLane.samples;
  const who = recordedLane.model;
  assert.equal(shown.status, sample.status, `${who} ended in the window as in the history`);
  const kept = {
    tps: sample.decode_tps ?? null,
    ttft: sample.ttft_ms ?? null,
    total: sample.latency_ms ?? null,
    tokens: tokensOf(sample),
    cost: sample.cost_usd ?? null,
  };
  assert.deepEqual(shown.figures, kept, `${who} shows the history's numbers, unknown ones absent`);
  assert.equal(shown.text, sample.text, `${who}'s answer lost nothing on its way to the window`);
  assert.equal(shown.reasoning, sample.reasoning, `${who}'s thoughts lost nothing either`);
}
