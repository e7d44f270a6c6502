/** What only one API takes of a request, left out for lanes of others. */

import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Payload, Phrase, PromptSet } from "../../backend/backend";
import { verbatim } from "../../strings/said";
import { open, startAfresh } from "../../testing";
import { planOf, useDraft } from "../draft";
import { withoutMarks, withoutOwn } from "./leaveOut";

beforeEach(startAfresh);

/** What is said of one of two prompts of a set. */
const ofRow = (said: Phrase): Phrase => ({
  id: "plan.of_rows",
  english: "{said} ({with} of {rows} prompts, the first `{name}`)",
  values: {
    said: { type: "phrase", value: said },
    with: { type: "count", value: 1 },
    rows: { type: "count", value: 2 },
    name: { type: "text", value: "second" },
  },
});

/** A set whose second prompt carries a request. */
const setOf = (payload: Payload): PromptSet => ({
  type: "rows",
  rows: [
    { name: "first", prompt: "Hi." },
    { name: "second", prompt: "", payload },
  ],
});

describe("what only one API takes", () => {
  const OWN: Payload = {
    dialect: "anthropic",
    turns: [
      {
        role: "assistant",
        parts: [
          { content: { type: "own", value: { type: "thinking", thinking: "Hm." } } },
          { content: { type: "text", text: "So." }, own: { citations: [] } },
        ],
      },
      { role: "assistant", parts: [{ content: { type: "own", value: { type: "x" } } }] },
    ],
    tools: [
      { own: { type: "web_search_20250305" } },
      { function: { name: "find", own: { eager_input_streaming: true } } },
    ],
    fields: { top_k: 5 },
    headers: { "anthropic-beta": "x" },
    stop: ["END"],
  };

  it("is left out of a request, and nothing else", () => {
    expect(withoutOwn(OWN)).toEqual({
      turns: [{ role: "assistant", parts: [{ content: { type: "text", text: "So." } }] }],
      tools: [{ function: { name: "find" } }],
      stop: ["END"],
    });
  });

  it("is left out for the lanes that refuse it by one press, which is taken back", async () => {
    const refused = [0, 1].map((lane) => ({
      lane,
      message: verbatim("The field `top_k` is kept as Anthropic has it. Remove it for this lane."),
    }));
    const { user } = await open("first", "#/race", (said) => ({
      preflight: async (plan) => ({ ...(await said.preflight(plan)), problems: refused }),
    }));
    await screen.findByTestId("chip-1");
    useDraft.getState().share({ payload: OWN });
    await user.click(await screen.findByTestId("preflight-problems"));
    await user.click(await screen.findByTestId("leave-out"));
    const own = () => planOf(useDraft.getState()).lanes.map(({ request }) => request ?? null);
    expect(own().slice(0, 2)).toEqual([{ payload: withoutOwn(OWN) }, { payload: withoutOwn(OWN) }]);
    expect(
      own()
        .slice(2)
        .every((each) => each === null),
      "only those",
    ).toBe(true);
    expect(planOf(useDraft.getState()).payload, "the shared request stays whole").toEqual(OWN);
    await user.click(await screen.findByTestId("undo"));
    expect(own().every((each) => each === null)).toBe(true);
  });

  it("is left out of the prompts of a set for every lane", async () => {
    const message = ofRow(verbatim("The field `top_k` is kept as Anthropic has it. Remove it."));
    const { user } = await open("first", "#/race", (said) => ({
      preflight: async (plan) => ({
        ...(await said.preflight(plan)),
        problems: [{ lane: 1, message }],
      }),
    }));
    await screen.findByTestId("chip-1");
    useDraft.getState().share({ set: setOf(OWN) });
    await user.click(await screen.findByTestId("preflight-problems"));
    const button = await screen.findByTestId("leave-out");
    expect(button.textContent).toBe(
      "Leave out what only Anthropic Messages takes of 1 prompt, for every lane",
    );
    await user.click(button);
    expect(planOf(useDraft.getState()).set).toEqual(setOf(withoutOwn(OWN)));
    await user.click(await screen.findByTestId("undo"));
    expect(planOf(useDraft.getState()).set).toEqual(setOf(OWN));
  });
});

describe("cache marks", () => {
  const said = { content: { type: "text" as const, text: "A manual." } };
  const MARKED: Payload = {
    turns: [
      { role: "system", parts: [{ ...said, cache: { ttl: "1h" } }] },
      {
        role: "tool",
        parts: [
          {
            content: { type: "tool_result", call_id: "c", output: [{ ...said, cache: {} }] },
            cache: {},
          },
        ],
      },
    ],
    tools: [{ function: { name: "find", cache: {} } }, { own: { type: "x" } }],
    stop: ["END"],
  };
  const PLAIN: Payload = {
    turns: [
      { role: "system", parts: [said] },
      {
        role: "tool",
        parts: [{ content: { type: "tool_result", call_id: "c", output: [said] } }],
      },
    ],
    tools: [{ function: { name: "find" } }, { own: { type: "x" } }],
    stop: ["END"],
  };

  const MARK: Phrase = {
    id: "uncarried.cache_mark",
    english: "{place} has a cache mark, and {api} has none there. Remove the mark for this lane.",
    values: {
      place: { type: "phrase", value: verbatim("Turn 1") },
      api: { type: "text", value: "OpenAI Chat" },
    },
  };

  it("are left out wherever they stand, and nothing else", () => {
    expect(withoutMarks(MARKED)).toEqual(PLAIN);
    expect(withoutMarks({ stop: ["END"] })).toEqual({ stop: ["END"] });
  });

  it("are left out for the lanes that refuse them by one press, and for no other", async () => {
    const { user } = await open("first", "#/race", (said) => ({
      preflight: async (plan) => ({
        ...(await said.preflight(plan)),
        problems: [
          { lane: 1, message: MARK },
          { lane: 0, message: verbatim("Lane 0 has another problem.") },
        ],
      }),
    }));
    await screen.findByTestId("chip-1");
    useDraft.getState().share({ payload: MARKED });
    await user.click(await screen.findByTestId("preflight-problems"));
    await user.click(await screen.findByTestId("leave-out-marks"));
    const own = () => planOf(useDraft.getState()).lanes.map(({ request }) => request ?? null);
    expect(own().slice(0, 2)).toEqual([null, { payload: PLAIN }]);
    await user.click(await screen.findByTestId("undo"));
    expect(own().every((each) => each === null)).toBe(true);
  });

  it("are left out of the prompts of a set for every lane", async () => {
    const { user } = await open("first", "#/race", (said) => ({
      preflight: async (plan) => ({
        ...(await said.preflight(plan)),
        problems: [{ lane: 1, message: ofRow(MARK) }],
      }),
    }));
    await screen.findByTestId("chip-1");
    useDraft.getState().share({ set: setOf(MARKED) });
    await user.click(await screen.findByTestId("preflight-problems"));
    await user.click(await screen.findByTestId("leave-out-marks"));
    const plan = () => planOf(useDraft.getState());
    expect(plan().set).toEqual(setOf(PLAIN));
    expect(plan().lanes.every(({ request }) => (request ?? null) === null)).toBe(true);
    await user.click(await screen.findByTestId("undo"));
    expect(plan().set).toEqual(setOf(MARKED));
  });
});
