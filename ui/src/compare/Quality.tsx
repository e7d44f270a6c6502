/** Quality: the share of right answers of each contender with its interval, what a right one takes, and who is right more often. */

import { useMemo } from "react";
import type { ContenderSummary, QualityPair, RightAnswers } from "../backend/backend";
import { Chart, type ChartProps } from "../charts/Chart";
import { DotRows, dotRowsHigh } from "../charts/rows";
import type { Axis } from "../charts/scales";
import { Among, PairWords } from "../run/numbers/PairWords";
import { count, dollars, durationWithUnit, share, UNKNOWN } from "../strings/numbers";
import { commas, interval, listOf, sentences, told } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { address } from "../ui/route";
import { type Drawn, leftOutText } from "./comparison";

const w = strings.compare.quality;

const within = ({ interval: ci }: RightAnswers) =>
  ci ? interval(share(ci.low), share(ci.high)) : w.noInterval;
const seconds = ({ seconds_per_right: s }: RightAnswers) =>
  durationWithUnit(typeof s === "number" ? s * 1_000 : null);

interface Checked {
  place: number;
  right: RightAnswers;
}

/** The contenders with a known share, in the engine's order. */
const checkedOf = (drawn: Drawn): Checked[] =>
  drawn.view.quality.order.flatMap((place) => {
    const right = drawn.contender(place)?.right;
    return right ? [{ place, right }] : [];
  });

/** What a right answer takes, in time and money, as far as they are known. */
function perRight(right: RightAnswers): string | undefined {
  const known = [seconds(right), dollars(right.usd_per_right)].filter((text) => text !== UNKNOWN);
  return known.length > 0 ? w.perRight(listOf(known)) : undefined;
}

function rowText(drawn: Drawn, { place, right }: Checked): string {
  const known = right.right + right.wrong + (right.failed ?? 0);
  const parts = [w.share(share(right.share), count(right.right), known), within(right)];
  return told(drawn.name(place), commas([...parts, perRight(right) ?? ""].filter(Boolean)));
}

function drawing(drawn: Drawn, checked: readonly Checked[]): ChartProps["children"] {
  const lows = checked.map(({ right }) => right.interval?.low ?? right.share ?? 0);
  // From the tens of percent below the lowest interval, up to all.
  const least = Math.max(0, Math.floor(Math.min(...lows) * 10) / 10);
  const x: Axis = {
    kind: "linear",
    name: w.axis,
    format: share,
    domain: [Math.min(least, 0.9), 1],
  };
  const rows = checked.map((one) => ({
    key: String(one.place),
    name: drawn.label(one.place),
    look: drawn.look(one.place),
    x: one.right.share,
    low: one.right.interval?.low,
    high: one.right.interval?.high,
    text: rowText(drawn, one),
    note: perRight(one.right),
  }));
  return (size) => <DotRows size={size} x={x} rows={rows} />;
}

/** The first against each other contender that was asked the same. */
function Pairs({ drawn, pairs }: { drawn: Drawn; pairs: readonly QualityPair[] }) {
  return (
    <ul className="space-y-1.5 px-3 text-xs" data-testid="quality-pairs">
      {pairs.map((pair) => (
        <li key={pair.second} className="selectable text-soft">
          <PairWords pair={pair} nameOf={(place) => drawn.name(place)} />
        </li>
      ))}
      <Among compared={pairs.length + 1} />
    </ul>
  );
}

/** What is missing, and where to add it. */
function Nothing() {
  return (
    <div className="space-y-2 py-6 text-center text-soft" data-testid="quality-empty">
      <p>{w.nothing}</p>
      <p>
        <a className="text-accent underline" href={address("race")}>
          {w.toRace}
        </a>
      </p>
    </div>
  );
}

const hasNoShare = ({ right }: ContenderSummary) =>
  right?.share === undefined || right.share === null;

export function Quality({ drawn }: { drawn: Drawn }) {
  const checked = useMemo(() => checkedOf(drawn), [drawn]);
  const children = useMemo(() => drawing(drawn, checked), [drawn, checked]);
  if (checked.length === 0) return <Nothing />;
  const { sentence, pairs } = drawn.view.quality;
  const rest = leftOutText(
    drawn,
    drawn.shown.filter(hasNoShare).map(({ place }) => ({ place, why: w.unchecked })),
  );
  return (
    <div className="space-y-3">
      <Chart
        testId="quality"
        title={w.title}
        direction={w.direction}
        reading={sentences([said(sentence), rest])}
        conditions={drawn.conditions(w.basis)}
        height={dotRowsHigh(checked.length)}
        table={{
          caption: w.title,
          columns: w.columns,
          rows: checked.map(({ place, right }) => [
            drawn.name(place),
            share(right.share),
            within(right),
            count(right.right),
            count(right.wrong),
            count(right.failed ?? 0),
            count(right.unknown),
            seconds(right),
            dollars(right.usd_per_right),
          ]),
        }}
      >
        {children}
      </Chart>
      {pairs.length > 0 ? <Pairs drawn={drawn} pairs={pairs} /> : null}
    </div>
  );
}
