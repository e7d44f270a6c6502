/// <reference types="node" />

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** Attributes whose value a user reads or hears. */
const READ = "aria-label|aria-description|title|placeholder|alt|label|hint|advice|text";

/** An example of what to type, in no language: an address or a path. */
const EXAMPLE = /^\/|^[a-z0-9+]+:\/\//;

/** Files drawn only by tests, which no user reads. */
const OF_TESTS = ["testing.tsx"];

const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
  .filter((name) => !OF_TESTS.includes(name));

/** Sentences inside a component, where no translation would find them. */
function sentencesIn(source: string): string[] {
  const attributes = source.matchAll(
    new RegExp(`[\\s{](?:${READ})=(?:"([^"]+)"|\\{"([^"]+)"\\})`, "g"),
  );
  const calls = source.matchAll(/\b(?:note|complain|announce)\(\s*["'`]([^"'`]+)/g);
  return [...attributes, ...calls]
    .map(([, first, second]) => first ?? second ?? "")
    .filter((text) => /\p{L}{2}/u.test(text) && !EXAMPLE.test(text));
}

describe("the catalogue", () => {
  it("holds every sentence: none stands in a component", () => {
    expect(files.length, "components were found").toBeGreaterThan(40);
    for (const file of files) {
      const found = sentencesIn(readFileSync(path.join("src", file), "utf8"));
      expect(found, `${file}: put it into strings/`).toEqual([]);
    }
  });

  it("would find one", () => {
    expect(sentencesIn('<a title="Go there">')).toEqual(["Go there"]);
    expect(sentencesIn('<a aria-label={"Go there"}>')).toEqual(["Go there"]);
    expect(sentencesIn('note("It is done.")')).toEqual(["It is done."]);
    expect(sentencesIn("<a title={strings.there}>"), "words of the catalogue").toEqual([]);
    expect(sentencesIn('<a className="flex">'), "what nobody reads").toEqual([]);
  });
});
