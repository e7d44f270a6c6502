/** Tokens over time: the progress of each lane, overtakes, and which lane to choose by answer length. */

import { useMemo } from "react";
import type { Length, Overtake, Playback } from "../../backend/backend";
import { Chart, type Size } from "../../charts/Chart";
import { identityOf, signOf } from "../../charts/identity";
import { type Drawable, MOST_TOGETHER, Multiples, rowsHigh } from "../../charts/Multiples";
import { Dots, Marker, Steps } from "../../charts/marks";
import { Labels } from "../../charts/nameLabels";
import { Plane, type Reading } from "../../charts/plane";
import type { Axis } from "../../charts/scales";
import { tick } from "../../strings/catalogue";
import { conditionFacts } from "../../strings/conditions";
import { count, durationUnit, durationWithUnit, UNKNOWN } from "../../strings/numbers";
import { commas } from "../../strings/phrases";
import { strings } from "../../strings/strings";
import { LaneBadge } from "../../ui/controls";
import { clippedNames } from "../names";
import type { Race } from "../race";

const w = strings.stage.pace;

/** Maximum number of points of a line: more are not needed, and ten thousand would be slow to draw. */
const MOST_POINTS = 400;
const MOST_READINGS = 40;

const S = 1e6;

/** At most `most` of `items`, evenly spaced, always including the last. */
export function thinned<T>(items: readonly T[], most: number): T[] {
  const every = Math.ceil(items.length / most);
  return items.filter((_, index) => index % every === 0 || index === items.length - 1);
}

/** Maximum number of characters of a name: in a sentence, and beside a line. */
const LONGEST_NAME = 28;
const LONGEST_LABEL = 16;
const ROOM_RIGHT = 122;
/** Height of each lane's own plane. */
const PLANE_PX = 150;

interface Course extends Drawable {
  points: { x: number; y: number }[];
}

/** Each lane's course up to `untilUs`; complete for null. */
function coursesOf(race: Race, playback: Playback, untilUs: number | null): Course[] {
  const names = clippedNames(race.lanes, LONGEST_LABEL);
  const isTwice = (name: string) => names.filter((other) => other === name).length > 1;
  return race.lanes.flatMap((lane, index) => {
    const of = playback.lanes[index];
    if (!of || of.replay.at_us.length === 0) return [];
    const { at_us, tokens, first_any_us } = of.replay;
    const all = at_us.map((at, step) => ({ x: at / S, y: tokens[step] ?? 0 }));
    const start = { x: (first_any_us ?? 0) / S, y: 0 };
    const seen = untilUs === null ? all : all.filter(({ x }) => x * S <= untilUs);
    const points = seen.length > 0 ? [start, ...thinned(seen, MOST_POINTS)] : [];
    const held = points.at(-1);
    // A count holds until the next chunk: the line continues to the play-head.
    if (untilUs !== null && held && untilUs < of.ended_us)
      points.push({ x: untilUs / S, y: held.y });
    const name = names[index] ?? "";
    const label = isTwice(name) ? w.numbered(lane.place + 1, name) : name;
    return [{ place: lane.place, look: identityOf(lane.look), name: label, points }];
  });
}

/** The fastest lane by length, in a sentence. */
export function adviceOf(lengths: readonly Length[], names: readonly string[]): string {
  const known = lengths.map(({ lane, alike, from_tokens }) => ({
    who: [lane, ...alike].map((each) => names[each] ?? "").join(` ${w.or} `),
    from: Math.round(from_tokens ?? 0),
  }));
  const [first, second] = known;
  if (!first) return w.noAdvice;
  if (!second) return w.always(first.who);
  if (known.length === 2) return w.split(first.who, second.from, second.who);
  const parts = known.map(({ who }, index) => {
    const next = known[index + 1];
    return next ? w.upTo(who, next.from) : w.beyond(who);
  });
  return w.choose(commas(parts));
}

export function overtakeWords({ lane, passed, tokens, at_ms }: Overtake, names: readonly string[]) {
  return w.overtake(names[lane] ?? "", names[passed] ?? "", tokens, durationWithUnit(at_ms));
}

/** A height at which every lane's name has its own line on the right. */
const heightFor = (lanes: number) => Math.max(290, lanes * 13 + 75);

function readingsOf(name: string, points: Course["points"]): Reading[] {
  return thinned(points, MOST_READINGS).map((point) => ({
    series: name,
    ...point,
    text: w.point(name, point.y, durationWithUnit(point.x * 1_000)),
  }));
}

/** The reference lane if each lane has its own plane: the one that ended first. */
const CONTEXT = { colour: "var(--wait)", dash: "2 3" };
const endOf = ({ points }: Course) => points.at(-1)?.x ?? Number.MAX_VALUE;
const byEnd = (a: Course, b: Course) => endOf(a) - endOf(b);

interface PaceProps {
  race: Race;
  playback: Playback;
  /** The play-head; null shows all. */
  untilUs?: number | null;
}

export function PaceChart({ race, playback, untilUs = null }: PaceProps) {
  const names = clippedNames(race.lanes, LONGEST_NAME);
  const all = useMemo(() => coursesOf(race, playback, null), [race, playback]);
  const shown = useMemo(
    () => (untilUs === null ? all : coursesOf(race, playback, untilUs)),
    [all, race, playback, untilUs],
  );
  const ends = all.map(({ points }) => points.at(-1)?.x ?? 0);
  const longest = Math.max(0.1, playback.ended_us / S, ...ends);
  const x: Axis = {
    kind: "linear",
    name: w.clock[durationUnit()],
    format: (value) => tick("duration", value * 1_000),
    domain: [0, longest],
  };
  const most = Math.max(1, playback.most_tokens);
  const y: Axis = { kind: "linear", name: w.tokens, format: count, domain: [0, most * 1.06] };
  const overtakes = playback.overtakes.filter(
    ({ at_ms }) => untilUs === null || (at_ms ?? 0) * 1_000 <= untilUs,
  );
  const passes = (lane: number) =>
    overtakes
      .filter((pass) => pass.lane === lane)
      .map((pass) => ({
        key: `${pass.passed}-${pass.tokens}-${pass.at_ms}`,
        x: (pass.at_ms ?? 0) / 1_000,
        y: pass.tokens,
        n: 1,
      }));
  const readings: Reading[] = [
    ...all.flatMap(({ name, points }) => readingsOf(name, points)),
    ...overtakes.map((pass) => ({
      series: w.overtakes,
      x: (pass.at_ms ?? 0) / 1_000,
      y: pass.tokens,
      text: overtakeWords(pass, names),
    })),
  ];
  const drawing = ({ width, height: high }: Size) => (
    <Plane
      frame={{ x: 0, y: 0, width, height: high }}
      x={x}
      y={y}
      roomRight={ROOM_RIGHT}
      readings={readings}
    >
      {untilUs === null ? null : (
        <g opacity={0.22}>
          {all.map(({ place, look, points }) => (
            <Steps key={place} points={points} look={look} width={1.5} />
          ))}
        </g>
      )}
      {shown.map(({ place, look, points }) => (
        <Steps key={place} points={points} look={look} width={2} />
      ))}
      {race.lanes.map((lane, index) => (
        <Dots key={lane.place} points={passes(index)} look={identityOf(lane.look)} size={9} />
      ))}
      {untilUs === null ? null : <Marker x={untilUs / S} label="" colour="var(--ink)" />}
      <Labels
        beside="ends"
        labels={all.map(({ place, look, name, points }) => ({
          key: String(place),
          text: name,
          ...signOf(look),
          x: points.at(-1)?.x,
          y: points.at(-1)?.y,
        }))}
      />
    </Plane>
  );
  const first = all.toSorted(byEnd)[0];
  const separate = (size: Size) => (
    <Multiples
      size={size}
      all={all.toSorted(byEnd)}
      x={x}
      y={y}
      readings={({ name, points }) => readingsOf(name, points)}
    >
      {({ place }) => (
        <>
          {first && first.place !== place ? (
            <Steps points={first.points} look={CONTEXT} width={1} />
          ) : null}
          {shown
            .filter((course) => course.place === place)
            .map(({ look, points }) => (
              <Steps key={place} points={points} look={{ ...look, dash: "" }} width={2} />
            ))}
        </>
      )}
    </Multiples>
  );
  const isMany = all.length > MOST_TOGETHER;
  const advice = adviceOf(playback.by_length, names);
  return (
    <Chart
      title={w.title}
      direction={w.direction}
      reading={advice}
      conditions={{
        facts: conditionFacts(playback.conditions),
        simulated: playback.conditions.simulated,
      }}
      height={isMany ? rowsHigh(all.length, PLANE_PX) : heightFor(all.length)}
      testId="pace-chart"
      table={{
        caption: w.title,
        columns: w.columns,
        rows: race.lanes.map((_, index) => {
          const of = playback.lanes[index]?.replay;
          const [first, last] = [of?.first_any_us ?? null, of?.at_us.at(-1) ?? null];
          return [
            names[index] ?? "",
            first === null ? UNKNOWN : durationWithUnit(first / 1_000),
            last === null ? UNKNOWN : durationWithUnit(last / 1_000),
            count(of?.tokens.at(-1)),
          ];
        }),
      }}
    >
      {all.length > 0 ? (isMany ? separate : drawing) : null}
    </Chart>
  );
}

/** Who overtook whom, in order of time, and how far the advice reaches. */
export function Overtakes({ race, playback, untilUs = null }: PaceProps) {
  const names = clippedNames(race.lanes, LONGEST_NAME);
  const last = playback.by_length.at(-1)?.from_tokens ?? 0;
  const overtakes = playback.overtakes.filter(
    ({ at_ms }) => untilUs === null || (at_ms ?? 0) * 1_000 <= untilUs,
  );
  return (
    <section
      aria-label={w.overtakes}
      data-testid="overtakes"
      className="min-h-0 border-t border-line bg-panel px-3 py-2.5 text-xs"
    >
      <h3 className="mb-1.5 text-sm font-semibold">{w.overtakes}</h3>
      {overtakes.length === 0 ? <p className="text-faint">{w.none}</p> : null}
      <ol className="flex flex-col gap-1">
        {overtakes.map((pass) => (
          <li
            key={`${pass.lane}-${pass.passed}-${pass.at_ms}`}
            className="selectable flex items-start gap-2 [overflow-wrap:anywhere]"
          >
            <LaneBadge look={race.lanes[pass.lane]?.look ?? 0} />
            <span className="min-w-0">{overtakeWords(pass, names)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-3 border-t border-line pt-2 text-faint">
        {w.formula} {last > playback.most_tokens ? w.extrapolated(playback.most_tokens) : null}
      </p>
    </section>
  );
}
