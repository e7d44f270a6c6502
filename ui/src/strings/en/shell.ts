/** Texts of the palette, the settings, the status bar, the shortcuts and links. */

import { count, dollars } from "../numbers";
import { about, move, report } from "./help";
import { plural } from "./plural";
import { screenNames } from "./screens";

export const palette = {
  title: "Command palette",
  search: "An action, a screen, a provider, a model, a run …",
  nothing: "Nothing matches.",
  found: (n: number) => plural(n, "result"),
  groups: {
    actions: "Actions",
    screens: "Screens",
    places: "Places",
    runs: "Recent runs",
    providers: "Providers",
    models: "Models",
    settings: "Settings",
  },
  addLane: "adds a lane",
  muteLane: (place: number, model: string) => `Mute lane ${place}: ${model}`,
  unmuteLane: (place: number, model: string) => `Unmute lane ${place}: ${model}`,
  muteWords: "mute unmute silence disable enable solo skip",
  noPrompt: "(empty prompt)",
} as const;

export const shortcuts = {
  title: "Keyboard shortcuts",
  close: "Close",
  search: "Find a shortcut",
  nothing: "No shortcut matches.",
  change: "Change shortcuts",
  groups: { race: "Race", lanes: "Lanes", replay: "Replay", window: "Window" },
  race: "Start the race",
  stopAll: "Stop all lanes",
  stopLane: "Stop the focused lane",
  prompt: "Write the prompt",
  newRace: "New race",
  addLane: "Add a lane",
  duplicateLane: "Duplicate the focused lane",
  removeLane: "Remove the focused lane",
  focusLane: "Focus a lane",
  muteLane: "Mute or unmute a lane",
  raceAgain: "Race these lanes again, in enough rounds for a verdict",
  trackAxis: "Track by the clock or as a photo finish",
  markdown: "Answers as Markdown, or as written",
  find: "Find in the answers",
  playPause: "Replay: play or pause",
  scrub: "Replay: 100 ms back or forward; with Shift, a second",
  ends: "Replay: to the start or to the end",
  palette: "Command palette",
  showRace: screenNames.race,
  showSweep: screenNames.sweep,
  showHistory: screenNames.history,
  showCompare: screenNames.compare,
  showWatch: screenNames.watch,
  showProviders: screenNames.providers,
  showSettings: screenNames.settings,
  searchHistory: "Search the history",
  rail: "Show or hide the rail",
  theme: "Change theme",
  zoomIn: "Larger",
  zoomOut: "Smaller",
  zoomReset: "Normal size",
  sheet: "Keyboard shortcuts",
} as const;

export const newRace = {
  begun: "New race: the prompt is empty; everything else is as in Settings.",
  undo: "Undo",
} as const;

export const links = {
  unknown: (link: string) => `This link leads nowhere: ${link}`,
  fix: "Links look like history/ID, providers/ID or settings.",
} as const;

export const ask = { no: "Cancel" } as const;

const lostRuns = (lost: number) =>
  lost > 0 ? ` ${plural(lost, "run is", "runs are")} known to be lost.` : "";

export const damage = {
  title: "Damage of the history",
  told: (runs: number, lost: number) =>
    `The history is damaged: ${plural(runs, "run")} can be read.${lostRuns(lost)} Nothing is saved until it is repaired; the damaged file is kept.`,
  found:
    "A part of the history is damaged and cannot be read. Start Paceline again to see the rest and to repair it.",
  repair: "Repair",
  repairing: "Repairing …",
  repaired: (runs: number, lost: number, aside: string | null) =>
    `The history is repaired with ${plural(runs, "run")}.${lostRuns(lost)}${aside === null ? "" : ` The damaged file is now ${aside}.`} Start Paceline again to use it.`,
  restart: "Start again",
  readOnlyTitle: "A history that can only be read",
  readOnly:
    "Nothing can be written to the history's folder, so no race starts; what is there can be read, compared and exported. Allow writing or free some space on its disk, then start Paceline again.",
} as const;

export const overCap = {
  title: "Over today's spending cap",
  text: (most: string | null, spent: string, cap: string) =>
    most === null
      ? `What it costs at most is not known: a model with a price has no limit on tokens, or is sent what only its provider can count, such as images. Spent today: ${spent} of ${cap}.`
      : `It could cost up to ${most}. With ${spent} spent today, that exceeds your cap of ${cap} a day.`,
  unknown: (requests: number) =>
    `The cost of ${plural(requests, "request")} today is unknown and not counted.`,
  go: "Start anyway",
  declined: "Not started: it could exceed today's spending cap. Change the cap in Settings.",
} as const;

export const status = {
  keyringReady: (backend: string) => `Keyring: ${backend}`,
  keyringLocked: "Keyring locked",
  notices: "Notices of the history",
  noticeRead: "Dismiss this notice",
  leftRunning:
    "The page was loaded again while something was running. It goes on and will be in the history; nothing else can start until it ends.",
  stopLeft: "Stop what is running",
  keyringMissing: "No keyring",
  keyringHint: "Open Providers",
  direct: "No proxy",
  proxy: (host: string) => `Proxy: ${host}`,
  ownProxies: (n: number) => `+${count(n)}`,
  networkHint: (own: number) =>
    own > 0
      ? `How providers are reached; ${plural(own, "provider")} with settings of its own. Open Network.`
      : "How providers are reached. Open Network.",
  prices: (days: number) => (days === 0 ? "Today's prices" : `Prices ${plural(days, "day")} old`),
  pricesHint: (source: string, dated: string) => `${source}, ${dated}. Open Prices to update them.`,
  spent: (usd: number | null, cap: number | null) =>
    cap === null ? `${dollars(usd)} today` : `${dollars(usd)} of ${dollars(cap)} today`,
  spentUnknown: (requests: number) => `+ ${count(requests)} unknown`,
  spentHint: (real: number, unknown: number, simulated: number) =>
    [
      `Spent since midnight on ${plural(real, "request")} to real providers.`,
      unknown > 0 ? `The cost of ${plural(unknown, "of them", "of them")} is unknown.` : "",
      simulated > 0 ? `${plural(simulated, "simulated request")} cost nothing.` : "",
      "Open Spending.",
    ]
      .filter(Boolean)
      .join(" "),
  redefinition: (done: number, waiting: number) =>
    `Recomputing old runs: ${count(done)} of ${count(done + waiting)}`,
  redefinitionHint: (version: number) =>
    `Runs with older definitions are recomputed from their raw logs under version ${version} of the definitions, newest first. Until then they are not compared with new runs. It pauses while a race runs and continues after a restart.`,
  running: (lanes: number) => `Racing ${plural(lanes, "lane")}`,
  toRace: "Go to the race",
  stop: "Stop",
  version: (version: string) => `Paceline ${version}`,
  rendering: (policy: string) => `Rendering: ${policy}`,
} as const;

export const settings = {
  title: "Settings",
  sections: {
    general: "General",
    races: "New races",
    spending: "Spending",
    keyboard: "Keyboard",
    data: "Data",
    network: "Network",
    doctor: "Doctor",
    about: "About",
  },
  about,
  report,
  move,
  story: {
    general: "How the window looks and formats numbers. Kept with your history.",
    races: "Defaults of a new race, and timeouts. The race on screen stays as it is.",
    spending: "What was spent today, and the cap above which Paceline asks first.",
    keyboard: "Click a shortcut, then press the new keys.",
    data: "One SQLite file on this machine. No account, no telemetry.",
    network: "Proxies, certificates and plain HTTP, for all providers or for one.",
    doctor: "Facts about this machine for support, and the report of a problem.",
    about: "Races LLM providers side by side on one clock.",
  },
  language: "Language",
  languageHint:
    "What a provider, the system or a reader of files reports is shown in its own words. The command line and exports are in English.",
  languageSystem: "As the system",
  languageLater: "Takes effect at the next start: a race or a sweep is running.",
  theme: "Theme",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
  textSize: "Size",
  textSizeHint: (larger: string, smaller: string) =>
    `Zoom of the whole window, 80 to 400 percent; also ${larger} and ${smaller}.`,
  percent: "%",
  times: "Durations",
  timesHint: "For TTFT, total time and the like. Gaps between chunks are always in milliseconds.",
  timeUnits: { seconds: "Seconds, 0.41 s", milliseconds: "Milliseconds, 412 ms" },
  numbers: "Numbers",
  numberFormats: {
    language: "As the language",
    comma_point: "1,234.5",
    point_comma: "1.234,5",
    space_comma: "1 234,5",
    plain: "1234.5",
  },
  fixedUnits: "Speeds are in tokens per second and costs in US dollars, as providers publish them.",
  rail: "Show the rail",
  notify: "Notify when a long run ends",
  notifyHint:
    "A system notification after a sweep, or a race of more than 20 s, while the window is in the background. It never shows the prompt.",
  maxTokens: "Max tokens",
  temperature: "Temperature",
  warmup: "Warm-up rounds",
  repeats: "Measured rounds",
  timeouts: {
    first_token_s: {
      label: "First token within",
      hint: "From the request to its first visible text. Models that reason first can take minutes.",
    },
    idle_s: {
      label: "Silent for at most",
      hint: "Without a byte in the middle of an answer.",
    },
    request_s: {
      label: "Over within",
      hint: "The whole request. What had arrived is kept. These three apply from the next race or sweep on.",
    },
  },
  seconds: "s",
  providersOwn: "provider's own",
  spentToday: "Spent today",
  spentNothing: "Nothing was sent to a real provider today.",
  spentLine: (requests: number) => `for ${plural(requests, "request")} to real providers`,
  spentUnknown: (requests: number) =>
    `The cost of ${plural(requests, "more request")} is unknown: there is no price. It is not zero.`,
  spentSimulated: (requests: number) => `${plural(requests, "simulated request")} cost nothing.`,
  cap: "Cap",
  capHint:
    "Dollars a day. A race that could exceed it, by its prices and token limits, asks first; so does one without a token limit. Empty: no cap.",
  capNone: "no cap",
  usdPerDay: "$ a day",
  keys: {
    reset: "Reset",
    resetAll: "Reset all",
    resetAllDone: "All shortcuts are back to their defaults.",
    undo: "Undo",
    press: "Press keys …",
    cancelHint: "Esc cancels.",
    own: "yours",
    fixed: "fixed",
    taken: (chord: string, action: string) => `${chord} is already “${action}”.`,
    swap: "Use it anyway",
    record: (action: string, chord: string) => `Change “${action}”, now ${chord}`,
    letterHint: "Keys without Ctrl or Cmd work while no text field has the focus.",
    free: "no key",
  },
  folder: "Folder",
  reveal: "Show in the file manager",
  copyPath: "Copy path",
  copied: "Copied.",
  notCopied: "The system refused to copy it.",
  size: "Size",
  sizeLine: (history: string, backups: number, taken: string) =>
    backups === 0 ? history : `${history}, and ${plural(backups, "backup")} of ${taken}`,
  verify: "Verify database",
  verifying: "Reading everything …",
  verifyHint: "Reads every run and recomputes every number from its raw log.",
  sound: (runs: number, numbers: number) =>
    `No errors: ${plural(runs, "run")}, the numbers of ${plural(numbers, "request")} recomputed.`,
  findings: (n: number) => plural(n, "finding"),
  finding: (run: string, what: string) => `Run ${run}: ${what}`,
  backUp: "Back up now",
  backingUp: "Copying …",
  backedUp: "The history was copied into a file beside it.",
  backUpHint: "Copies the history into a file beside it. Neither holds keys.",
  retention: "Keep deleted runs for",
  retentionHint: "They can be restored until then; after that they are removed at the next start.",
  days: "days",
  toNetwork: "Open Network on the Providers screen",
  proxyNow: "Proxy now",
  ownProxies: (n: number) => `${plural(n, "provider")} with a proxy of its own`,
  app: "Paceline",
  machine: "Machine",
  engine: "Web view",
  rendering: "Rendering",
  display: "Display",
  keyring: "Keyring",
  keyringStates: { ready: "ready", locked: "locked", missing: "missing" },
  frames: "Frames",
  framesLine: (fps: string, slowest: string) => `${fps} a second, the slowest after ${slowest}`,
  framesHint: "Draws for one second and counts frames. Measurements do not depend on it.",
  testFrames: "Test",
  testing: "Drawing …",
  copyText: "Copy as text",
  textLine: (name: string, value: string) => `${name}: ${value}`,
} as const;

export const forget = {
  keyTitle: (label: string) => `Forget the key for ${label}?`,
  keyText: "It is removed from the keyring and cannot be restored from here.",
  keyGo: "Forget key",
  endpointTitle: (label: string) => `Remove ${label} and its key?`,
  endpointText: "The endpoint can be restored for ten seconds; its key cannot.",
  endpointGo: "Remove",
  undo: "Undo",
} as const;
