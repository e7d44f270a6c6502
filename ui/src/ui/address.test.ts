import { describe, expect, it } from "vitest";
import { withScheme } from "./address";

describe("an address without a scheme", () => {
  it.each([
    ["127.0.0.1:9411/v1", "http://127.0.0.1:9411/v1"],
    ["localhost:11434", "http://localhost:11434"],
    ["box:8000/v1", "http://box:8000/v1"],
    ["gpu.local/v1", "http://gpu.local/v1"],
    ["192.168.1.7:8000", "http://192.168.1.7:8000"],
    ["[::1]:8000", "http://[::1]:8000"],
    ["api.example.com/v1", "https://api.example.com/v1"],
    [" https://a.example/v1 ", "https://a.example/v1"],
    ["http://a.example", "http://a.example"],
    ["", ""],
  ])("%s", (written, meant) => {
    expect(withScheme(written)).toBe(meant);
  });
});
