import { afterEach, describe, expect, it } from "vitest";
import { address, follow, parseRoute, readRoute } from "./route";

afterEach(() => {
  window.location.hash = "";
});

describe("an address", () => {
  it("leads to a screen, and to what is open on it", () => {
    expect(parseRoute("#/history/01-ab")).toEqual({
      screen: "history",
      id: "01-ab",
      lane: null,
      at: null,
    });
    expect(parseRoute("#/settings/doctor").id, "a part of the settings").toBe("doctor");
    expect(parseRoute(address("providers", "a b/c")).id, "whatever its name").toBe("a b/c");
  });

  it("names a lane as people count them", () => {
    expect(parseRoute("#/history/7?lane=2").lane, "the second is at place 1").toBe(1);
    for (const none of ["0", "-1", "x", "1.5", ""]) {
      expect(parseRoute(`#/history/7?lane=${none}`).lane, `${none} is no lane`).toBeNull();
    }
  });

  it("names the field to begin at", () => {
    expect(parseRoute(address("providers", "openai", "key"))).toMatchObject({
      id: "openai",
      at: "key",
    });
    expect(parseRoute("#/providers/openai").at, "or none").toBeNull();
  });

  it("of a race that is over leads to its run", () => {
    expect(parseRoute("#/race/123?lane=2")).toMatchObject({ id: "123", lane: 1 });
    expect(parseRoute("#/race").screen, "and without one to the race at hand").toBe("race");
  });

  it("that leads nowhere is told from one that does", () => {
    for (const nowhere of ["", "races", "history/1/2", "history/%E0%A4%A", "https://host/"]) {
      expect(readRoute(nowhere), `${nowhere} leads nowhere`).toBeNull();
      expect(follow(nowhere), "and is not followed").toBe(false);
    }
    expect(parseRoute("#/nowhere").screen, "who lands there sees the first screen").toBe("race");
    expect(follow("history/01-ab?lane=1"), "a link is followed").toBe(true);
    expect(window.location.hash, "to its address").toBe("#/history/01-ab?lane=1");
  });

  it("is read or refused, whatever stands in it", () => {
    const words = [
      "history",
      "/",
      "?",
      "lane=",
      "at=",
      "%",
      "%2e",
      "%E0",
      "#",
      "1e9",
      "..",
      "\0",
      "é",
      "&",
    ];
    let seed = 7;
    const below = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % most;
    };
    for (let round = 0; round < 5_000; round++) {
      const parts = Array.from({ length: below(12) }, () => words[below(words.length)]);
      const link = parts.join("");
      const route = readRoute(link);
      if (route?.lane != null) expect(Number.isSafeInteger(route.lane), link).toBe(true);
      expect(() => parseRoute(link), link).not.toThrow();
    }
  });
});
