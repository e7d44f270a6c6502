/**
 * Finds the first of our preferred monospaced fonts that is installed; the other face is a file of our own. WebKitGTK looks
 * up a family again for each size and weight on a page, so a list of ten missing families delays the first frame by a
 * hundred look-ups. So the list is checked once, and the window uses the first font found.
 */

const LIKED = [
  "JetBrains Mono",
  "SF Mono",
  "Cascadia Mono",
  "Adwaita Mono",
  "Ubuntu Mono",
  "Noto Sans Mono",
  "DejaVu Sans Mono",
  "Liberation Mono",
];

/** On macOS this name is its own font, which no list need name. */
const GENERIC = "ui-monospace, monospace";

const STORED_AS = "paceline.mono";
/** Wide and narrow letters: two fonts hardly ever agree on the width of these. */
const SAMPLE = "Wmil10:. tok/s";

/** The first liked family that is there: text in it is not as wide as in what stands in for a family that is not. */
function firstThere(): string | null {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return null;
  const width = (families: string) => {
    context.font = `16px ${families}`;
    return context.measureText(SAMPLE).width;
  };
  const standIns = ["monospace", "serif"].map((family) => ({ family, width: width(family) }));
  const isThere = (name: string) =>
    standIns.some((standIn) => width(`"${name}", ${standIn.family}`) !== standIn.width);
  return LIKED.find(isThere) ?? null;
}

function use(name: string | null): void {
  const families = name ? `"${name}", ${GENERIC}` : GENERIC;
  document.documentElement.style.setProperty("--mono", families);
}

function lookAndStore(): string | null {
  const found = firstThere();
  try {
    if (found) window.localStorage.setItem(STORED_AS, found);
    else window.localStorage.removeItem(STORED_AS);
  } catch {
    // Where nothing can be kept, a full disk for one, the next start looks again.
  }
  return found;
}

/** Draws the window in what was there at the last start, and looks again for the next one once it is open. */
function chooseFont(): void {
  use(window.localStorage.getItem(STORED_AS) ?? lookAndStore());
  setTimeout(lookAndStore, 3_000);
}

chooseFont();
