import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Texts } from "../texts";
import { engine } from "./engine";

/** A window whose language is Chinese: modules read their texts once, so they are loaded anew. */
async function inChinese() {
  window.localStorage.setItem("paceline.language", "zh");
  vi.resetModules();
  await (await import("../load")).loadTexts();
  return {
    texts: (await import("../texts")).texts(),
    phrases: await import("../phrases"),
    numbers: await import("../numbers"),
    palette: await import("../../palette/entries"),
    keyboard: await import("../../ui/keyboard"),
  };
}

let chinese: Awaited<ReturnType<typeof inChinese>>;

beforeAll(async () => {
  chinese = await inChinese();
  return () => {
    window.localStorage.clear();
    // The next file reads its language anew.
    vi.resetModules();
  };
});

/** Texts whose values are objects, or must be of one kind. */
const CALLED: Record<string, readonly unknown[]> = {
  ".archive.imported": [{ added: ["1"], known: ["2"], deleted: ["3"] }],
  ".archive.saved": ["runs.csv"],
};

/** Every text, by its path; functions are called with numbers, once as one and once as many. */
function all(of: unknown, path = ""): [string, string][] {
  if (typeof of === "string") return [[path, of]];
  if (typeof of === "function") {
    const given = CALLED[path];
    if (given) return all(of(...given), path);
    return [1, 7].flatMap((n) => all(of(n, n + 1, n + 2, n + 3, n + 4, n + 5), path));
  }
  if (of === null || typeof of !== "object") return [];
  return Object.entries(of).flatMap(([key, value]) => all(value, `${path}.${key}`));
}

/** Not sentences: what is searched for, what is sent to a model, and a line of JSON. */
const SEARCHED = /^\.(places\.\w+\.words|otherWords)|muteWords|presetPrompts|linesHint/;

const HAN = "\\p{Script=Han}";

describe("the Chinese texts", () => {
  /** What the engine says, with a mark of no script for each value: whether it is Chinese is not known before. */
  const sentences = Object.entries(engine).filter(([id]) => !id.endsWith(".formula"));
  const engineTexts = sentences.map(([id, text]): [string, string] => [
    id,
    text.replace(/\{\w+\}|`[^`]*`/g, "\ue000"),
  ]);
  const read = () => [
    ...all(chinese.texts satisfies Texts).filter(([path]) => !SEARCHED.test(path)),
    ...engineTexts,
  ];

  it("are read where the language is Chinese", () => {
    expect(chinese.texts.screenNames.race).toBe("竞速");
    expect(document.documentElement.lang).toBe("zh-Hans");
    expect(read().length, "all of them").toBeGreaterThan(900);
  });

  it("have a space between Chinese characters and Latin letters or digits", () => {
    const beside = new RegExp(`${HAN}[\\p{Script=Latin}\\d$]|[\\p{Script=Latin}\\d%]${HAN}`, "u");
    expect(read().filter(([, text]) => beside.test(text))).toEqual([]);
  });

  it("have no space between Chinese characters, and none beside a mark of full width", () => {
    const apart = new RegExp(`${HAN} +${HAN}|[，。：；？！（）“”、] | [，。：；？！（）”、]`, "u");
    expect(read().filter(([, text]) => apart.test(text))).toEqual([]);
  });

  it("have punctuation of full width beside Chinese characters", () => {
    const narrow = new RegExp(`${HAN}[,.:;?!()]|[,;?!()]${HAN}|["'‘’]${HAN}|\\.\\.\\.`, "u");
    expect(read().filter(([, text]) => narrow.test(text))).toEqual([]);
  });

  it("write percent without a space, as the numbers do", () => {
    expect(read().filter(([, text]) => /\d %/.test(text))).toEqual([]);
    expect(chinese.numbers.share(0.95)).toBe("95%");
    expect(chinese.numbers.percent(-3.2)).toBe("−3.2%");
    expect(chinese.numbers.percentage(12)).toBe("12%");
  });

  it("join names, clauses and sentences as Chinese does", () => {
    const { clauses, commas, sentence, sentences, told } = chinese.phrases;
    expect(told("A", commas(["1", "2"]))).toBe("A：1，2");
    expect(clauses(["甲", "乙"])).toBe("甲；乙");
    expect(sentences([sentence("甲"), null, sentence("乙")]), "no space").toBe("甲。乙。");
    expect(sentences(["In English.", sentence("甲")])).toBe("In English. 甲。");
  });

  it("name the settings in the palette's synonyms as Settings does", () => {
    const { settings, shortcuts } = chinese.texts.strings;
    const known = new Set([...Object.keys(shortcuts), ...all(settings).map(([, text]) => text)]);
    expect(Object.keys(chinese.texts.otherWords).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ["密钥", /^添加密钥/],
    ["价目表", /^价格/],
    ["深色", /^主题：深色/],
    ["dark", /^主题：深色/],
    ["超时", /超时|时限|更多竞速设置/],
    ["并发", /^负载扫描/],
    ["导出", /^导出/],
    ["历史", /历史/],
    ["settings", /^设置/],
  ])("are found by the palette: %s", (query, expected) => {
    const { entriesOf, search } = chinese.palette;
    const found = search(entriesOf(chinese.keyboard.shortcuts, [], []), query);
    expect(found[0]?.items[0]?.label).toMatch(expected);
  });
});
