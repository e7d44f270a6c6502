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
    texts: { r: element.querySelector(".reasoning"), a: element.querySelector(".answer") },
    shown: 0,
  }));

  const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

  function bar(element, from, until) {
    const start = Math.min(from ?? 0, at);
    const end = Math.min(until ?? 0, at);
    element.style.left = `${(start / length) * 100}%`;
    element.style.width = `${(Math.max(end - start, 0) / length) * 100}%`;
  }

  // Text is appended as the play-head moves on; only a jump back rewrites it.
  function say(lane, marks) {
    const back = lane.shown > 0 && marks[lane.shown - 1]?.[0] > at;
    if (back) {
      lane.shown = 0;
      lane.texts.r.textContent = "";
      lane.texts.a.textContent = "";
    }
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

  function draw() {
    for (const lane of lanes) {
      const now = lane.rounds[round];
      if (!now) continue;
      const end = now.ended ?? length;
      bar(lane.bars[0], now.sent ?? 0, now.first ?? end);
      bar(lane.bars[1], now.first ?? end, now.answer ?? end);
      bar(lane.bars[2], now.answer ?? end, end);
      lane.head.style.left = `${Math.min((at / length) * 100, 99.8)}%`;
      say(lane, now.marks);
      if (at >= end) lane.phase.textContent = now.end;
      else if (at >= (now.answer ?? end)) lane.phase.textContent = "answering";
      else if (at >= (now.first ?? end)) lane.phase.textContent = "thinking";
      else lane.phase.textContent = "waiting";
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
    for (const lane of lanes) {
      lane.shown = 0;
      lane.texts.r.textContent = "";
      lane.texts.a.textContent = "";
    }
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
