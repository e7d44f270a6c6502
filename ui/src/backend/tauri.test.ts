import { describe, expect, it, vi } from "vitest";

/** What the other side of the web view answers, and what it was last asked. */
const other = vi.hoisted(() => ({
  answer: (): Promise<unknown> => Promise.resolve(null),
  asked: { name: "", given: {} as Record<string, unknown> },
}));

class FakeChannel {
  onmessage: (message: unknown) => void = () => undefined;
}

vi.mock("@tauri-apps/api/core", () => ({
  Channel: FakeChannel,
  invoke: (name: string, given: Record<string, unknown>) => {
    other.asked = { name, given };
    return other.answer();
  },
}));

/** The port as it is when a page begins, after the early requests. */
async function begin(asked: Window["pacelineAsked"]) {
  vi.resetModules();
  window.pacelineAsked = asked;
  return (await import("./tauri")).engine;
}

describe("a command of the engine", () => {
  it("answers with its data", async () => {
    const engine = await begin({});
    other.answer = () => Promise.resolve(["groq"]);
    expect(await engine.tags(), "an answer that can be refused").toEqual(["groq"]);
    expect(await engine.recogniseKey("gsk_1"), "one that cannot").toEqual(["groq"]);
    expect(other.asked, "by its name and its arguments").toEqual({
      name: "recognise_key",
      given: { key: "gsk_1" },
    });
  });

  it("that is refused throws the reason as data", async () => {
    const engine = await begin({});
    const failure = { kind: "not_found", message: "There is no run 7." };
    other.answer = () => Promise.reject(failure);
    await expect(engine.openRun("7"), "what the engine said").rejects.toMatchObject({ failure });
  });

  it("tells a function every message of its channel", async () => {
    const engine = await begin({});
    other.answer = () => Promise.resolve(null);
    const links: string[] = [];
    await engine.followLinks((link) => links.push(link));
    (other.asked.given.links as FakeChannel).onmessage("history/7");
    expect(links, "the channel crossed in the function's place").toEqual(["history/7"]);
  });
});

describe("what was asked for before the script was there", () => {
  it("is the first answer, and is asked for anew after that", async () => {
    const engine = await begin({ providers: Promise.resolve(["early"]) });
    other.answer = () => Promise.resolve(["late"]);
    expect(await engine.providers(), "nobody waits twice").toEqual(["early"]);
    expect(await engine.providers(), "an answer grows old").toEqual(["late"]);
  });

  it("is asked for anew where it came to nothing", async () => {
    const engine = await begin({ startup: Promise.reject(new Error("too soon")) });
    other.answer = () => Promise.resolve("there");
    expect(await engine.startup(), "the second answer holds").toBe("there");
  });
});
