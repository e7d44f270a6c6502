/** What a person does on the Sweep screen and reads off it. */

export function sweeper({ browser }, me) {
  /** Waits until the plan comes to so many requests. */
  const comesTo = (requests) =>
    browser.waitUntil(async () => (await me.textOf("before-requests")) === requests, {
      timeoutMsg: `the engine counts ${requests} requests`,
    });

  const state = () =>
    browser.execute(
      () => document.querySelector("[data-testid='sweep-state']")?.dataset.state,
    );

  const isOver = (expected, timeout = 60_000) =>
    browser.waitUntil(async () => (await state()) === expected, {
      timeout,
      timeoutMsg: `it is ${expected} within ${timeout / 1_000} s`,
    });

  /** The id of the sweep that is shown. */
  const id = () => browser.execute(() => window.location.hash.split("/").at(-1));

  /** The sweep that is shown, as the history keeps it. */
  const run = async () => me.history(await id());

  return { comesTo, state, isOver, id, run };
}
