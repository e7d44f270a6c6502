import { describe, expect, it } from "vitest";
import type { MeasurementConditions } from "../backend/backend";
import { conditionFacts, markedLevels } from "./conditions";

const CONDITIONS: MeasurementConditions = {
  prompt_hash: "ba7816bf8f",
  prompt_tokens: 40,
  max_tokens: 256,
  temperature: 0,
  measured: 12,
  token_sources: ["server"],
  protocols: ["HTTP/1.1"],
  cold: null,
  unique_prompts: null,
  machine: "Abacus, 2 cores, linux",
  ttft_error_ms: 0.31,
  def_version: 2,
  started_at: "2026-11-21T09:00:00Z",
  simulated: false,
};

const facts = (change: Partial<MeasurementConditions>) =>
  conditionFacts({ ...CONDITIONS, ...change });

describe("the conditions below a chart", () => {
  it("say the machine, and next to it how far that may be off", () => {
    const told = facts({});
    const at = told.indexOf("Abacus, 2 cores, linux");
    expect(at, "a number belongs to the machine that took it").toBeGreaterThan(0);
    expect(told[at + 1], "with its own error beside it").toBe("up to 0.3 ms late");
    expect(facts({ ttft_error_ms: 0.04 }), "a small error is not none").toContain(
      "up to 0.04 ms late",
    );
    expect(facts({ ttft_error_ms: null }), "none known is told").toContain("not calibrated");
  });

  it("do not mention a machine that nobody knows", () => {
    const told = facts({ machine: null });
    expect(told, "one fact fewer").toHaveLength(facts({}).length - 1);
    expect(told.join(), "and no hole in its place").not.toMatch(/null|undefined/);
  });

  it("say of an imported run that its machine is another's claim", () => {
    const told = facts({ imported: true });
    const at = told.indexOf("Abacus, 2 cores, linux");
    expect(told[at - 1], "before it is named").toBe("imported");
    expect(facts({}), "and of a run from here nothing").not.toContain("imported");
  });

  it("say the warnings of the requests, and what else is to be known of the numbers", () => {
    const warnings = [{ warning: "buffered", requests: 3 } as const];
    expect(facts({ warnings })).toContain("warnings: buffered (3 requests)");
    expect(facts({}).join(), "none is not told").not.toContain("warnings");
    const marked = markedLevels(["few waves", "throttled", "few waves"]);
    expect(marked).toBe(
      "“!” marks levels to read with care: few waves (2 levels), throttled (1 level)",
    );
    expect(conditionFacts(CONDITIONS, [marked])).toContain(marked);
  });

  it("say how a sweep connected, and of a race only what it spoke", () => {
    expect(facts({ cold: true })).toContain("HTTP/1.1, cold connections");
    expect(facts({ cold: false })).toContain("HTTP/1.1, warm connections");
    expect(facts({}), "a race's lanes keep theirs").toContain("HTTP/1.1");
  });
});
