import { describe, expect, it } from "vitest";
import { texts as german } from "./de";
import { texts as english } from "./en";
import type { Texts } from "./texts";
import { texts as chinese } from "./zh";

const TRANSLATIONS = { de: german, zh: chinese };

type Leaf = string | ((...values: never[]) => unknown);

/** Every text and function, by its path. */
function leavesOf(tree: object, path = ""): [path: string, leaf: Leaf][] {
  return Object.entries(tree).flatMap(([name, value]): [string, Leaf][] => {
    const at = path ? `${path}.${name}` : name;
    if (typeof value === "string" || typeof value === "function") return [[at, value]];
    return leavesOf(value, at);
  });
}

/** Synonyms are searched, not read: each language has its own settings. */
const isRead = (path: string) => !path.startsWith("otherWords.");

const originals = new Map(leavesOf(english).filter(([path]) => isRead(path)));

/** Words that a translation may leave in English: three of them in a row are a sentence that was forgotten. */
const SENTENCE = /\p{L}{2,}[ ,]+\p{L}{2,}[ ,]+\p{L}{2,}/u;

/** Names and samples of what is typed. */
const SAME_EVERYWHERE = /^strings\.settings\.about\.licence\.|^presetNames\./;

describe.each(Object.entries(TRANSLATIONS))("the texts in %s", (_language, translation) => {
  const translated = new Map(leavesOf(translation).filter(([path]) => isRead(path)));

  it("are those of English: none is missing, and none is more", () => {
    expect(originals.size, "texts were found").toBeGreaterThan(1_000);
    expect([...translated.keys()].sort()).toEqual([...originals.keys()].sort());
  });

  it("are not empty where English has a text", () => {
    for (const [path, text] of translated) {
      if (typeof text === "string") expect(text === "", path).toBe(originals.get(path) === "");
    }
  });

  it("take as many values as in English", () => {
    for (const [path, text] of translated) {
      const original = originals.get(path);
      if (typeof text !== "function" || typeof original !== "function") continue;
      expect(text.length, path).toBe(original.length);
    }
  });

  it("are translated: no sentence is left in English", () => {
    const left = [...translated].filter(
      ([path, text]) =>
        typeof text === "string" &&
        text === originals.get(path) &&
        SENTENCE.test(text) &&
        !SAME_EVERYWHERE.test(path),
    );
    expect(left.map(([path]) => path)).toEqual([]);
  });

  it("begin and end as in English, so that they can be put together", () => {
    for (const [path, text] of translated) {
      const original = originals.get(path);
      if (typeof text !== "string" || typeof original !== "string") continue;
      // A mark of full width has its space within itself.
      if (path.startsWith("phrases.marks.")) continue;
      expect([text.startsWith(" "), text.endsWith(" ")], path).toEqual([
        original.startsWith(" "),
        original.endsWith(" "),
      ]);
    }
  });

  it("find each setting of the palette by other words as well", () => {
    const names = Object.keys(english.otherWords).length;
    expect(Object.keys(translation.otherWords).length).toBeGreaterThanOrEqual(names);
  });
});

describe("the type of the texts", () => {
  const names = english.screenNames;

  it("refuses a missing text, one too many, and one that takes other values", () => {
    const { race: _race, ...fewer } = names;
    // @ts-expect-error: a text is missing
    const missing: Texts["screenNames"] = fewer;
    // @ts-expect-error: there is no such text
    const more: Texts["screenNames"] = { ...names, garage: "Garage" };
    const other: Pick<Texts["strings"]["finish"], "to"> = {
      // @ts-expect-error: it takes a number
      to: (tokens: string) => tokens,
    };
    expect([missing, more, other], "told by the compiler, not here").toHaveLength(3);
  });
});
