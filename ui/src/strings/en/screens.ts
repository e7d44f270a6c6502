/** Names of the screens. */

export const screenNames = {
  race: "Race",
  sweep: "Sweep",
  history: "History",
  compare: "Compare",
  providers: "Providers",
  settings: "Settings",
} as const;
