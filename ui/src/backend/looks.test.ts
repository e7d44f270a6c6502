import { afterEach, describe, expect, it } from "vitest";
import type { Startup } from "./backend";
import { looksOf, rememberLooks, setLooks, withLooks } from "./looks";

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
    expect(looksOf(["x", "b", "a"].map(m)), "the one seen first keeps it").toEqual([2, 1, 3]);
    expect(looksOf(["a", "x", "b"].map(m)), "in whatever order they are shown").toEqual([3, 2, 1]);
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

  it("is the one that the engine gave, also after a race in another process", async () => {
    let asked = 0;
    const startup = async () => {
      asked += 1;
      return { looks: [{ contender: "b\nm", look: 7 }] } as Startup;
    };
    rememberLooks([m("a")]);
    await withLooks({ startup }, Promise.resolve("old"), () => [[m("a")]]);
    expect(asked, "every look is known").toBe(0);
    await withLooks({ startup }, Promise.resolve("new"), () => [[m("a")], [m("b")]]);
    expect(looksOf([m("b")]), "raced by the command").toEqual([7]);
  });
});
