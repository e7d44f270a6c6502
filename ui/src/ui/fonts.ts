/**
 * Finds the first of our preferred fonts that is installed. WebKitGTK looks up a family again for each size and weight
 * on a page, so a list of ten missing families delays the first frame by a hundred look-ups. So the list is checked
 * once, and the window uses the first font found.
 */

const LIKED = {
  sans: [
    "Inter",
    "Adwaita Sans",
    "Segoe UI Variable Text",
    "Segoe UI",
    "Ubuntu Sans",
    "Cantarell",
    "Noto Sans",
    "Liberation Sans",
  ],
  mono: [
    "JetBrains Mono",
    "SF Mono",
    "Cascadia Mono",
    "Adwaita Mono",
    "Ubuntu Mono",
    "Noto Sans Mono",
    "DejaVu Sans Mono",
    "Liberation Mono",
  ],
} as const;

type Kind = keyof typeof LIKED;

/** On macOS these names are its own fonts, which no list need name. */
const GENERIC: Record<Kind, string> = {
  sans: "system-ui, sans-serif",
  mono: "ui-monospace, monospace",
};

const STORED_AS = "paceline.fonts";
/** Wide and narrow letters: two fonts hardly ever agree on the width of these. */
const SAMPLE = "Wmil10:. tok/s";

/** The first liked family that is there: text in it is not as wide as in what stands in for a family that is not. */
function firstThere(kind: Kind): string | null {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return null;
  const width = (families: string) => {
    context.font = `16px ${families}`;
    return context.measureText(SAMPLE).width;
  };
  const standIns = ["monospace", "serif"].map((family) => ({ family, width: width(family) }));
  const isThere = (name: string) =>
    standIns.some((standIn) => width(`"${name}", ${standIn.family}`) !== standIn.width);
  return LIKED[kind].find(isThere) ?? null;
}

function look(): Record<Kind, string | null> {
  return { sans: firstThere("sans"), mono: firstThere("mono") };
}

function use(found: Record<Kind, string | null>): void {
  for (const kind of ["sans", "mono"] as const) {
    const name = found[kind];
    const families = name ? `"${name}", ${GENERIC[kind]}` : GENERIC[kind];
    document.documentElement.style.setProperty(`--${kind}`, families);
  }
}

function stored(): Record<Kind, string | null> | null {
  try {
    const { sans, mono } = JSON.parse(window.localStorage.getItem(STORED_AS) ?? "null");
    const isName = (name: unknown) => name === null || typeof name === "string";
    return isName(sans) && isName(mono) ? { sans, mono } : null;
  } catch {
    // Never written, or by nobody we know.
    return null;
  }
}

function lookAndStore(): Record<Kind, string | null> {
  const found = look();
  try {
    window.localStorage.setItem(STORED_AS, JSON.stringify(found));
  } catch {
    // Where nothing can be kept, a full disk for one, the next start looks again.
  }
  return found;
}

/** Draws the window in what was there at the last start, and looks again for the next one once it is open. */
function chooseFonts(): void {
  use(stored() ?? lookAndStore());
  setTimeout(lookAndStore, 3_000);
}

chooseFonts();
