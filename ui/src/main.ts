// First, before anything that might pass the machine's language to Intl.
import "./strings/language";
import "./ui/theme.css";
import "./ui/fonts";
import { loadTexts } from "./strings/load";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");

/** Modules read their texts once, when they are loaded, so the texts come first. */
async function begin(inside: HTMLElement): Promise<void> {
  await loadTexts();
  const { start } = await import("./start");
  await start(inside);
}

void begin(root);
