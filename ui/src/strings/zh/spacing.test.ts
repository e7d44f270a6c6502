import { describe, expect, it } from "vitest";
import { spaced } from "./spacing";

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
});
