/** Texts of every chart. */

export const charts = {
  asTable: "Show the numbers as a table",
  asChart: "Show the chart",
  save: "Save the picture",
  saveSvg: "Save as SVG",
  savePng: "Save as PNG",
  saved: (path: string) => `Saved ${path}`,
  example: "EXAMPLE · invented numbers; nothing of it is stored",
  nothing: "No measurements to draw.",
  noNumber: "no number was measured",
  log: (axis: string) => (axis ? `${axis} (log)` : "log"),
  cut: "This axis does not begin at zero.",
  walk: "Values of the chart",
  walkHint: "Arrow keys move from value to value.",
} as const;
