/** Names of the screens. */

export const screenNames = {
  race: "Race",
  sweep: "Sweep",
  history: "History",
  compare: "Compare",
  watch: "Watch",
  providers: "Providers",
  settings: "Settings",
} as const;
