import { expect, test } from "vitest";
import { all, extended, NOTHING, toggled } from "./selection";
import { completed, hasToken, tokenAt, withToken } from "./tokens";

test("a quick filter is put in and taken out, and leaves the rest alone", () => {
  const search = 'blue "the sea"';
  const starred = withToken(search, "starred");
  expect(starred, "it is added at the end").toBe('blue "the sea" starred');
  expect(hasToken(starred, "starred"), "and is known to be there").toBe(true);
  expect(withToken(starred, "starred"), "and goes again").toBe(search);
  expect(withToken("kind:race a", "kind:sweep"), "a run has one kind").toBe("a kind:sweep");
});

test("what is being written is found at the caret and can be completed", () => {
  expect(tokenAt("blue mod", 8), "the last word").toEqual({ token: "mod", start: 5 });
  expect(tokenAt('tag:"a b', 8), "an open quote belongs to it").toEqual({
    token: 'tag:"a b',
    start: 0,
  });
  expect(completed("blue mod", 8, "model:"), "a value is still to come").toEqual({
    search: "blue model:",
    caret: 11,
  });
  expect(completed("st sky", 2, "starred"), "in the middle, with one space").toEqual({
    search: "starred sky",
    caret: 7,
  });
});

test("rows are selected as in any list", () => {
  const order = ["a", "b", "c", "d"];
  const b = toggled(NOTHING, "b");
  expect([...extended(b, "d", order).ids], "Shift takes all between").toEqual(["b", "c", "d"]);
  expect([...extended(b, "a", order).ids], "in either direction").toEqual(["a", "b"]);
  expect([...toggled(toggled(b, "d"), "b").ids], "Ctrl turns one on or off").toEqual(["d"]);
  expect([...extended(NOTHING, "c", order).ids], "without an anchor it is one").toEqual(["c"]);
  expect(all(order).ids.size, "all are all").toBe(4);
});
