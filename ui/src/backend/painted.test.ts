import { afterEach, describe, expect, it, vi } from "vitest";
import { paintedIfLong } from "./painted";

describe("what is handed to the engine", () => {
  afterEach(() => vi.restoreAllMocks());

  it("waits for a frame of its own if it is long, and not otherwise", async () => {
    const frames = vi.spyOn(window, "requestAnimationFrame");
    await paintedIfLong({ prompt: "Name a river.", lanes: [{ model: "m" }] });
    expect(frames, "a short plan is not delayed").not.toHaveBeenCalled();
    const turn = { parts: [{ content: { type: "text", text: "a".repeat(60_000) } }] };
    await paintedIfLong({ prompt: "And now?", payload: { turns: [turn, { ...turn }] } });
    expect(frames, "texts of all turns count together").toHaveBeenCalledTimes(2);
  });

  it("is not held up while the window is hidden, in which no frame is painted", async () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
    await expect(paintedIfLong({ prompt: "a".repeat(200_000) })).resolves.toBeUndefined();
  });
});
