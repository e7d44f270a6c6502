// Requests from the engine what the window waits for, while the page's own script, a hundred times this size, is still
// being read. `src/backend/tauri.ts` takes the answers.
performance.mark("paceline page");
const ask = window.__TAURI_INTERNALS__?.invoke;
if (ask) {
  window.pacelineAsked = Object.fromEntries(
    [
      ["startup", "startup"],
      ["lastPlan", "last_plan"],
      ["providers", "providers"],
      ["preferences", "preferences"],
    ].map(([name, command]) => [name, ask(command)]),
  );
}
