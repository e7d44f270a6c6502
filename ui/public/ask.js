// Requests from the engine what the window waits for, while the page's own script, a hundred times this size, is still
// being read. `src/backend/tauri.ts` takes the answers.
performance.mark("paceline page");
const ask = window.__TAURI_INTERNALS__?.invoke;
if (ask) {
  window.pacelineAsked = Object.fromEntries(
    ["startup", "providers", "preferences"].map((name) => [name, ask(name)]),
  );
}
