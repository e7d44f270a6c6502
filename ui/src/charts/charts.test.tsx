/** The rules that all charts follow, whoever uses them. */

import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { type Backend, BackendProvider } from "../backend/backend";
import { queryClient } from "../backend/queries";
import { expectAccessible } from "../testing";
import { ToastRow } from "../ui/ToastRow";
import { Chart, type ChartProps, findingOf } from "./Chart";
import { faceRule } from "./face";
import { identityOf } from "./identity";
import { endLabels, pointLabels, shortened, textWidth, thinnedEnds } from "./labels";
import { linesFor } from "./markers";
import { Bars, Dots, Line } from "./marks";
import { pictureOf } from "./picture";
import { Plane } from "./plane";
import { DotRows, rowsAxis } from "./rows";
import type { Axis } from "./scales";

const X: Axis = { kind: "log2", name: "in flight", format: String, domain: [1, 32] };
const Y: Axis = { kind: "linear", name: "tok/s", format: String, domain: [0, 100] };
const LOOK = identityOf(0);
const POINTS = [
  { key: "1", x: 1, y: 90, n: 20 },
  { key: "8", x: 8, y: null, n: 20 },
  { key: "32", x: 32, y: 40, n: 3 },
];

const drawing: ChartProps["children"] = ({ width, height }) => (
  <Plane
    frame={{ x: 0, y: 0, width, height }}
    x={X}
    y={Y}
    readings={[
      { series: "a", x: 1, y: 90, text: "1 in flight: 90 tok/s" },
      { series: "a", x: 8, y: null, text: "unknown" },
      { series: "a", x: 32, y: 40, text: "32 in flight: 40 tok/s" },
    ]}
  >
    <Line points={POINTS} look={LOOK} />
    <Dots points={POINTS} look={LOOK} />
    <Bars bars={POINTS.map((point) => ({ ...point, colour: LOOK.colour }))} />
  </Plane>
);

function show(more: Partial<ChartProps> = {}) {
  const saved: string[] = [];
  const port: Pick<Backend, "savePicture"> = {
    savePicture: async (name: string, format: string, base64: string) => {
      saved.push(atob(base64));
      return `~/Downloads/${name}.${format}`;
    },
  };
  const backend = port as Backend;
  render(
    <BackendProvider value={backend}>
      <QueryClientProvider client={queryClient()}>
        <main>
          <Chart
            title="Speed under load"
            direction="higher is better"
            reading="Speed falls from 90 to 40 tok/s."
            conditions={{ facts: ["max 200 tokens", "n 20"], simulated: true }}
            table={{ caption: "Speed", columns: ["In flight", "p50"], rows: [["1", "90"]] }}
            testId="chart"
            {...more}
          >
            {more.children === undefined ? drawing : more.children}
          </Chart>
        </main>
        <ToastRow />
      </QueryClientProvider>
    </BackendProvider>,
  );
  return { user: userEvent.setup(), saved };
}

const marks = (name: string) => document.querySelectorAll(`[data-mark="${name}"]`);

it("leaves a gap where a number is unknown, and draws no zero for it", () => {
  show();
  expect(marks("dot").length, "two of three are known").toBe(2);
  expect(marks("bar").length, "and as many bars").toBe(2);
  const path = marks("line")[0]?.getAttribute("d") ?? "";
  expect(path.match(/M/g)?.length, "the line is broken at the gap").toBe(2);
});

it("draws a number of few samples hollow", () => {
  show();
  expect(document.querySelectorAll("[data-hollow]").length, "n = 3 is one of two").toBe(1);
});

it("says its sentence and its conditions, simulated first", () => {
  show();
  expect(screen.getByTestId("reading").textContent).toBe("Speed falls from 90 to 40 tok/s.");
  expect(screen.getByTestId("conditions").textContent, "the facts, and that none is real").toBe(
    "SIMULATEDmax 200 tokens · n 20",
  );
});

it("turns into its table and back with V, and is accessible as both", async () => {
  const { user } = show();
  await expectAccessible("a chart");
  screen.getByTestId("chart").focus();
  await user.keyboard("v");
  const table = within(screen.getByTestId("chart-table"));
  expect(table.getByText("90"), "every number is there as text").toBeDefined();
  await expectAccessible("its table");
  await user.keyboard("v");
  expect(screen.queryByTestId("chart-table"), "the same key leads back").toBeNull();
});

it("reads every known number to the keyboard", async () => {
  const { user } = show();
  const cursor = screen.getByTestId("chart-cursor");
  cursor.focus();
  expect((await screen.findByTestId("readout")).textContent, "the first").toBe(
    "1 in flight: 90 tok/s",
  );
  await user.keyboard("{ArrowRight}");
  expect(cursor.getAttribute("aria-valuetext"), "past the gap to the next").toBe(
    "32 in flight: 40 tok/s",
  );
  await user.keyboard("{ArrowRight}{Home}");
  expect(screen.getByTestId("readout").textContent, "and home again").toBe("1 in flight: 90 tok/s");
});

it("saves a picture that stands by itself", async () => {
  document.documentElement.style.setProperty("--lane-0", "#5aa9ff");
  const { user, saved } = show();
  await user.click(screen.getByTestId("save-chart"));
  await user.click(await screen.findByTestId("save-svg"));
  await screen.findByText("Saved ~/Downloads/paceline-speed-under-load.svg");
  const [svg = ""] = saved;
  for (const part of ["Speed under load", "Speed falls from 90", "max 200 tokens", "SIMULATED"]) {
    expect(svg, `${part} is inside`).toContain(part);
  }
  expect(svg, "the lane's colour is computed").toContain("#5aa9ff");
  document.documentElement.style.removeProperty("--lane-0");
});

it("says so where there is nothing to draw", () => {
  show({ children: null });
  expect(screen.getByText("No measurements to draw.")).toBeDefined();
});

it("breaks a picture's words where a line ends, and loses none", () => {
  const box = document.createElement("div");
  box.innerHTML = '<svg width="200" height="50"></svg>';
  const reading = "One sentence that is longer than the picture is wide, and is read whole.";
  const svg = pictureOf(
    box,
    { title: "T", direction: "", reading, facts: [], simulated: false },
    "SIMULATED",
    "@font-face{font-family:F}",
  );
  const lines = [...new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("text")];
  expect(lines.length, "it takes several lines").toBeGreaterThan(2);
  expect(
    lines
      .slice(1)
      .map((line) => line.textContent)
      .join(" "),
  ).toBe(reading);
  expect(svg, "it brings its face").toContain("<style>@font-face{font-family:F}</style>");
  expect(svg, "nothing real is called simulated").not.toContain("SIMULATED");
});

it("marks an axis that does not begin at zero, and says that it is logarithmic", () => {
  const cut = (x: Axis, y: Axis) => {
    show({
      children: ({ width, height }) => (
        <Plane frame={{ x: 0, y: 0, width, height }} x={x} y={y}>
          {null}
        </Plane>
      ),
    });
    const told = [marks("break").length, document.body.textContent];
    cleanup();
    return told;
  };
  expect(cut(X, Y)[0], "a log axis has no zero, and the other begins there").toBe(0);
  expect(cut(X, Y)[1], "which is said").toContain("in flight (log)");
  expect(cut({ ...Y, domain: [40, 90] }, { ...Y, domain: [50, 90] })[0], "both are cut").toBe(2);
  expect(cut(X, { ...Y, domain: [-5, 90] })[0], "zero is on it").toBe(0);
  expect(cut(X, rowsAxis(["a", "b"]))[0], "names have no zero").toBe(0);
});

it("draws what has a single column as rows of dots, each with its spread", () => {
  const rows = [
    { key: "a", name: "wafer", look: LOOK, x: 20, low: 10, high: 40, n: 20, text: "wafer 20" },
    { key: "b", name: "lpu", look: LOOK, x: null, n: 2, text: "lpu unknown" },
  ];
  show({ children: (size) => <DotRows size={size} x={Y} rows={rows} /> });
  expect(document.body.textContent, "a row for each").toMatch(/wafer.*lpu/);
  expect(marks("dot").length, "unknown is no dot").toBe(1);
  expect(marks("whisker").length, "from its low to its high").toBe(1);
});

it("shortens a name to its room, and says that it did", () => {
  expect(shortened("gpu-cloud", 200), "there is room").toBe("gpu-cloud");
  const short = shortened("gpu-cloud?ttft=120ms&tps=400", 80);
  expect(short.endsWith("…"), short).toBe(true);
  expect(textWidth(short), "and it fits").toBeLessThanOrEqual(80);
});

it("keeps labels apart, and all of them inside", () => {
  const ends = [50, 51, 52, 53].map((y, index) => ({
    key: String(index),
    text: "Provider",
    colour: "red",
    x: 0,
    y,
  }));
  const ys = endLabels(ends, 0, 60).map(({ labelY }) => labelY);
  ys.slice(1).forEach((y, index) => {
    expect(y - (ys[index] ?? 0), "a line of text fits between").toBeGreaterThan(12.9);
  });
  expect(Math.max(...ys), "none is below the plane").toBeLessThanOrEqual(60);
  const crowd = [0, 4, 8].map((x) => ({
    key: `${x}`,
    text: "Groq",
    colour: "red",
    x: 100 + x,
    y: 50,
  }));
  const boxes = pointLabels(crowd, 300, 100).map(({ labelX, labelY, anchor }) => {
    const wide = textWidth("Groq");
    const left = anchor === "start" ? labelX : anchor === "end" ? labelX - wide : labelX - wide / 2;
    return { left, right: left + wide, top: labelY - 6, bottom: labelY + 6 };
  });
  for (const [at, a] of boxes.entries()) {
    for (const b of boxes.slice(at + 1)) {
      const apart =
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      expect(apart, "no label covers another").toBe(true);
    }
  }
});

it("a note below a name keeps clear of the name and the note of the next point", () => {
  const note = "First token · Fastest writing";
  const points = [0, 20].map((at) => ({
    key: String(at),
    text: "Groq",
    note,
    colour: "",
    x: 200 + at,
    y: 100 + at,
  }));
  const boxes = pointLabels(points, 600, 300).map(({ labelX, labelY, anchor }) => {
    const wide = textWidth(note);
    const left = anchor === "start" ? labelX : anchor === "end" ? labelX - wide : labelX - wide / 2;
    return { left, right: left + wide, top: labelY - 6, bottom: labelY + 19 };
  });
  const [a, b] = boxes;
  if (!a || !b) throw new Error("Both have a label.");
  const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  expect(apart, "two lines are higher than one").toBe(true);
});

it("a chart is titled by the first sentence of its reading, if that is short and plain", () => {
  expect(findingOf("A is fastest by 0.31 s. B was not placed.")).toEqual({
    finding: "A is fastest by 0.31 s.",
    rest: "B was not placed.",
  });
  expect(findingOf("A is fastest."), "nothing is left").toEqual({
    finding: "A is fastest.",
    rest: "",
  });
  expect(findingOf("甲最快，早 0.31 秒。乙未在图中。"), "with the marks of Chinese").toEqual({
    finding: "甲最快，早 0.31 秒。",
    rest: "乙未在图中。",
  });
  expect(findingOf("甲：1；乙：2。"), "and its lists").toBeNull();
  expect(findingOf(`${"参赛者，".repeat(18)}等。`), "and its wide letters").toBeNull();
  expect(findingOf(""), "nothing was found").toBeNull();
  expect(findingOf("A: 1; B: 2."), "a list is no finding").toBeNull();
  expect(findingOf("On the frontier: A and B.")?.rest, "a colon in one line").toBe("");
  expect(
    findingOf("A p50: 0.50 s at 1. B p50: 0.30 s at 1."),
    "A is not what was found",
  ).toBeNull();
  const twofold =
    "A's time to the first token scattered most in these requests (not tested): its worst is 0.65 s, 1.3× from its median.";
  expect(findingOf(twofold), "two statements in two lines").toBeNull();
  expect(findingOf(`${"Contender, ".repeat(12)}and others.`), "too long to be a title").toBeNull();
});

it("names of many line ends as many as have room, the outermost among them", () => {
  const ends = Array.from({ length: 24 }, (_, at) => ({ y: at * 3 }));
  const kept = thinnedEnds(ends, 130).map(({ y }) => y);
  expect(kept.length).toBe(10);
  expect([kept[0], kept.at(-1)], "the extremes are what a reader looks for").toEqual([0, 69]);
  expect(thinnedEnds(ends, 312).length, "all of 24, in a chart that is as high as they take").toBe(
    24,
  );
});

it("leaves the names of many points out where they would cover something", () => {
  const many = Array.from({ length: 24 }, (_, at) => ({
    key: String(at),
    text: "a name of some length",
    colour: "",
    x: 50 + at,
    y: 50 + (at % 3),
  }));
  const placed = pointLabels(many, 200, 100);
  expect(placed.length, "some have room").toBeGreaterThan(0);
  expect(placed.length, "and not all").toBeLessThan(many.length);
});

it("writes the names of neighbouring lines below each other", () => {
  expect(linesFor([0, 10, 100], [50, 50, 50], 3)).toEqual([0, 1, 0]);
  expect(linesFor([0, 5, 10], [50, 50, 50], 2), "without room there is no name").toEqual([
    0,
    1,
    null,
  ]);
});

it("keeps the last label of an axis within the drawing, however long it is", () => {
  const x: Axis = {
    kind: "linear",
    name: "cost",
    format: (value) => `$${value.toFixed(4)} a request`,
    domain: [0, 4],
    ticks: [0, 4],
  };
  show({
    children: (size) => (
      <Plane frame={{ x: 0, y: 0, ...size }} x={x} y={Y}>
        <Dots points={POINTS} look={LOOK} />
      </Plane>
    ),
  });
  const label = screen.getByText("$4.0000 a request");
  const [left = 0] = (label.closest("g[transform]")?.getAttribute("transform") ?? "")
    .match(/[\d.]+/)
    ?.map(Number) ?? [0];
  const middle = left + Number(label.getAttribute("x"));
  const end = middle + textWidth(label.textContent ?? "") / 2;
  const width = Number(label.closest("svg")?.getAttribute("width"));
  expect(width, "it was drawn").toBeGreaterThan(100);
  expect(end, "the label ends in the drawing").toBeLessThanOrEqual(width);
});

it("is saved as a picture that the engine takes", async () => {
  show();
  const drawing = document.querySelector<HTMLElement>("[data-drawing]");
  if (!drawing) throw new Error("nothing is drawn");
  // The face itself is long, and the same every time.
  const face = (await faceRule()).replace(/base64,[^)]*/, "base64,d09GMgAB");
  const told = {
    title: "Speed <under> load & more",
    direction: "higher is better",
    reading: "Speed falls.",
    facts: ["max 200 tokens"],
    simulated: true,
  };
  const svg = pictureOf(drawing, told, "SIMULATED", face);
  // The engine's test reads this file and must find that nothing in it runs (`pictures/svg.rs`).
  await expect(`${svg}\n`).toMatchFileSnapshot("./chart.svg.txt");
});
