import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Plan, RaceEvent, Sample } from "../backend/backend";
import { LaneStore, type Part } from "./laneStore";
import { raceOfPlan } from "./race";

const plan: Plan = {
  prompt: "Why?",
  repeat: 1,
  warmup: 0,
  lanes: [{ provider: "simulated", model: "lpu", muted: false }],
};

function write(
  answer: string,
  more: { replaces?: boolean; round?: number; reasoning?: string } = {},
): RaceEvent {
  const { replaces = false, round = 0, reasoning = "" } = more;
  const lane = {
    lane: 0,
    phase: "writing",
    reasoning,
    answer,
    replaces,
    tokens: 1,
    ticks_us: [],
  } as const;
  return { type: "frame", at_us: 1, round, warmup: false, lanes: [{ ...lane, ticks_us: [] }] };
}

function end(text: string, reasoning = ""): RaceEvent {
  const sample = { status: "ok", text, reasoning, doubts: [], ticks_ms: [] } as unknown as Sample;
  return { type: "lane_ended", lane: 0, round: 0, sample };
}

function watched() {
  const store = new LaneStore(raceOfPlan(plan, () => ({ label: "Simulated", simulated: true })));
  const shown: Record<Part, string> = { reasoning: "", answer: "" };
  const calls = { measure: 0, append: 0, replace: 0, settle: 0 };
  store.watchText(0, {
    measure: () => {
      calls.measure += 1;
    },
    append: (part, text) => {
      calls.append += 1;
      shown[part] += text;
    },
    replace: (part, text) => {
      calls.replace += 1;
      shown[part] = text;
    },
    settle: () => {
      calls.settle += 1;
    },
  });
  return { store, shown, calls };
}

describe("the lane store", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["requestAnimationFrame", "performance"] });
    vi.advanceTimersByTime(1_000);
  });
  afterEach(() => vi.useRealTimers());

  it("gathers the frames of a moment into one change of the page", () => {
    const { store, shown, calls } = watched();
    store.accept(write("Because "));
    vi.advanceTimersByTime(20);
    const before = calls.append;
    for (const word of ["it ", "is ", "so."]) store.accept(write(word));
    vi.advanceTimersByTime(100);
    expect(shown.answer).toBe("Because it is so.");
    expect(calls.append - before, "three frames, one append").toBe(1);
  });

  it("lets every lane read its heights before any lane's text changes, so that a frame is laid out once", () => {
    const lanes = plan.lanes.flatMap((lane) => [lane, lane, lane, lane]);
    const store = new LaneStore(
      raceOfPlan({ ...plan, lanes }, () => ({ label: "Simulated", simulated: true })),
    );
    const order: string[] = [];
    for (const lane of lanes.keys())
      store.watchText(lane, {
        measure: () => order.push("measure"),
        append: () => order.push("change"),
        replace: () => order.push("change"),
        settle: () => order.push("settle"),
      });
    const frame = write("Because.");
    if (frame.type === "frame")
      frame.lanes = [...lanes.keys()].flatMap((lane) =>
        frame.lanes.map((one) => ({ ...one, lane })),
      );
    store.accept(frame);
    vi.advanceTimersByTime(100);
    const frameOfHalf = ["measure", "measure", "change", "change", "settle", "settle"];
    expect(order, "half of the lanes a frame").toEqual([...frameOfHalf, ...frameOfHalf]);
  });

  it("shows nothing of an earlier step of a chain once the next has begun", () => {
    const { store, shown } = watched();
    store.accept(write("a wrong answer", { reasoning: "hm" }));
    vi.advanceTimersByTime(100);
    const begun = write("");
    if (begun.type !== "frame") throw new Error("it is one");
    const earlier = [{ step: 0, ended_us: 1 }];
    store.accept({ ...begun, lanes: begun.lanes.map((lane) => ({ ...lane, step: 1, earlier })) });
    store.accept(write("right"));
    vi.advanceTimersByTime(100);
    expect(shown).toEqual({ reasoning: "", answer: "right" });
  });

  it("publishes to React at most ten times a second while text streams", () => {
    const { store } = watched();
    let published = 0;
    store.subscribe(() => {
      published += 1;
    });
    for (let frame = 0; frame < 60; frame += 1) {
      store.accept(write("x"));
      vi.advanceTimersByTime(33);
    }
    expect(published, "two seconds of thirty frames each").toBeLessThanOrEqual(21);
    expect(published, "and yet it is alive").toBeGreaterThan(10);
  });

  it("shows a text that nobody can read along five times a second, and all of it", () => {
    const shownIn = (live_tps: number) => {
      const { store, shown, calls } = watched();
      for (let frame = 0; frame < 60; frame += 1) {
        const event = write("word ");
        if (event.type === "frame") for (const lane of event.lanes) lane.live_tps = live_tps;
        store.accept(event);
        vi.advanceTimersByTime(33);
      }
      vi.advanceTimersByTime(300);
      expect(shown.answer, "nothing is left out").toBe("word ".repeat(60));
      return calls.append;
    };
    expect(shownIn(9_000), "two seconds").toBeLessThanOrEqual(11);
    expect(shownIn(2_000), "a lane that can be followed is shown as it comes").toBeGreaterThan(15);
  });

  it("shows an ending at once", () => {
    const { store, shown } = watched();
    store.accept(write("Beca"));
    store.accept(end("Because."));
    expect(shown.answer, "the text on screen is the text on record").toBe("Because.");
    expect(store.published().lanes[0]?.phase).toBe("ended");
  });

  it("leaves the page alone when the text on record is the text that streamed", () => {
    const { store, shown, calls } = watched();
    store.accept(write("Because.", { reasoning: "Hm." }));
    vi.advanceTimersByTime(100);
    store.accept(end("Because.", "Hm."));
    expect(calls.replace, "a reader's place and selection survive the end").toBe(0);
    expect(shown).toEqual({ reasoning: "Hm.", answer: "Because." });
  });

  it("does not append what arrives after the end", () => {
    const { store, shown } = watched();
    store.accept(end("Because."));
    store.accept(write("cause."));
    vi.advanceTimersByTime(100);
    expect(shown.answer, "nothing is shown twice").toBe("Because.");
  });

  it("lets a diffusion model rewrite its answer", () => {
    const { store, shown } = watched();
    store.accept(write("Bxxx"));
    store.accept(write("Because", { replaces: true }));
    store.accept(write("."));
    vi.advanceTimersByTime(100);
    expect(shown.answer).toBe("Because.");
  });

  it("clears the texts when a new round begins", () => {
    const { store, shown } = watched();
    store.accept(write("First."));
    vi.advanceTimersByTime(100);
    store.accept(write("Second.", { round: 1 }));
    vi.advanceTimersByTime(100);
    expect(shown.answer).toBe("Second.");
    expect(store.text(0, "answer"), "whoever looks later sees the same").toBe("Second.");
  });

  it("comes to rest when nothing more happens", () => {
    const { store } = watched();
    store.accept(write("x"));
    vi.advanceTimersByTime(300);
    expect(vi.getTimerCount(), "no frame is asked for while nothing changes").toBe(0);
  });
});
