/** Texts of the prompt editor and the line-up. */

import { plural } from "./plural";

export const composer = {
  sheet: "Write the prompt",
  enlarge: "Write in the whole window",
  shrink: "Back to the race",
  openFile: "Open a file as the prompt",
  taken: (name: string) => `The prompt is ${name}.`,
  takenNoSet: (name: string, why: string) =>
    `The prompt is ${name}, because it is no set of prompts. ${why}`,
  undo: "Undo",
  tooLarge: (name: string, size: string, most: string) =>
    `${name} has ${size}; Paceline reads at most ${most}.`,
  notText: (name: string) => `${name} is not UTF-8 text.`,
  /** The one entry to everything beside a plain prompt. */
  add: "Turns, tools, images",
  addHint: "Send a conversation, tools, images, or a request from elsewhere",
  carried: {
    lanes: (lanes: number) => `${plural(lanes, "lane")} cannot carry this request`,
    one: (lane: number) => `Lane ${lane} cannot carry this request`,
    title: "What to change",
    leaveOut: (dialect: string, lanes: number) =>
      `Leave out what only ${dialect} takes, for ${lanes === 1 ? "this lane" : `these ${lanes} lanes`}`,
    leftOut: (lanes: number) =>
      `${plural(lanes, "lane")} ${lanes === 1 ? "is" : "are"} asked without what only another API takes.`,
    leaveOutMarks: (lanes: number) =>
      `Leave out the cache marks, for ${lanes === 1 ? "this lane" : `these ${lanes} lanes`}`,
    leftOutMarks: (lanes: number) =>
      `${plural(lanes, "lane")} ${lanes === 1 ? "is" : "are"} asked without cache marks.`,
    leaveOutOfRows: (dialect: string, rows: number) =>
      `Leave out what only ${dialect} takes of ${plural(rows, "prompt")}, for every lane`,
    leftOutOfRows: (rows: number) =>
      `${plural(rows, "prompt")} of the set ${rows === 1 ? "is" : "are"} asked without what only one API takes.`,
    leaveOutMarksOfRows: (rows: number) =>
      `Leave out the cache marks of ${plural(rows, "prompt")}, for every lane`,
    leftOutMarksOfRows: (rows: number) =>
      `${plural(rows, "prompt")} of the set ${rows === 1 ? "is" : "are"} asked without cache marks.`,
  },
};

export const lineup = {
  label: "Lanes",
  add: "Add lane",
  addTitle: "Add a lane",
  changeTitle: "Change provider or model",
  search: "Provider or model, or provider/model",
  ownAddress: "At an address of your own",
  nothing:
    "Nothing has this name. Name a provider and its model, such as openai/gpt-4.1, or add an endpoint under Providers.",
  several: "Stay open to add several",
  oneOfEach: (providers: number) =>
    `Add one of each of ${plural(providers, "provider")} with a key`,
  addedAll: (lanes: number) => `${plural(lanes, "lane")} added.`,
  favourites: "Favourites",
  recent: "Recent",
  favourite: "Add to favourites",
  unfavourite: "Remove from favourites",
  context: (tokens: string) => `${tokens} context`,
  keyOf: (tail: string) => `key …${tail}`,
  hasKey: "you have a key",
  move: (place: number) => `Lane ${place}: drag it, or Alt + ← →, to another place`,
  moved: (place: number) => `Now lane ${place}.`,
  typed: (model: string) => `Use “${model}”`,
  live: "from the provider's list",
  listing: "Asking for the list of models…",
  noKey: "no key yet",
  place: (place: number) => `Lane ${place}`,
  reference: "The others should be the same service",
  referenceHint:
    "Says after a race whether they answer like this lane: when they call tools, how answers begin, how long they are, how they end.",
  overrides: "For this lane only",
  serviceTier: "Service tier",
  serviceTierUnset: "the account's own",
  reset: "Reset to shared",
  overridden: "Differs from the shared setting",
  asShared: (value: string) => `shared: ${value}`,
  duplicate: "Duplicate",
  mute: "Mute",
  unmute: "Unmute",
  muted: "muted",
  removeLane: (place: number) => `Remove lane ${place}`,
  removed: (label: string) => `Removed ${label}.`,
  undo: "Undo",
  empty: "Add at least one lane to race.",
};
