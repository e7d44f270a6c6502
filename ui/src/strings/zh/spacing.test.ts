import { describe, expect, it } from "vitest";
import { piecesJoined, spaced } from "./spacing";

describe("a Chinese text around a value", () => {
  it("has a space beside Latin letters and digits, and none beside Chinese characters", () => {
    for (const [name, text] of [
      ["TTFT", "按 TTFT 排列"],
      ["延迟", "按延迟排列"],
      ["并发 32", "按并发 32 排列"],
      ["512 个 Token，已缓存", "按 512 个 Token，已缓存排列"],
    ] as const)
      expect(spaced`按${name}排列`, name).toBe(text);
  });

  it("has none beside punctuation of full width, nor at its ends", () => {
    expect(spaced`${"TTFT"}：${"0.4 s"}。`).toBe("TTFT：0.4 s。");
    expect(spaced`${"A"}在${"并发 32"}时达到${"96 tok/s"}`).toBe("A 在并发 32 时达到 96 tok/s");
    expect(spaced`（${"n 5"}）`).toBe("（n 5）");
  });

  it("is put around the values of a template, whose own spaces between other words stay", () => {
    const all = (...pieces: string[]) => pieces.reduce(piecesJoined, "");
    expect(all("TTFAT", " ", "75%", "，", "费用", " ", "25%")).toBe("TTFAT 75%，费用 25%");
    expect(all("Groq", " 的", "延迟", "为 ", "0.3 s", "。")).toBe("Groq 的延迟为 0.3 s。");
    expect(all("智谱", " 最快"), "a name in characters").toBe("智谱最快");
  });
});
