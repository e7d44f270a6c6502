/** The look of a lane: a colour and a shape, the same on every screen and in every chart. */

const COLOURS = 12;

/** The colour of a look, by its number from 0. */
export function laneColour(look: number): string {
  return `var(--lane-${look % COLOURS})`;
}

/** A readable text colour on that background. */
export function onLaneColour(look: number): string {
  return `var(--on-lane-${look % COLOURS})`;
}

type Point = readonly [x: number, y: number];
/** Closed outlines around a centre; one drawn in the opposite direction cuts a hole. */
type Outline = readonly Point[];

/** `points` corners on circles around the centre, the first at `from` turns from the top; the radii alternate. */
function corners(points: number, radii: readonly number[], from = 0): Outline {
  return Array.from({ length: points }, (_, at): Point => {
    const turn = (at / points + from) * 2 * Math.PI;
    const radius = radii[at % radii.length] ?? 1;
    return [Math.sin(turn) * radius, -Math.cos(turn) * radius];
  });
}

const ROUND = corners(32, [1]);
const ARM = 0.38;

/** Three arms, each as wide as those of a plus. */
const WYE: Outline = [0, 1 / 3, 2 / 3].flatMap((turn) => {
  const [sin, cos] = [Math.sin(turn * 2 * Math.PI), Math.cos(turn * 2 * Math.PI)];
  const inner = ARM / Math.tan(Math.PI / 3);
  return [
    [-ARM, -inner],
    [-ARM, -1.25],
    [ARM, -1.25],
  ].map(([x = 0, y = 0]): Point => [-(x * cos - y * sin), -(x * sin + y * cos)]);
});

const PLUS: Outline = [0, 1, 2, 3].flatMap((quarter) =>
  [
    [-ARM, -ARM],
    [-ARM, -1.15],
    [ARM, -1.15],
  ].map(([x = 0, y = 0]): Point => {
    const turned: readonly Point[] = [
      [x, y],
      [-y, x],
      [-x, -y],
      [y, -x],
    ];
    return turned[quarter] ?? [x, y];
  }),
);

/** One for each colour, of about equal visual weight. */
const SHAPES: readonly (readonly Outline[])[] = [
  [ROUND],
  [corners(4, [1.25], 1 / 8)],
  [corners(3, [1.35])],
  [corners(4, [1.3])],
  [PLUS],
  [corners(10, [1.35, 0.6])],
  [corners(3, [1.35], 1 / 2)],
  [corners(6, [1.1])],
  [
    [
      [-1, -1.05],
      [1, -1.05],
      [0, 0],
    ],
    [
      [0, 0],
      [1, 1.05],
      [-1, 1.05],
    ],
  ],
  [corners(5, [1.2])],
  [WYE],
  [ROUND, hole(ROUND, 0.5)],
];

/** The same outline, smaller around its own centre and in the opposite direction. */
function hole(outline: Outline, size: number): Outline {
  const middle = [0, 1].map(
    (axis) => outline.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / outline.length,
  );
  const [x0 = 0, y0 = 0] = middle;
  return outline.map(([x, y]): Point => [x0 + (x - x0) * size, y0 + (y - y0) * size]).reverse();
}

const [HOLLOW, CORED, CORE] = [0.58, 0.68, 0.36];
/** The filled shapes, followed by the same shapes hollow, and hollow with a core, in the same colours. */
const ALL: readonly (readonly Outline[])[] = [
  ...SHAPES,
  ...SHAPES.map((outlines) => outlines.flatMap((outline) => [outline, hole(outline, HOLLOW)])),
  ...SHAPES.map((outlines) =>
    outlines.flatMap((outline) => [outline, hole(outline, CORED), hole(hole(outline, CORE), 1)]),
  ),
];

/** The shape of a look, from 0. */
export function laneShape(look: number): number {
  return look % ALL.length;
}

/** Whether a shape is hollow, and the same shape filled: a hollow one of a few pixels would not be seen. */
export const isHollow = (shape: number): boolean => shape >= SHAPES.length;
export const filledShape = (shape: number): number => shape % SHAPES.length;

const paths = new Map<string, string>();

/** The outline of a shape around its centre; a circle is `size` pixels across. */
export function shapePath(shape: number, size: number): string {
  const key = `${shape} ${size}`;
  const known = paths.get(key);
  if (known !== undefined) return known;
  const round = (value: number) => Math.round(value * size * 50) / 100;
  const path = (ALL[shape % ALL.length] ?? [])
    .map((outline) => `M${outline.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`)
    .join("");
  paths.set(key, path);
  return path;
}
