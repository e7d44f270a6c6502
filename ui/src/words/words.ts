/** Every sentence the window says, in one typed place. Failures and verdicts are in `results.ts`. */

import type { Dialect, Failure } from "../backend/backend";
import { metrics } from "./metrics";
import { count, dollars, UNKNOWN } from "./numbers";

const plural = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

export const words = {
  app: "Paceline",

  rail: {
    label: "Screens",
    race: "Race",
    history: "History",
    providers: "Providers",
    shortcuts: "Keyboard shortcuts",
    theme: {
      system: "Theme: as the system",
      light: "Theme: light",
      dark: "Theme: dark",
    },
  },

  status: {
    keyringReady: (backend: string) => `Keyring: ${backend}`,
    keyringLocked: "Keyring locked",
    keyringMissing: "No keyring",
    keyringHint: "Open Providers",
    running: (lanes: number) => `Racing ${plural(lanes, "lane")}`,
    stop: "click to stop",
    idle: "No race running",
    replay: "Replay in a browser: recorded events, no engine",
    version: (version: string) => `Paceline ${version}`,
    rendering: (policy: string) => `Rendering: ${policy}`,
  },

  simulated: {
    tag: "SIMULATED",
    ribbon: "SIMULATED – no network, no cost",
    some: "Some lanes are SIMULATED and are not ranked",
  },

  race: {
    label: "Race",
    prompt: "Prompt",
    promptHint: "What should every lane be asked?",
    system: "System prompt",
    systemHint: "Optional: what every lane is told about itself first.",
    systemNone: "none",
    maxTokens: "Max tokens",
    temperature: "Temperature",
    effort: "Effort",
    effortUnset: UNKNOWN,
    repeats: "Repeats",
    providersOwn: "provider's own",
    promptTokens: (tokens: number) => plural(tokens, "prompt token"),
    go: "Race",
    stopAll: "Stop all",
    checking: "Checking the plan…",
    preflight: {
      lanes: (lanes: number, requests: number) =>
        requests > lanes
          ? `${plural(lanes, "lane")}, ${plural(requests, "request")}`
          : plural(lanes, "lane"),
      mostTokens: (tokens: number) => `at most ${plural(tokens, "token")}`,
      noLimit: "no token limit",
      mostCost: (usd: number) => `at most ${dollars(usd)}`,
      noCost: "no cost",
      noPrice: "no price",
      unpriced: (lanes: number) => `${plural(lanes, "lane")} without a price`,
      missingKeys: (lanes: number) => `${plural(lanes, "key")} missing`,
      addKey: "Add a key",
      laneProblem: (place: number, message: string) => `Lane ${place}: ${message}`,
    },
    notSaved: (why: string) => `This race could not be saved: ${why}`,
    announceStart: (lanes: number) => `Race started with ${plural(lanes, "lane")}.`,
    announceEnd: "Race over.",
    announceLane: (label: string, how: string) => `${label} ${how}.`,
    announceFinish: (label: string, total: string) => `${label} finished, ${total}.`,
  },

  lineup: {
    label: "Lanes",
    add: "Add lane",
    addTitle: "Add a lane",
    changeTitle: "Change provider or model",
    search: "Provider or model, or provider/model",
    nothing: "No such provider. Add it under Providers.",
    typed: (model: string) => `Use “${model}”`,
    live: "from the provider's list",
    listing: "Asking for the list of models…",
    noKey: "no key yet",
    place: (place: number) => `Lane ${place}`,
    overrides: "For this lane only",
    reset: "Reset to shared",
    overridden: "Differs from what the lanes share",
    asShared: (value: string) => `shared: ${value}`,
    duplicate: "Duplicate",
    mute: "Mute",
    unmute: "Unmute",
    muted: "muted",
    removeLane: (place: number) => `Remove lane ${place}`,
    removed: (label: string) => `Removed ${label}.`,
    undo: "Undo",
    empty: "Add at least one lane to race.",
  },

  track: {
    label: "Race track",
    axis: "seconds after the gun",
    wait: "wait",
    think: "think",
    write: "write",
    ticks: (every: number) => `1 tick = ${count(every)} tokens`,
    ready: "On your marks. Every connection is made before the start gun.",
    racing: "Racing",
    warmup: "Warm-up, not measured",
    round: (k: number, n: number) => `Round ${k} of ${n}`,
    rounds: "Rounds",
    tps: "tok/s",
    ttft: "TTFT s",
    cost: "cost",
    rowLabel: (label: string, story: string) => `${label}: ${story}`,
  },

  medals: {
    label: "Results",
    firstWord: "First word",
    firstAnswer: "First answer",
    fastest: "Fastest",
    cheapest: "Cheapest",
    tie: "tie",
    nobody: "No lane finished, so nobody is ranked.",
    noneReal: "No real lane finished, and simulated ones are not ranked beside them.",
    aloneReal: "One real lane finished, and simulated ones are not ranked beside it.",
    alone: "One lane finished, so there is nothing to rank.",
  },

  lane: {
    label: (place: number, label: string, model: string) => `Lane ${place}: ${label}, ${model}`,
    stop: "Stop this lane",
    retry: "Race this lane again",
    retryWith: (model: string) => `Race with ${model}`,
    settings: "Provider settings",
    numbers: "All numbers",
    text: (label: string) => `Answer of ${label}`,
    latest: "Jump to latest",
    thinking: "Thinking",
    noText: "No text.",
    waiting: "The first token will appear here.",
    tps: "tok/s",
    ttft: "TTFT s",
    first: "first s",
    total: "total s",
    elapsed: "elapsed",
    tokens: "tokens",
    cost: "cost",
    finished: (reason: string) => `finished · ${reason}`,
    queue: (ms: string) => `server queue ${ms}`,
    noPrice: "no price",
    noPriceAdvice: "No price is known for this model, so its cost is unknown. It is not zero.",
    serverAdvice: "What the server says of itself; never mixed with what was measured here.",
    httpStatus: (status: number) => `HTTP ${status}`,
    requestId: (id: string) => `request ${id}`,
    retryAfter: (duration: string) => `asks to wait ${duration}`,
    parameter: (name: string) => `parameter ${name}`,
    body: "Response",
    summary: (n: number) => plural(n, "round"),
    typical: (name: string, value: string) => `${name} ${value}`,
  },

  history: {
    label: "History",
    title: "History",
    count: (runs: number) => plural(runs, "run"),
    lanes: (lanes: number) => plural(lanes, "lane"),
    emptyTitle: "No races yet",
    empty: "Race once and the run appears here with its numbers, its texts and its raw log.",
    toRace: "Go to Race",
    loading: "Reading the history…",
    noPrompt: "(empty prompt)",
    delete: "Delete",
    deleteRun: (prompt: string) => `Delete the run “${prompt}”`,
    deleted: "Run deleted.",
    undo: "Undo",
    back: "All runs",
    again: "Race again",
    againHint: "Loads this plan into Race",
    texts: "Texts",
    numbers: "Numbers",
    prompt: "Prompt",
    system: "System",
    plan: (maxTokens: string, temperature: string, repeat: number) =>
      `max tokens ${maxTokens} · temperature ${temperature} · ${plural(repeat, "round")}`,
    definitions: (version: number) => `definitions v${version}`,
    gone: "This run is not in the history any more.",
  },

  numbersTable: metrics,

  providers: {
    list: "All providers",
    add: "Add",
    addTitle: "Add a provider",
    addStory: "Four ways in. Whatever you add is ready to race at once.",
    filter: "Find a provider",
    nothing: "No provider matches.",
    groupReady: "Ready",
    groupOthers: "Need a key or an address",
    groupHere: "On this machine, if it runs",
    groupSimulated: "Simulated",
    keyInKeyring: (tail: string | null) =>
      tail ? `Key in the keyring, ends in …${tail}` : "Key in the keyring",
    keyInSession: (tail: string | null) =>
      tail ? `Key for this session only, ends in …${tail}` : "Key for this session only",
    keyNone: "No key yet",
    keyOptional: "Key optional",
    needsAddress: "Needs an address",
    keyUnneeded: "Needs no key",
    key: "API key",
    keyHint: "Paste the key. It goes to the keyring and never comes back.",
    keyHintSession: "Paste the key. It stays in memory until Paceline closes.",
    setKey: "Save key",
    replaceKey: "Replace key",
    forgetKey: "Forget key",
    forgotten: (label: string) => `The key for ${label} is forgotten.`,
    saved: (label: string) => `The key for ${label} is in the keyring.`,
    savedSession: (label: string) => `The key for ${label} is kept until Paceline closes.`,
    sessionOnly: "For this session only, never written anywhere",
    whereKey: "Get a key",
    check: "Check and list models",
    checking: "Asking for the list of models…",
    checked: (models: number) => `The provider answers and lists ${plural(models, "model")}.`,
    checkedEmpty: "The provider answers but lists no models.",
    address: "Address",
    addressHint:
      "Everything before /chat/completions, with its version, for example https://host/v1",
    saveAddress: "Save address",
    addressReset: "Back to the default",
    addressDefault: (url: string) => `Default: ${url}`,
    addressExample: (url: string) => `Put your own in the place of the capitals: ${url}`,
    addressHints: {
      "openai-chat":
        "Everything before /chat/completions, with its version, for example https://host/v1",
      "openai-responses":
        "Everything before /responses, with its version, for example https://host/v1",
      anthropic: "Everything before /v1/messages, for example https://host",
      gemini: "Everything before /models, with its version, for example https://host/v1beta",
      cohere: "Everything before /v2/chat, for example https://host",
      ollama: "Everything before /api/chat, for example http://127.0.0.1:11434",
      replicate: "Everything before /models, with its version, for example https://host/v1",
    } satisfies Record<Dialect, string>,
    dialect: "Dialect",
    dialectHint: "The protocol that the server speaks.",
    reports: (what: string) => `Its server tells its own ${what}.`,
    sharesKey: (label: string) => `Uses the key of ${label}: they are one account.`,
    unprovenTag: "unproven",
    paste: {
      title: "Paste a key",
      story:
        "It is recognised by how it begins, kept in the keyring, and checked with a free call.",
      certain: (label: string) => `This is a key of ${label}.`,
      several: "Keys of several providers begin like this. Whose is it?",
      unknown: "Nothing in it tells whose it is. Whose is it?",
      choose: "Choose…",
      keep: (label: string) => `Save for ${label}`,
      open: (label: string) => `Open ${label}`,
    },
    local_servers: {
      title: "Servers on this machine",
      story:
        "Looks for Ollama, LM Studio, llama.cpp, vLLM and SGLang at their usual ports, when you press the button.",
      look: "Find servers",
      looking: "Looking…",
      none: "No server answers at the usual ports. Start one, or add its address below.",
      noModels: "lists no models",
      loaded: (models: string) => `in memory: ${models}`,
      use: "Use",
    },
    environment: {
      title: "Keys in your environment",
      story:
        "These variables were set where Paceline was started. Their values are read when you copy them.",
      none: "No well-known variable holds a key where Paceline was started.",
      copy: "Copy to keyring",
      copySession: "Use for this session",
      kept: "has a key",
    },
    plainHttp: {
      title: (host: string) => `${host} is public, and http:// is not encrypted.`,
      story:
        "Anybody on the way can read the prompt, the answer and the key. Use https:// if the server has it.",
      allow: "Send in the clear all the same",
    },
    prices: {
      title: "Prices",
      story:
        "A provider's own figure comes first, then a price of yours, then the book. A run keeps the prices it was raced with.",
      book: "Price book",
      bookLine: (source: string, dated: string, models: number) =>
        `${source}, published ${dated}, ${plural(models, "model")}`,
      bookStory:
        "No price book is fully right. Read a newer one from a file or an https address: LiteLLM's model_prices_and_context_window.json, or one that Paceline wrote. If that fails, this one stays.",
      from: "Path or https address",
      refresh: "Read",
      reading: "Reading…",
      shipped: "Back to the shipped one",
      inEffect: (source: string, dated: string) => `${source} of ${dated} is in effect.`,
      own: "Prices of your own",
      noneOwn: "None yet. Set one beside a model: open a provider and press the tags of the model.",
      yours: "yours",
      since: (day: string) => `yours since ${day}`,
      gone: "The book's price is in effect again.",
      setFor: (model: string) => `Set a price for ${model}`,
      kind: "How it is priced",
      kinds: {
        per_million: "per million tokens",
        gpu_hour: "per GPU hour",
        electricity: "by electricity",
      },
      fields: {
        input_usd: "Input $",
        output_usd: "Output $",
        cache_read_usd: "Cache read $",
        cache_write_usd: "Cache write $",
        reasoning_usd: "Reasoning $",
        usd_per_hour: "$ per hour",
        watts: "Watts",
        usd_per_kwh: "$ per kWh",
      },
      asThePlain: "as above",
      formulas: {
        per_million:
          "Tokens of each kind times their price. A field left empty costs what its whole costs.",
        gpu_hour:
          "Cost of a request = price per hour × the time it kept the machine busy, shared with lanes that ran beside it. Per million that is the hourly price ÷ tokens per hour.",
        electricity:
          "Price per hour = watts ÷ 1,000 × price per kilowatt-hour; a request pays for the time it kept the machine busy.",
      },
      save: "Save price",
      saved: (model: string) => `${model} has a price of yours.`,
      forget: "Forget",
      forgotten: (model: string) => `The book's price for ${model} is in effect again.`,
      cancel: "Cancel",
      perHour: (usd: string) => `${usd} per hour of the machine`,
      drawn: (watts: string, usd: string) => `${watts} W at ${usd} per kWh`,
    },
    network: {
      title: "Network",
      story: "How providers are reached. What runs on this machine is always reached directly.",
      proxy: "Proxy",
      choices: {
        inherit: "as for everybody",
        system: "the system's",
        direct: "none",
        custom: "this one:",
      },
      systemNone: "none now",
      proxyAddress: "Address of the proxy",
      proxyHint:
        "http, https, socks5, socks5h, socks4 or socks4a. Each provider can have another one.",
      login: "Login of the proxy",
      loginHint: "user:password. It goes to the keyring and never comes back.",
      loginKept: "A login is in the keyring.",
      loginSaved: "The login of the proxy is in the keyring.",
      loginForgotten: "The login of the proxy is forgotten.",
      caFile: "Certificates of your own",
      caHint:
        "A PEM file with the certificates of whoever is trusted besides the system's: a company proxy, or a server of your own.",
      plain: "Hosts reached in the clear",
      plainNone: "None. An http:// address of a public host asks for leave first.",
      forget: "Forget",
      saved: "Saved. It holds from the next race on.",
    },
    models: "Models",
    suggested: "Suggestions. Check the key to see the provider's own list.",
    listed: "The provider's own list.",
    modelsFilter: "Find a model",
    deprecated: (note: string) => `deprecated: ${note}`,
    price: (input: string, output: string) => `${input} in · ${output} out per million`,
    noPrice: "no price",
    raceModel: (model: string) => `Add ${model} to the race`,
    addedModel: (model: string) => `${model} is on the starting line.`,
    unproven:
      "The likeliest reading of what is known, not yet raced against the real service. Its address can be corrected below.",
    local: "runs on this machine",
    simulated: "simulated",
    custom: "custom",
    newTitle: "New custom endpoint",
    editTitle: "Endpoint",
    name: "Name",
    nameHint: "My vLLM server",
    keyNeeded: "Requests need a key",
    create: "Add endpoint",
    save: "Save",
    remove: "Remove endpoint",
    removed: (label: string) => `${label} is removed.`,
    endpointSaved: (label: string) => `${label} is saved.`,
    simulatedStory:
      "Runs inside Paceline on a loopback address with known timing. It needs no network, no key and costs nothing.",
    keyringTitle: {
      missing: "This machine has no keyring",
      locked: "The keyring is locked",
    },
    keyringFix: "How to fix it",
    keyringMeanwhile:
      "Until then a key can be used for this session only: it stays in memory and is never written to disk.",
  },

  firstRun: {
    title: "Three ways on",
    dismiss: "Dismiss",
    race: (keys: string) => `${keys} races four simulated lanes`,
    key: "Add a key for a real provider",
    custom: "Add your own endpoint",
  },

  shortcuts: {
    title: "Keyboard shortcuts",
    close: "Close",
    groups: { race: "Race", lanes: "Lanes", window: "Window" },
    race: "Start the race",
    stopAll: "Stop all lanes",
    stopLane: "Stop the focused lane",
    prompt: "Write the prompt",
    addLane: "Add a lane",
    duplicateLane: "Duplicate the focused lane",
    removeLane: "Remove the focused lane",
    focusLane: "Focus a lane",
    muteLane: "Mute or unmute a lane",
    showRace: "Race",
    showHistory: "History",
    showProviders: "Providers",
    theme: "Change theme",
    sheet: "This sheet",
  },

  trouble: {
    unexpected: "Something unexpected went wrong",
    startup: "Paceline could not start",
    retry: "Try again",
    dismiss: "Dismiss",
    notifications: "Notifications",
  },
} as const;

/** A refusal of the engine's as a sentence about what happened and, where there is one, about what to do. */
export function failureWords(failure: Failure): { message: string; fix: string | null } {
  switch (failure.kind) {
    case "plan":
      return {
        message: failure.problems
          .map((problem) =>
            problem.lane === null || problem.lane === undefined
              ? problem.message
              : words.race.preflight.laneProblem(problem.lane + 1, problem.message),
          )
          .join(" "),
        fix: null,
      };
    case "key":
      return { message: failure.message, fix: failure.fix || null };
    case "provider":
      return { message: failure.fault.message, fix: failure.fault.advice };
    case "history":
    case "not_found":
    case "busy":
    case "network":
    case "plain_http":
    case "prices":
      return { message: failure.message, fix: null };
  }
}
