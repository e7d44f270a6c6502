/** What every chart says about itself. */

export const charts = {
  asTable: "Show the numbers as a table",
  asChart: "Show the chart",
  save: "Save the picture",
  saveSvg: "Save as SVG",
  savePng: "Save as PNG",
  saved: (path: string) => `Saved ${path}`,
  nothing: "Nothing was measured that could be drawn here.",
  walk: "Numbers of the chart",
  walkHint: "Arrow keys walk from number to number.",
} as const;
