import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LANGUAGES, type LanguageChoice, languageOf } from "./language";

beforeEach(() => vi.resetModules());
afterEach(() => window.localStorage.clear());
// The next file reads the language anew.
afterAll(() => vi.resetModules());

/** What a page says that was loaded after this choice. */
async function pageIn(language: LanguageChoice) {
  window.localStorage.setItem("paceline.language", language);
  await (await import("./load")).loadTexts();
  return {
    ...(await import("./strings")),
    ...(await import("./numbers")),
    ...(await import("./phrases")),
    ...(await import("./sweep")),
    rememberLanguage: (await import("./language")).rememberLanguage,
  };
}

describe("the language of the window", () => {
  it.each([
    ["system", ["de-AT", "en-US"], "de"],
    ["system", ["fr-FR", "de", "en"], "de"],
    ["system", ["en-GB", "de"], "en"],
    ["system", ["fr-FR", "ja"], "en"],
    ["system", [], "en"],
    ["en", ["de-DE"], "en"],
    ["de", ["en-US"], "de"],
    ["system", ["zh-CN", "en"], "zh"],
    ["system", ["zh-Hans-SG"], "zh"],
    ["zh", ["en-US"], "zh"],
  ] as const)("is, of the choice %s and the system's %s, %s", (choice, system, language) => {
    expect(languageOf(choice, system)).toBe(language);
  });

  it("is not taken for one in another script", () => {
    expect(languageOf("system", ["zh-TW", "de"]), "in traditional characters").toBe("de");
    expect(languageOf("system", ["zh-Hant", "en"])).toBe("en");
  });

  it("is that of the page, which says so", async () => {
    const { strings } = await pageIn("de");
    expect(document.documentElement.lang).toBe("de");
    expect(strings.race.label).toBe("Rennen");
    vi.resetModules();
    expect((await pageIn("en")).strings.race.label).toBe("Race");
    expect(document.documentElement.lang).toBe("en");
  });

  it("asks for another page only if that page would speak another language", async () => {
    const { rememberLanguage } = await pageIn("de");
    expect(rememberLanguage("de"), "the same").toBe(false);
    expect(rememberLanguage("en"), "another").toBe(true);
    expect(window.localStorage.getItem("paceline.language"), "for the next page").toBe("en");
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    expect(rememberLanguage("en"), "what cannot be kept would be asked for for ever").toBe(false);
  });

  it("is English if what was stored is none", async () => {
    expect((await pageIn("tlh" as LanguageChoice)).strings.race.label).toBe("Race");
  });
});

describe("numbers and plurals", () => {
  it("are written as English has them", async () => {
    const { strings, count, dollars, rate, listOf, interval, loadsWords, shuts } =
      await pageIn("en");
    expect([strings.history.lanes(1), strings.history.lanes(2), strings.history.lanes(0)]).toEqual([
      "1 lane",
      "2 lanes",
      "0 lanes",
    ]);
    expect([count(16_384), rate(66.3), dollars(0.59), dollars(0)]).toEqual([
      "16,384",
      "66.3",
      "$0.59",
      "$0",
    ]);
    expect(listOf(["A"])).toBe("A");
    expect(listOf(["A", "B"])).toBe("A and B");
    expect(listOf(["A", "B", "C", "D"])).toBe("A, B, C and D");
    expect(listOf(["A", "B", "C", "D", "E"])).toBe("A, B, C and 2 more");
    expect(interval("−1 ms", "2 ms")).toBe("−1 to 2 ms");
    expect(loadsWords([{ streams: 1 }, { streams: 32 }])).toBe("1, 32 in flight");
    expect(shuts("2026-12-11", "2026-12-01")).toBe("shuts Dec 11, 2026");
  });

  it("are written as German has them", async () => {
    const { strings, count, dollars, rate, moment, listOf, interval, loadsWords, shuts } =
      await pageIn("de");
    expect([strings.history.lanes(1), strings.history.lanes(2), strings.history.lanes(0)]).toEqual([
      "1 Bahn",
      "2 Bahnen",
      "0 Bahnen",
    ]);
    expect([count(16_384), rate(66.3), dollars(0.59), dollars(-0.002), dollars(0)]).toEqual([
      "16.384",
      "66,3",
      "0,59 $",
      "−0,0020 $",
      "0 $",
    ]);
    expect(listOf(["A", "B", "C"])).toBe("A, B und C");
    expect(listOf(["A", "B", "C", "D", "E"])).toBe("A, B, C und 2 weitere");
    expect(interval("−1 ms", "2 ms")).toBe("−1 bis 2 ms");
    expect(interval("0,02 $", "0,03 $"), "the unit once").toBe("0,02–0,03 $");
    expect(loadsWords([{ streams: 1 }, { streams: 32 }])).toBe("1, 32 gleichzeitig");
    expect(shuts("2026-12-11", "2026-12-01")).toBe("endet am 11. Dez. 2026");
    expect(moment("2026-12-11T09:05:00").day).toBe("Fr., 11. Dez.");
  });

  it("are written as Chinese has them, which has one form for any number", async () => {
    const { strings, count, dollars, rate, share, moment, listOf, interval, loadsWords, shuts } =
      await pageIn("zh");
    expect([strings.history.lanes(1), strings.history.lanes(2), strings.history.lanes(0)]).toEqual([
      "1 条赛道",
      "2 条赛道",
      "0 条赛道",
    ]);
    expect([count(16_384), rate(66.3), dollars(0.59), dollars(-0.002), share(0.95)]).toEqual([
      "16,384",
      "66.3",
      "$0.59",
      "−$0.0020",
      "95%",
    ]);
    expect(listOf(["A", "B"])).toBe("A、B");
    expect(listOf(["A", "B", "C", "D", "E"])).toBe("A、B、C、另外 2 个");
    expect(interval("−1 ms", "2 ms")).toBe("−1 至 2 ms");
    expect(loadsWords([{ streams: 1 }, { streams: 32 }])).toBe("并发 1, 32");
    expect(shuts("2026-12-11", "2026-12-01")).toBe("2026年12月11日下线");
    expect(moment("2026-12-11T09:05:00").day).toBe("12月11日周五");
  });

  it("are the user's own if they chose a format", async () => {
    const { count, writeNumbers } = await pageIn("de");
    writeNumbers({ numbers: "comma_point", times: "seconds" });
    expect(count(16_384)).toBe("16,384");
    writeNumbers({ numbers: "language", times: "seconds" });
    expect(count(16_384)).toBe("16.384");
  });
});

it("each language is named in itself, and Intl knows its locale", () => {
  for (const { name, tag, locale, lists } of Object.values(LANGUAGES)) {
    expect(name).not.toBe("");
    expect(Intl.getCanonicalLocales([tag, locale, lists])).toHaveLength(
      new Set([tag, locale, lists]).size,
    );
    expect(Intl.NumberFormat.supportedLocalesOf(locale), tag).toEqual([locale]);
  }
});
