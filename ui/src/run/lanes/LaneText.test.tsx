import { render, screen } from "@testing-library/react";
import { act } from "react";
import { describe, expect, it, vi } from "vitest";
import type { TextSink, TextSource } from "../laneStore";
import { LaneText } from "./LaneText";

function source(answer = "") {
  let sink: TextSink | undefined;
  const texts: TextSource = {
    text: (_lane, part) => (part === "answer" ? answer : ""),
    watchText: (_lane, given) => {
      sink = given;
      return () => undefined;
    },
  };
  const append = (text: string) =>
    act(() => {
      sink?.measure();
      sink?.append("answer", text);
      sink?.settle();
    });
  return { texts, append };
}

function show(texts: TextSource) {
  render(<LaneText lane={0} name="GPU cloud" source={texts} busy hint="Soon." />);
  return screen.getByRole("log", { name: "Answer of GPU cloud" });
}

describe("a lane's text", () => {
  it("loses nothing, whatever the pieces", () => {
    const { texts, append } = source("Already here. ");
    const log = show(texts);
    let whole = "Already here. ";
    for (let piece = 0; piece < 400; piece += 1) {
      const text = `${"word ".repeat(piece % 17)}${piece % 5 === 0 ? "\n" : ""}é🦊`;
      whole += text;
      append(text);
    }
    expect(log.textContent, "the text on screen is the text that came").toBe(whole);
    expect(
      log.querySelectorAll("[data-part=answer] > div").length,
      "in blocks that the browser can skip",
    ).toBeGreaterThan(3);
  });

  it("breaks its blocks at line ends, so that no line is broken that was not", () => {
    const { texts, append } = source();
    const log = show(texts);
    append(`${"a line of some length\n".repeat(300)}end`);
    const blocks = [...log.querySelectorAll("[data-part=answer] > div")].map(
      (block) => block.textContent ?? "",
    );
    expect(blocks.length).toBeGreaterThan(2);
    for (const block of blocks.slice(0, -1))
      expect(block.endsWith("\n"), "a block ends with its line").toBe(true);
  });

  it("does not keep one endless line in one block", () => {
    const { texts, append } = source();
    const log = show(texts);
    append("word ".repeat(10_000));
    expect(log.querySelectorAll("[data-part=answer] > div").length).toBeGreaterThan(4);
  });

  const LONGEST = 8_100;
  const shownBlocks = (log: HTMLElement) =>
    [...log.querySelectorAll("[data-part=answer] > div")].map((block) => block.textContent ?? "");

  it.each([
    ["one letter", "a", 10_000],
    ["characters in halves", "🦊", 9_999],
    ["letters with marks", "e\u0301\u0323", 1_001],
    ["a family", "👨‍👩‍👧", 10_000],
    ["joined without end", "\u200da", 10_000],
  ])("does not keep one endless word in one block, however it comes: %s", (_, letter, step) => {
    const { texts, append } = source();
    const log = show(texts);
    const whole = letter.repeat(60_000 / letter.length);
    for (let at = 0; at < whole.length; at += step) append(whole.slice(at, at + step));
    expect(log.textContent, "nothing is lost").toBe(whole);
    for (const block of shownBlocks(log)) {
      expect(block.length).toBeLessThan(LONGEST);
      expect(block, "no character is cut in half").not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
    }
  });

  it("cuts an endless word between its characters, not between a letter and its marks", () => {
    const { texts, append } = source();
    const log = show(texts);
    append("xe\u0301\u0323".repeat(10_000));
    const blocks = shownBlocks(log);
    expect(blocks.length).toBeGreaterThan(4);
    for (const block of blocks) expect(block).not.toMatch(/^\p{M}/u);
  });

  it("shows eight marks on a letter, and says that there are more", () => {
    const { texts, append } = source();
    const log = show(texts);
    const marks = (many: number) => "\u0301".repeat(many);
    append(`a${marks(8)}b${marks(6)}`);
    expect(log.textContent, "as they came").toBe(`a${marks(8)}b${marks(6)}`);
    append(marks(1_000));
    append(`${marks(1_000)}c`);
    expect(log.textContent, "however they come").toBe(`a${marks(8)}b${marks(8)}…c`);
  });

  it("lets the browser skip old blocks and never the last, whose height may still change", () => {
    const { texts, append } = source();
    const log = show(texts);
    append("a line of some length\n".repeat(900));
    const blocks = [...log.querySelectorAll("[data-part=answer] > div")];
    const skippable = blocks.filter((block) => block.classList.contains("text-block"));
    expect(skippable.length, "most of a long text").toBe(blocks.length - 2);
    expect(blocks.at(-1)?.className, "a reader at the end is not moved").toBe("");
  });

  it("does not lay out a stretch that came and went between two pictures", () => {
    const { texts, append } = source();
    const log = show(texts);
    const asked = vi.spyOn(Element.prototype, "getBoundingClientRect");
    asked.mockReturnValue({ height: 180 } as DOMRect);
    append("a line of some length\n".repeat(400));
    const before = asked.mock.calls.length;
    append("a line of some length\n".repeat(900));
    const blocks = [...log.querySelectorAll<HTMLElement>("[data-part=answer] > .text-block")];
    expect(asked.mock.calls.length - before, "nothing, in the frame that changes it").toBe(0);
    append("and ");
    expect(asked.mock.calls.length - before, "the two that had been seen").toBe(2);
    expect(blocks.at(-1)?.style.containIntrinsicSize, "the others are as high").toMatch(
      /^auto 1[78]\d/,
    );
    asked.mockRestore();
  });

  it("stays silent for screen readers while it streams", () => {
    const log = show(source().texts);
    expect(log.getAttribute("aria-live")).toBe("off");
    expect(log.getAttribute("aria-busy"), "and says that it is busy").toBe("true");
  });
});
