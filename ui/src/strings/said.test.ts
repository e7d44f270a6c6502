/** What the engine says, in English as in Rust, and in each language with all that a phrase has. */

import { afterEach, describe, expect, it } from "vitest";
import { type Amount, type Phrase, phrases } from "../backend/backend";
import { engine as german } from "./de/engine";
import { chooseEngineTexts, type EngineTexts } from "./engine";
import { adviceOn, checkOf, reasonOf, said } from "./said";
import { engine as chinese } from "./zh/engine";

afterEach(() => chooseEngineTexts(null));

const rounds = (n: number): Phrase => ({
  id: "pair.won_in",
  english: "in {won} of {n} {n:round|rounds}{equal}",
  values: {
    won: { type: "count", value: 6 },
    n: { type: "count", value: n },
    equal: { type: "optional", value: null },
  },
});

const apart: Phrase = {
  id: "pair.apart",
  english:
    "{metric}: {leader} was better than {other} while this race ran, {rounds}, by {by} (95 %: {ci}).",
  values: {
    metric: {
      type: "phrase",
      value: {
        id: "pair.metric",
        english: "{metric}",
        values: { metric: { type: "metric_title", value: "ttft_ms" } },
      },
    },
    leader: { type: "lane", value: 1 },
    other: { type: "lane", value: 0 },
    rounds: { type: "phrase", value: rounds(7) },
    by: { type: "amount", value: { form: { difference: "duration" }, number: 100 } },
    ci: { type: "range", value: { form: { difference: "duration" }, low: 90, high: 120 } },
  },
};

const HOLE = /\{(\w+)(?::([^}]*))?\}/g;

/** The names of the values in a template, and how many words agree with each count. */
function holesOf(template: string) {
  const holes = [...template.matchAll(HOLE)];
  return {
    values: [...new Set(holes.map(([, name]) => name))].sort(),
    words: holes.flatMap(([, , words]) => (words === undefined ? [] : [words.split("|").length])),
  };
}

describe("what the engine says", () => {
  it("is written in English from its template, with the window's numbers", () => {
    expect(said(apart, ["slow", "fast"])).toBe(
      "Time to first token (TTFT): fast was better than slow while this race ran, in 6 of 7 rounds, by 0.10 s (95 %: 0.090–0.12 s).",
    );
    const once: Phrase = {
      ...apart,
      values: { ...apart.values, rounds: { type: "phrase", value: rounds(1) } },
    };
    expect(said(once, ["a", "b"]), "one round").toContain("of 1 round,");
  });

  it("is written in the template of the language, if it has one", () => {
    chooseEngineTexts(german);
    expect(said(apart, ["slow", "fast"])).toMatch(
      /fast war während dieses Rennens besser als slow, in 6 von 7 Runden, um 0.10 s/,
    );
    const unknown = { ...apart, id: "pair.not_translated" };
    expect(said(unknown, ["slow", "fast"]), "else in English").toContain("was better than");
  });

  it("says what to do about a failure, and in English what an earlier version kept", () => {
    const missing: Phrase = {
      id: "refusal.key_missing",
      english: "{label} wants a key, and none was sent.",
      values: { label: { type: "text", value: "Acme" } },
    };
    const again: Phrase = {
      id: "refusal.again_in",
      english: "Try again in {wait}.",
      values: { wait: { type: "amount", value: { form: "span", number: 40_000 } } },
    };
    const advice_phrase: Phrase = {
      id: "sentences",
      english: "{all}",
      values: { all: { type: "sentences", value: [missing, again] } },
    };
    const advice = "Acme wants a key, and none was sent. Try again in 40.0 s.";
    const fault = { advice, advice_phrase };
    expect(adviceOn(fault), "in English as in Rust").toBe(fault.advice);
    chooseEngineTexts(german);
    expect(adviceOn(fault), "each sentence with its values").toBe(
      "Acme verlangt einen Schlüssel, und es wurde keiner gesendet. In 40.0 s noch einmal versuchen.",
    );
    expect(adviceOn({ advice: fault.advice }), "of an earlier version").toBe(fault.advice);
  });

  it("says what a check is called and why an answer is wrong, and in English what an earlier version kept", () => {
    const check_phrase: Phrase = {
      id: "check.language",
      english: "is in {language}",
      values: { language: { type: "language", value: { code: "fr", english: "French" } } },
    };
    const words: Phrase = {
      id: "length.words",
      english: "{n} {n:word|words}",
      values: { n: { type: "count", value: 3 } },
    };
    const reason_phrase: Phrase = {
      id: "answer.other_length",
      english: "expected {expected}, found {found}",
      values: {
        expected: { type: "phrase", value: words },
        found: { type: "count", value: 1_204 },
      },
    };
    const result = {
      check: "is in French",
      check_phrase,
      reason: "expected 3 words, found 1,204",
      reason_phrase,
    };
    expect([checkOf(result), reasonOf(result)], "in English as in Rust").toEqual([
      result.check,
      result.reason,
    ]);
    chooseEngineTexts(german);
    expect(reasonOf(result)).toBe("erwartet: 3 Wörter, gefunden: 1,204");
    expect(checkOf(result), "with the language's name").toBe("Sprache: French");
    const { check, reason } = result;
    expect([checkOf({ check }), reasonOf({ reason })], "of an earlier version").toEqual([
      check,
      reason,
    ]);
    expect(reasonOf({}), "a right answer has none").toBeNull();
  });

  it("joins sentences and clauses as the language does, and leaves out what is not there", () => {
    const one = (text: string): Phrase => ({
      id: "test",
      english: "{text}{more}.",
      values: { text: { type: "text", value: text }, more: { type: "optional", value: null } },
    });
    const both = (type: "sentences" | "clauses"): Phrase => ({
      id: type,
      english: "{all}",
      values: { all: { type, value: [one("A"), one("B")] } },
    });
    expect([said(both("sentences")), said(both("clauses"))]).toEqual(["A. B.", "A.; B."]);
    chooseEngineTexts(chinese);
    expect([said(both("sentences")), said(both("clauses"))]).toEqual(["A.B.", "A.；B."]);
  });

  it("writes a plain number with its digits, and a factor near 1 with its second one", () => {
    const written = (value: Amount) =>
      said({ id: "test", english: "{n}", values: { n: { type: "amount", value } } });
    expect(written({ form: { digits: 2 }, number: 99.5 })).toBe("99.50");
    expect(written({ form: { digits: 0 }, number: 1_234 })).toBe("1,234");
    expect(written({ form: "near_times", number: 1.07 })).toBe("1.07×");
    expect(written({ form: "near_times", number: 2.31 })).toBe("2.3×");
  });

  it.each<[string, EngineTexts, number]>([
    ["German", german, 2],
    ["Chinese", chinese, 1],
  ])("has in %s every value of every phrase, and a word for each plural", (_, texts, plurals) => {
    const wrong = Object.entries(phrases).flatMap(([id, values]) => {
      const { values: used, words } = holesOf(texts[id as keyof typeof phrases]);
      const isWhole = JSON.stringify(used) === JSON.stringify([...values].sort());
      return isWhole && words.every((n) => n === plurals) ? [] : [`${id}: ${used.join(" ")}`];
    });
    expect(wrong).toEqual([]);
  });
});
