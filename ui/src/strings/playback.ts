/** Texts of the playback screen, and of the library of prompts and line-ups. */

export const replayWords = {
  title: "Replay",
  label: "Replay of a race",
  back: "The run",
  loading: "Reading the raw log…",
  gone: "This race cannot be replayed",
  sweep: "A sweep has no single clock, so it cannot be replayed. Its levels are in the history.",
  play: "Play",
  pause: "Pause",
  start: "To the start",
  end: "To the end",
  speed: "Speed",
  times: (speed: number) => `${speed}×`,
  head: "Time since the start gun",
  headAt: (at: string, all: string) => `${at} of ${all}`,
  keys: "Space plays, ← → go 100 ms, with Shift a second",
  noLog: "This lane has no raw log, so only its end can be shown.",
} as const;

export const library = {
  prompts: "Prompts",
  promptsHint: "Recent prompts, presets, and your own",
  recent: "Recent",
  noneRecent: "The last twenty prompts that you raced appear here.",
  presets: "Presets",
  saved: "Saved",
  noneSaved: "Nothing saved yet.",
  save: "Save",
  saveAs: "Save this prompt as",
  name: "Name",
  forget: (name: string) => `Forget “${name}”`,
  lineUps: "Line-ups",
  lineUpsHint: "Saved sets of lanes",
  saveLineUpAs: "Save these lanes as",
  values: "Values of the prompt's variables",
  value: (name: string) => `Value of ${name}`,
  presetList: {
    chat: "Short chat",
    essay: "Long essay",
    code: "Code file",
    json: "JSON",
    count: "Count to 500",
  },
  presetPrompts: {
    chat: "In two sentences: why is the sky blue?",
    essay:
      "Write an essay of about 1,500 words on how the printing press changed who could know what. Give it a title, an argument, three pieces of evidence with dates, the strongest objection, and a conclusion.",
    code: "Write one TypeScript file that exports a least-recently-used cache with a capacity and a time to live. Include types, comments that say why, and a test for each rule. Answer with the code alone.",
    json: 'Answer with JSON alone, no Markdown: an array of 25 objects of the shape {"id": number, "city": string, "country": string, "population": number, "landmarks": [string, string]}, one for each of 25 large cities.',
    count: "Count from 1 to 500, one number per line, nothing else.",
  },
} as const;
