import { expect, test } from "vitest";
import { namesWithin, textWidth } from "./labels";

const FAMILY = Array.from(
  { length: 24 },
  (_, at) => `scripted?ttft=${60 + at * 9}ms&tps=${900 - at * 25}&tokens=60`,
);

test("names of one family fit their room, each of them another", () => {
  for (const width of [90, 120, 160, 240]) {
    const cut = namesWithin(FAMILY, width);
    expect(new Set(cut).size, `${width} pixels: ${cut[0]}`).toBe(FAMILY.length);
    for (const name of cut) expect(textWidth(name), name).toBeLessThanOrEqual(width);
  }
  expect(namesWithin(FAMILY, 160)[7], "what all of them have in common is cut").toBe(
    "scri…ttft=123ms&tps=725…",
  );
  expect(namesWithin(["lpu", "gpu-cloud"], 90), "what fits is whole").toEqual(["lpu", "gpu-cloud"]);
});
