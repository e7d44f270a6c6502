/** Text in the DOM without React: appended in blocks that the browser can skip, and scrolled to its end. */

/** A block is closed at the first line break after this many characters … */
const BLOCK = 2_000;
/** … at a space after this many, so that a text without line breaks is not a single block either … */
const LONGEST_BLOCK = 4_000;
/** … and after this many wherever that is: a web view lays out a word that goes on without end for ever. */
const CUT_BLOCK = 2 * LONGEST_BLOCK;
/** A character with its marks that is longer than this is cut too, in UTF-16 units. */
const LONGEST_CHARACTER = 64;
/** Number of combining marks in a row that are shown; real writing has four at most. The rest becomes one "…". */
const MARKS = 8;
/** Number of last blocks that are always laid out: what a reader at the end sees must not change its height. */
const KEPT = 2;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Where `text` can be cut near `at`: before the character that `at` lies in, unless that has no end either. */
function characterEnd(text: string, at: number): number {
  const from = Math.max(at - LONGEST_CHARACTER, 0);
  const near = characters.segment(text.slice(from, at + LONGEST_CHARACTER)).containing(at - from);
  if (near && near.index > 0) return from + near.index;
  return /^[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Where the first block of `text` ends if it already has `used` characters; 0 if it continues. */
function blockEnd(text: string, used: number): number {
  const near = text.slice(0, CUT_BLOCK - used + LONGEST_CHARACTER);
  const line = near.indexOf("\n", Math.max(BLOCK - used, 0));
  if (line >= 0 && line < LONGEST_BLOCK - used) return line + 1;
  if (used + text.length <= LONGEST_BLOCK) return 0;
  const space = near.indexOf(" ", Math.max(LONGEST_BLOCK - used, 0));
  if (space >= 0 && space < CUT_BLOCK - used) return space + 1;
  if (used + text.length <= CUT_BLOCK) return 0;
  return characterEnd(near, Math.max(CUT_BLOCK - used, 1));
}

/** One part of a lane's text. */
export class TextBlocks {
  readonly #parent: HTMLElement;
  #last: Text | null = null;
  /** Blocks that are laid out whether or not they are in sight. */
  #laidOut: HTMLElement[] = [];
  /** The height of the first of these, as far as it was read. */
  #heights: number[] = [];
  /** Height of the text in pixels per character, from the last measured block. */
  #perCharacter = 0;
  /** Number of combining marks in a row at the end of the text. */
  #marks = 0;

  constructor(parent: HTMLElement) {
    this.#parent = parent;
  }

  /**
   * Reads the heights of blocks that are complete. It is called before anything of a frame is changed, when reading them
   * costs no layout.
   */
  measure(): void {
    this.#heights = this.#laidOut.slice(0, -KEPT).map(heightOf);
  }

  append(text: string): void {
    this.#skip(this.#heights);
    this.#heights = [];
    const before = this.#laidOut.length;
    let rest = this.#drawable(text);
    while (rest) {
      this.#last ??= this.#open();
      const end = blockEnd(rest, this.#last.length);
      this.#last.appendData(end > 0 ? rest.slice(0, end) : rest);
      if (end === 0) break;
      rest = rest.slice(end);
      this.#last = null;
    }
    this.#skipUnseen(before);
  }

  replace(text: string): void {
    this.#parent.replaceChildren();
    this.#last = null;
    this.#laidOut = [];
    this.#heights = [];
    this.#marks = 0;
    this.append(text);
  }

  /** The text without marks stacked so high that a web view takes minutes to place them. */
  #drawable(text: string): string {
    return text.replace(/(\P{M}+)|\p{M}+/gu, (run: string, others?: string) => {
      const before = this.#marks;
      const marks = others === undefined ? [...run] : [];
      this.#marks = others === undefined ? before + marks.length : 0;
      if (this.#marks <= MARKS) return run;
      return before > MARKS ? "" : `${marks.slice(0, MARKS - before).join("")}…`;
    });
  }

  #open(): Text {
    const block = document.createElement("div");
    const text = document.createTextNode("");
    block.append(text);
    this.#parent.append(block);
    this.#laidOut.push(block);
    return text;
  }

  /** Lets the browser skip the first blocks while they are out of sight, each at exactly its height. */
  #skip(heights: readonly number[]): void {
    const blocks = this.#laidOut.splice(0, heights.length);
    for (const [index, block] of blocks.entries()) {
      const height = heights[index] ?? 0;
      this.#perCharacter = height / Math.max(lengthOf(block), 1);
      skip(block, height);
    }
  }

  /**
   * Blocks from the `before`th on are new: those that nobody will see at the end of the text are never laid out, and get the
   * height per character of earlier blocks. Only before any was measured is one laid out at once.
   */
  #skipUnseen(before: number): void {
    const unseen = this.#laidOut.slice(before, -KEPT);
    const [first] = unseen;
    if (first === undefined) return;
    if (this.#perCharacter === 0)
      this.#perCharacter = heightOf(first) / Math.max(lengthOf(first), 1);
    for (const block of unseen) skip(block, this.#perCharacter * lengthOf(block));
    this.#laidOut.splice(before, unseen.length);
  }
}

const heightOf = (block: HTMLElement) => block.getBoundingClientRect().height;

const lengthOf = (block: HTMLElement) => block.textContent?.length ?? 0;

function skip(block: HTMLElement, height: number): void {
  block.style.containIntrinsicSize = `auto ${height}px`;
  block.className = "text-block";
}

const AT_BOTTOM_PX = 24;
/**
 * A scroll position beyond every end: the browser stops at the bottom, and asking where that is would cost a layout.
 */
const BOTTOM = 1e9;

export interface Following {
  /** Scrolls to the end, if the reader is there. */
  settle: () => void;
  /** Scrolls to the end and stays there. */
  pin: () => void;
  stop: () => void;
}

/** Scrolls with the text until the user scrolls up, and again once they are back at the end. */
export function follow(
  box: HTMLElement,
  pinned: boolean,
  onPinned: (pinned: boolean) => void,
): Following {
  let isPinned = pinned;
  let top = 0;
  let height = 0;
  const settle = () => {
    if (isPinned) box.scrollTop = BOTTOM;
  };
  const onScroll = () => {
    const before = isPinned;
    const isAtBottom = box.scrollHeight - box.scrollTop - box.clientHeight < AT_BOTTOM_PX;
    // Text that became shorter also moves the reader up; only the reader's own scrolling stops following.
    const wentUp = box.scrollTop < top && box.scrollHeight >= height;
    if (isAtBottom) isPinned = true;
    else if (wentUp) isPinned = false;
    top = box.scrollTop;
    height = box.scrollHeight;
    if (isPinned !== before) onPinned(isPinned);
  };
  box.addEventListener("scroll", onScroll, { passive: true });
  const resize = new ResizeObserver(settle);
  resize.observe(box);
  return {
    settle,
    pin: () => {
      isPinned = true;
      onPinned(true);
      settle();
    },
    stop: () => {
      box.removeEventListener("scroll", onScroll);
      resize.disconnect();
    },
  };
}
