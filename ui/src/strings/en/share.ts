/** Texts of shared races. */

import { count } from "../numbers";

export const share = {
  copyPicture: "Copy picture",
  charts: {
    copyHint:
      "Copies the first chart with its finding and conditions as a picture of 1200 × 630; saves it where the system keeps the clipboard closed",
    saveWhole: "Save picture with every chart",
    savePage: "Save page with every number (HTML)",
    copyLink: "Copy link to this screen",
  },
  copyHint:
    "Copies the photo finish as a picture of 1200 × 630; saves it where the system keeps the clipboard closed",
  copied: "Picture copied",
  nothing: "No chart is drawn here to share.",
  menu: "More to share",
  saveCard: "Save picture, 1200 × 630",
  saveWhole: "Save picture with every lane",
  savePage: "Save page that replays it (HTML)",
  copyMarkdown: "Copy as Markdown",
  copyLink: "Copy link to this run",
  prompt: (words: string) => `“${words}”`,
  server: (name: string) => `on ${name}`,
  perThousand: "per 1,000 requests",
  max: (tokens: number) => `max ${count(tokens)} tokens`,
  error: (ms: string) => `± ${ms} ms`,
  warnedIn: (tag: string, lanes: string) => `${tag} (${lanes})`,
  everyLane: "every lane",
  ofRounds: (name: string, warned: number, rounds: number) => `${name} ${warned} of ${rounds}`,
  more: (rows: number) => `and ${count(rows)} more`,
  columns: (tokens: number) =>
    ["", "contender", "first text", `to ${count(tokens)} tokens`, "gap", "tok/s", "cost"] as const,
} as const;
