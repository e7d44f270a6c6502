import { person } from "./lib/person.mjs";
import { command, freshHome, open, removeHome } from "./lib/window.mjs";
const home = freshHome();
const window = await open({ home });
const me = person(window);
try {
  await me.load({ prompt: "Hi", max_tokens: 50, lanes: [{ provider: "simulated", model: "scripted?ttft=50ms&tps=1000&tokens=20" }] });
  await me.go("watch");
  await me.click("watch-new");
  await me.see("watch-form");
  await window.browser.execute(() => { const s = document.querySelector("[data-testid='watch-every']"); Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(s, "5"); s.dispatchEvent(new Event("change", { bubbles: true })); });
  await me.type("watch-name", "five");
  await me.click("watch-add");
  await me.see("watch-facts");
  console.log(await me.textOf("watch-facts"), new Date().toISOString());
  const t0 = Date.now();
  while (Date.now() - t0 < 11 * 60_000) {
    await new Promise((r) => setTimeout(r, 20_000));
    const list = await command(home, "watch", "show", "five");
    const done = list.latest.filter((t) => !t.asked);
    if (done.length >= 2) break;
  }
  const list = await command(home, "watch", "show", "five");
  console.log(JSON.stringify(list.latest.map((t) => [t.outcome, t.asked, t.why, new Date(t.due_s * 1e3).toISOString(), t.started_s && new Date(t.started_s * 1e3).toISOString()])));
  console.log(await me.textOf("watch-turns"));
} finally {
  await window.close();
  removeHome(home);
}
