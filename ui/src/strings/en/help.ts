/** Texts about Paceline itself: what it is, what leaves this machine, the problem report, moving its folder. */

export const about = {
  version: "Version",
  build: "Build",
  definitions: "Definitions",
  definitionsHint:
    "Version of the formulas behind the numbers. Runs of other versions are recomputed from their raw logs.",
  leaves: "What leaves this machine",
  leaving: [
    "Your prompt and your key, to the providers in a race or sweep, when you start it.",
    "Your key, to a provider whose models are listed: when you check it, or look for its models.",
    "A request for the price book, when you update it.",
    "A question to the usual ports of this machine, when you look for local servers.",
  ],
  nothingElse:
    "Nothing else: no account, no telemetry, no check for updates. Prompts and answers are in the history on this machine; keys are in the system's keyring only.",
  licences: "Licences",
  licence: [
    { of: "Paceline", under: "MIT" },
    { of: "Inter, the typeface", under: "SIL Open Font License 1.1" },
    {
      of: "Libraries",
      under: "MIT, Apache 2.0, BSD, ISC, Zlib, MPL 2.0, Unicode 3.0, each under its own",
    },
  ],
} as const;

export const report = {
  title: "Report a problem",
  story:
    "Versions, settings and the end of the log, in a text for you to read first. It holds no prompt, answer, key, address or folder. Nothing is sent: you save it, and attach it where you report the problem.",
  write: "Write a report",
  text: "The report",
  save: "Save to Downloads",
  copy: "Copy",
  discard: "Discard",
  saved: (path: string) => `Saved as ${path}.`,
  show: "Show in folder",
} as const;

export const move = {
  label: "Move to",
  hint: "The absolute path of an empty or new folder. The history is copied there and Paceline restarts; the old folder is left as it is, with its backups. The command line follows.",
  named:
    "This folder was named when Paceline was started, with --data-dir or PACELINE_DATA_DIR. Name another one there.",
  placeholder: "/the/whole/path",
  move: "Move …",
  moving: "Copying …",
} as const;
