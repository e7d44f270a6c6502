import { afterEach, describe, expect, it } from "vitest";
import { looksOf, rememberLooks, setLooks } from "./looks";

const m = (label: string) => ({ label, model: "m" });

afterEach(() => setLooks([]));

/** The engine follows the same rules, with the same numbers: `store/src/settings/looks.rs`. */
describe("the look of a contender", () => {
  it("is its own whoever it is shown with", () => {
    rememberLooks(["a", "b", "c"].map(m));
    rememberLooks(["d", "b"].map(m));
    expect(looksOf(["c", "d", "a"].map(m)), "in any order").toEqual([2, 3, 0]);
    expect(looksOf(["a", "a"].map(m)), "the same again is another").toEqual([0, 4]);
  });

  it("is never there twice", () => {
    setLooks([
      { contender: "a\nm", look: 3 },
      { contender: "b\nm", look: 3 },
      { contender: "c\nm", look: 0 },
    ]);
    expect(looksOf(["x", "b", "a"].map(m)), "the first one keeps it").toEqual([1, 3, 2]);
    const many = Array.from({ length: 24 }, (_, at) => m(String(at)));
    const sorted = looksOf(many).sort((one, other) => one - other);
    expect(sorted, "as many as there are").toEqual([...many.keys()]);
    setLooks([]);
    expect(looksOf(many), "filled ones first, in order").toEqual([...many.keys()]);
  });
});
