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
    const many = Array.from({ length: 36 }, (_, at) => m(String(at)));
    const sorted = looksOf(many).sort((one, other) => one - other);
    expect(sorted, "as many as there are").toEqual([...many.keys()]);
    setLooks([]);
    expect(looksOf(many), "filled ones first, in order").toEqual([...many.keys()]);
  });

  it("has a colour of its own among twelve", () => {
    setLooks([
      { contender: "a\nm", look: 1 },
      { contender: "b\nm", look: 13 },
      { contender: "c\nm", look: 0 },
    ]);
    expect(looksOf(["a", "b", "c"].map(m)), "a hollow square is no second colour").toEqual([
      1, 2, 0,
    ]);
    const many = [..."abcdefghijklm"].map(m);
    expect(looksOf(many).slice(0, 3), "thirteen have no colour each").toEqual([1, 13, 0]);
  });
});
