import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{tsx,css}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

it("asks how wide a container is in rem, for WebKit measures one in pixels of another size than the page's", () => {
  const asked = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/@(?:max|min)-\[[\d.]+px\]|@container[^{]*\d+px/g)].map(
      ([found]) => `${file}: ${found}`,
    ),
  );
  expect(Object.keys(sources).length, "there are sources to look through").toBeGreaterThan(50);
  expect(asked, "at 200 % a card of 220 px passes for one of 440").toEqual([]);
});
