/**
 * Finds the first of our preferred monospaced fonts that is installed; the other typeface is bundled. WebKitGTK looks
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

/** On macOS this name is its own font, so the list need not name it. */
const GENERIC = "ui-monospace, monospace";

const STORED_AS = "paceline.mono";
/** Wide and narrow letters: two fonts hardly ever agree on the width of these. */
const SAMPLE = "Wmil10:. tok/s";

/** The first preferred family that is installed: its text has a different width than the fallback font's. */
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
    // If nothing can be stored, for example on a full disk, the next start checks again.
  }
  return found;
}

/** Uses the font found at the last start, and checks again for the next one once the window is open. */
function chooseFont(): void {
  use(window.localStorage.getItem(STORED_AS) ?? lookAndStore());
  setTimeout(lookAndStore, 3_000);
}

chooseFont();
