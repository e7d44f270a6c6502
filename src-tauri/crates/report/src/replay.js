"use strict";

// Replays a race from its raw log: everything shown is a function of one play-head.
for (const stage of document.querySelectorAll("[data-replay]")) {
  const data = JSON.parse(document.getElementById(`replay-${stage.dataset.replay}`).textContent);
  const find = (name) => stage.querySelector(name);
  const [controls, play, scrub, clock, speed] = [".controls", ".play", ".scrub", ".clock", ".speed"].map(find);
  const roundLabel = find(".round");
  const rounds = Math.max(...data.lanes.map((lane) => lane.rounds.length), 0);
  let round = 0;
  let length = 0;
  let at = 0;
  let before = null;

  const lanes = [...stage.querySelectorAll(".lane")].map((element, index) => ({
    rounds: data.lanes[index].rounds,
    phase: element.querySelector(".phase"),
    head: element.querySelector(".track b"),
    bars: ["wait", "think", "say"].map((name) => element.querySelector(`.track .${name}`)),
    earlier: element.querySelector(".track .earlier"),
    texts: { r: element.querySelector(".reasoning"), a: element.querySelector(".answer") },
    /** Which of a chain's requests is shown, and how much of it. */
    request: 0,
    shown: 0,
  }));

  const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

  function bar(element, from, until) {
    const start = Math.min(from ?? 0, at);
    const end = Math.min(until ?? 0, at);
    element.style.left = `${(start / length) * 100}%`;
    element.style.width = `${(Math.max(end - start, 0) / length) * 100}%`;
  }

  function clear(lane) {
    lane.shown = 0;
    lane.texts.r.textContent = "";
    lane.texts.a.textContent = "";
  }

  // Text is appended as the play-head moves on; only a jump back, or another step of a chain, rewrites it.
  function say(lane, marks, request) {
    const back = lane.shown > 0 && marks[lane.shown - 1]?.[0] > at;
    if (back || lane.request !== request) clear(lane);
    lane.request = request;
    const added = { r: "", a: "" };
    for (; lane.shown < marks.length && marks[lane.shown][0] <= at; lane.shown += 1) {
      const [, part, text] = marks[lane.shown];
      if (part === "w") {
        lane.texts.a.textContent = "";
        added.a = text;
      } else {
        added[part] += text;
      }
    }
    for (const part of ["r", "a"]) {
      if (!added[part]) continue;
      lane.texts[part].append(added[part]);
      lane.texts[part].scrollTop = lane.texts[part].scrollHeight;
    }
  }

  // The steps of a chain that are over: how long each was waited for, and how long its text came.
  function drawSteps(parent, steps) {
    while (parent.childElementCount < steps.length * 2) {
      const part = document.createElement("i");
      part.className = parent.childElementCount % 2 === 0 ? "wait" : "say";
      parent.append(part);
    }
    while (parent.childElementCount > steps.length * 2) parent.lastElementChild.remove();
    for (const [index, { sent, first, ended }] of steps.entries()) {
      bar(parent.children[index * 2], sent ?? ended, first ?? ended);
      bar(parent.children[index * 2 + 1], first ?? ended, ended);
    }
  }

  function phaseOf({ first, answer, ended, end }) {
    const over = ended ?? length;
    if (at >= over) return end;
    if (at >= (answer ?? over)) return "answering";
    return at >= (first ?? over) ? "thinking" : "waiting";
  }

  function draw() {
    for (const lane of lanes) {
      const now = lane.rounds[round];
      if (!now) continue;
      const end = now.ended ?? length;
      const earlier = now.earlier ?? [];
      if (lane.earlier) drawSteps(lane.earlier, earlier);
      bar(lane.bars[0], now.sent ?? 0, now.first ?? end);
      bar(lane.bars[1], now.first ?? end, now.answer ?? end);
      bar(lane.bars[2], now.answer ?? end, end);
      lane.head.style.left = `${Math.min((at / length) * 100, 99.8)}%`;
      // Of a chain, the last request that had been sent.
      const requests = [...earlier, now];
      const last = requests.findLastIndex(({ sent }) => at >= (sent ?? end));
      const under = requests[Math.max(last, 0)];
      say(lane, under.marks, requests.indexOf(under));
      const phase = phaseOf(under);
      lane.phase.textContent = lane.earlier && at < end ? `step ${under.step}: ${phase}` : phase;
    }
    clock.textContent = seconds(at);
    scrub.value = String(Math.round((at / length) * 1000));
    scrub.setAttribute("aria-valuetext", seconds(at));
  }

  function step(now) {
    if (before === null) return;
    // The first frame may be stamped a moment before the button was pressed.
    at = Math.min(at + Math.max(now - before, 0) * Number(speed.value), length);
    before = now;
    draw();
    if (at >= length) pause();
    else requestAnimationFrame(step);
  }

  function pause() {
    before = null;
    play.textContent = "Play";
  }

  function start() {
    if (at >= length) at = 0;
    before = performance.now();
    play.textContent = "Pause";
    requestAnimationFrame(step);
  }

  function choose(number) {
    round = number;
    const ends = lanes.map((lane) => lane.rounds[round]?.ended ?? 0);
    length = Math.max(...ends, 1);
    at = length;
    for (const lane of lanes) clear(lane);
    draw();
  }

  play.addEventListener("click", () => (before === null ? start() : pause()));
  scrub.addEventListener("input", () => {
    at = (Number(scrub.value) / 1000) * length;
    draw();
  });
  roundLabel.hidden = rounds < 2;
  const roundSelect = roundLabel.querySelector("select");
  for (let number = 0; number < rounds; number += 1) {
    roundSelect.append(new Option(String(number + 1), String(number)));
  }
  roundSelect.addEventListener("change", () => {
    pause();
    choose(Number(roundSelect.value));
  });
  controls.hidden = false;
  choose(0);
}
