/** A whole request in the composer: attached to, edited, and shown as it is sent. */

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Part, Turn } from "../../backend/backend";
import { expectAccessible, startAfresh } from "../../testing";
import { planOf, useDraft } from "../draft";
import { CAPTURED, IMAGE, opened, prompt } from "./requestTesting";

beforeEach(startAfresh);

describe("a plain prompt", () => {
  it("shows nothing of turns, tools and images but one button", async () => {
    await opened();
    expect(screen.queryByTestId("request-strip")).toBeNull();
    expect(screen.getAllByTestId("add-to-request").length).toBe(1);
    expect(planOf(useDraft.getState()).payload).toEqual({});
  });

  it("takes an image that is pasted, and gives it back", async () => {
    const { user } = await opened();
    fireEvent.paste(screen.getByTestId("prompt"), {
      clipboardData: {
        files: [new File(["x"], "a.png", { type: "image/png" })],
        getData: () => "",
      },
    });
    const strip = within(await screen.findByTestId("request-strip"));
    strip.getByText("image/png, 8 bytes");
    const text = { content: { type: "text", text: prompt() } };
    expect(planOf(useDraft.getState()).payload.turns).toEqual([
      { role: "user", parts: [IMAGE, text] },
    ]);
    await user.click(strip.getByTestId("detach-0"));
    expect(planOf(useDraft.getState()).payload).toEqual({});
    expect(screen.queryByTestId("request-strip")).toBeNull();
  });
});

describe("the whole request", () => {
  async function edited() {
    const window = await opened();
    useDraft.getState().load({
      prompt: "Now?",
      repeat: 1,
      warmup: 0,
      payload: CAPTURED.payload,
      lanes: [...useDraft.getState().lanes],
    });
    await window.user.click(await screen.findByTestId("edit-strip"));
    await screen.findByTestId("request-sheet");
    return window;
  }
  const payload = () => planOf(useDraft.getState()).payload;

  it("lets a turn be changed, added and removed, and undone", async () => {
    const { user } = await edited();
    await expectAccessible("the conversation");
    await user.click(await screen.findByTestId("edit-turn-0"));
    await user.type(screen.getByTestId("turn-0-text"), " Please.");
    await user.selectOptions(screen.getByTestId("turn-0-role"), "developer");
    expect(payload().turns?.[0]).toEqual({
      role: "developer",
      parts: [{ content: { type: "text", text: "Where is my order? Please." } }],
    });
    await user.click(screen.getByTestId("add-turn"));
    expect(payload().turns?.length).toBe(4);
    await user.click(screen.getByTestId("remove-turn-1"));
    expect(payload().turns?.length).toBe(3);
    await user.click(await screen.findByTestId("undo"));
    expect(payload().turns?.length).toBe(4);
  });

  it("lets a picture of a tool's result be added and removed alone", async () => {
    const { user } = await edited();
    const text = { content: { type: "text", text: "Sent on Monday." } } as const;
    const result = (output: readonly Part[]): Turn => ({
      role: "tool",
      parts: [{ content: { type: "tool_result", call_id: "c1", output: [...output] } }],
    });
    const { turns = [] } = CAPTURED.payload;
    act(() =>
      useDraft.getState().load({
        ...planOf(useDraft.getState()),
        payload: {
          ...CAPTURED.payload,
          turns: turns.toSpliced(2, 0, result([text, IMAGE])),
        },
      }),
    );
    await user.click(await screen.findByTestId("edit-turn-2"));
    await user.click(screen.getByTestId("turn-2-result-1-remove"));
    expect(payload().turns?.[2], "the text stays").toEqual(result([text]));
    await user.upload(screen.getByTestId("turn-2-result-file"), new File(["x"], "a.png"));
    await waitFor(() => expect(payload().turns?.[2]).toEqual(result([text, IMAGE])));
    await user.click(screen.getByTestId("turn-2-result-add-text"));
    await user.type(screen.getByTestId("turn-2-result-2"), "By post.");
    const more = { content: { type: "text", text: "By post." } } as const;
    expect(payload().turns?.[2]).toEqual(result([text, IMAGE, more]));
    await user.click(screen.getByTestId("turn-2-result-0-remove"));
    expect(payload().turns?.[2], "each alone").toEqual(result([IMAGE, more]));
    await expectAccessible("a tool's result");
  });

  it("marks where a cached prefix ends in a turn and a tool, and takes the marks back", async () => {
    const { user } = await edited();
    await user.click(await screen.findByTestId("edit-turn-0"));
    await user.selectOptions(screen.getByTestId("turn-0-part-0-cache"), "1h");
    expect(payload().turns?.[0]?.parts[0]?.cache).toEqual({ ttl: "1h" });
    await user.selectOptions(screen.getByTestId("turn-0-part-0-cache"), "none");
    expect(payload().turns?.[0]?.parts[0]?.cache ?? null).toBeNull();
    await user.click(screen.getByTestId("request-tab-tools"));
    await user.click(await screen.findByTestId("edit-tool-0"));
    await user.selectOptions(screen.getByTestId("tool-0-cache"), "usual");
    expect(payload().tools?.[0]?.function?.cache).toEqual({});
    await user.click(screen.getByTestId("tool-0-done"));
    screen.getByText("ends a cached prefix");
    await expectAccessible("the tools");
  });

  it("names a mistake in a tool's schema where it stands", async () => {
    const { user } = await edited();
    await user.click(screen.getByTestId("request-tab-tools"));
    await user.click(screen.getByTestId("add-tool"));
    fireEvent.change(screen.getByTestId("tool-1-name"), { target: { value: "find" } });
    screen.getByText("Another tool has this name.");
    fireEvent.change(screen.getByTestId("tool-1-parameters"), {
      target: { value: '{"type":"object","properties":{"a":{"type":"text"}}}' },
    });
    expect(screen.getByTestId("tool-1-parameters-problem").textContent).toMatch(
      /^properties\.a: “text” is no type/,
    );
    fireEvent.change(screen.getByTestId("tool-1-parameters"), { target: { value: '{"type":' } });
    expect(screen.getByTestId("tool-1-parameters-problem").textContent).toBe(
      "This is not JSON yet.",
    );
    await expectAccessible("the tools");
    await user.selectOptions(screen.getByTestId("tool-choice"), "=find");
    expect(payload().tool_choice).toEqual({ tool: "find" });
  });

  it("sets the form of the answer, where it ends, and what is sent as it is", async () => {
    const { user } = await edited();
    await user.click(screen.getByTestId("request-tab-answer"));
    await user.click(screen.getByTestId("format-schema"));
    await user.click(screen.getByTestId("add-stop"));
    fireEvent.change(screen.getByTestId("stop-0"), { target: { value: "\\n\\nUser:" } });
    fireEvent.change(screen.getByTestId("top-p"), { target: { value: "0.9" } });
    await expectAccessible("the form of the answer");
    await user.click(screen.getByTestId("request-tab-verbatim"));
    await user.click(screen.getByTestId("add-header"));
    fireEvent.change(screen.getByTestId("header-0-name"), { target: { value: "x-team" } });
    fireEvent.change(screen.getByTestId("extra-fields"), { target: { value: '{"user":"ada"}' } });
    await expectAccessible("headers and fields");
    expect(payload()).toMatchObject({
      response_format: { schema: { name: "answer" } },
      stop: ["\n\nUser:"],
      top_p: 0.9,
      seed: 7,
      headers: { "x-team": "" },
      fields: { user: "ada" },
    });
  });

  it("is shown as each lane sends it, and says why a lane cannot", async () => {
    const { user, asked } = await edited();
    await user.click(screen.getByTestId("request-tab-sent"));
    expect((await screen.findByTestId("sent-head")).textContent).toContain("POST /v1");
    expect(asked.shown.at(-1)?.payload, "with everything in it").toEqual(CAPTURED.payload);
    await expectAccessible("as sent");
    const copy = screen.getByTestId<HTMLButtonElement>("copy-curl");
    await waitFor(() => expect(copy.disabled, "until all of the body is there").toBe(false));
    await user.click(copy);
    expect(await navigator.clipboard.readText()).toBe(
      `printf '%s' '{"id":9007199254740993,"its":"it'\\''s"}' | curl it`,
    );
    await user.selectOptions(screen.getByTestId("sent-lane"), "1");
    await waitFor(() =>
      expect(screen.getByTestId("cannot-send").textContent).toContain("Remove the image of turn 4"),
    );
    expect(screen.queryByTestId("sent-head"), "nothing is shown that is not sent").toBeNull();
  });

  it("is shown indented without another number in it, and with what stands for its own", async () => {
    const { user } = await edited();
    useDraft.getState().share({ unique_prompts: true });
    await user.click(screen.getByTestId("request-tab-sent"));
    await screen.findByTestId("sent-head");
    expect((await screen.findByTestId("sent-number")).textContent).toMatch(
      /^### stands in the place/,
    );
    await user.click(screen.getByTestId("sent-indented"));
    await waitFor(() =>
      expect(screen.getByTestId("sent-body").textContent).toContain('  "id": 9007199254740993'),
    );
  });

  it("of one lane is its own as far as it differs, and returns to the shared one", async () => {
    const { user } = await opened();
    await user.click(screen.getByTestId("chip-0"));
    await user.click(await screen.findByTestId("own-request"));
    await screen.findByTestId("request-sheet");
    screen.getByText("The same as every other lane.");
    fireEvent.change(screen.getByTestId("request-prompt"), { target: { value: "Short." } });
    const own = () => planOf(useDraft.getState()).lanes[0]?.request;
    expect(own(), "only its prompt").toEqual({ prompt: "Short." });
    expect(prompt(), "the shared prompt stays").not.toBe("Short.");
    await user.click(screen.getByTestId("to-shared"));
    expect(own() ?? null).toBeNull();
  });
});
