/** Rankings for a use, by a formula that is shown and can be changed. */

import { useState } from "react";
import type { ContenderRank, Figure, Phrase, Ranking, UseCase } from "../backend/backend";
import { engineText } from "../strings/engine";
import {
  count,
  decimal,
  dollars,
  durationWithUnit,
  percent,
  rate,
  UNKNOWN,
} from "../strings/numbers";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Button, MiddleCut } from "../ui/controls";
import { useCompareStore } from "./compareStore";
import type { Drawn } from "./comparison";
import { Sign } from "./controls";

const w = strings.compare.rankings;

/** A limit is entered in a customary unit and stored in the engine's own. */
interface Unit {
  name: string;
  /** The engine's units per customary unit. */
  factor: number;
  step: number;
  text: (value: number | null | undefined) => string;
}

const TIME: Unit = { name: w.units.s, factor: 1_000, step: 0.1, text: durationWithUnit };
const MONEY: Unit = { name: w.units.usd, factor: 1, step: 0.0001, text: dollars };
const SHARE: Unit = {
  name: w.units.percent,
  factor: 0.01,
  step: 0.5,
  text: (value) =>
    value === null || value === undefined ? UNKNOWN : percent(value * 100).replace("+", ""),
};
const UNITS: Record<Figure, Unit> = {
  ttfat: TIME,
  ttfat_tail: TIME,
  latency: TIME,
  loop_time: TIME,
  speed: { name: w.units.tps, factor: 1, step: 1, text: (value) => `${rate(value)} tok/s` },
  cost: MONEY,
  loop_cost: MONEY,
  error_rate: SHARE,
  right: SHARE,
  time_per_right: TIME,
  cost_per_right: MONEY,
};
/** The figures of which more is better, so that their limit is a least one. */
const HIGHER: readonly Figure[] = ["speed", "right"];

interface AmountProps {
  label: string;
  value: number;
  step: number;
  onChange: (value: number) => void;
}

/** A number field that keeps the text being typed, and passes on valid numbers. */
function Amount({ label, value, step, onChange }: AmountProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label className="flex items-center justify-between gap-2 text-xs text-soft">
      {label}
      <input
        type="number"
        aria-label={label}
        min={0}
        step={step}
        value={typed ?? Number(value.toPrecision(6))}
        className="h-6 w-20 rounded-sm border border-line bg-sunk px-1.5 text-right text-xs text-ink invalid:border-bad hover:border-line-strong"
        onBlur={() => setTyped(null)}
        onChange={(event) => {
          const { value: text, valueAsNumber: number } = event.currentTarget;
          setTyped(text);
          if (Number.isFinite(number) && number >= 0) onChange(number);
        }}
      />
    </label>
  );
}

function Formula({ use, onChange }: { use: UseCase; onChange: (use: UseCase) => void }) {
  return (
    <div className="grid grid-cols-2 gap-x-5 gap-y-1 rounded-md bg-raised p-2">
      <fieldset className="min-w-0 space-y-1">
        <legend className="mb-1 text-2xs text-faint">{w.weights}</legend>
        {use.terms.map((term, at) => (
          <Amount
            key={term.figure}
            label={w.figure[term.figure]}
            value={term.weight ?? 0}
            step={5}
            onChange={(weight) =>
              onChange({
                ...use,
                terms: use.terms.map((one, index) => (index === at ? { ...one, weight } : one)),
              })
            }
          />
        ))}
      </fieldset>
      <fieldset className="min-w-0 space-y-1">
        <legend className="mb-1 text-2xs text-faint">{w.limits}</legend>
        {use.limits.map((limit, at) => {
          const unit = UNITS[limit.figure];
          const said = HIGHER.includes(limit.figure) ? w.atLeast : w.atMost;
          return (
            <Amount
              key={limit.figure}
              label={said(w.figure[limit.figure], unit.name)}
              value={(limit.value ?? 0) / unit.factor}
              step={unit.step}
              onChange={(value) =>
                onChange({
                  ...use,
                  limits: use.limits.map((one, index) =>
                    index === at ? { ...one, value: value * unit.factor } : one,
                  ),
                })
              }
            />
          );
        })}
      </fieldset>
    </div>
  );
}

function texts(all: readonly Phrase[]): string {
  return all.map((one) => said(one)).join(" · ");
}

function Row({ drawn, ranked }: { drawn: Drawn; ranked: ContenderRank }) {
  const { place, rank, rank_to, score, parts, against, open = [] } = ranked;
  const known = typeof score === "number";
  const names = drawn.shown.map((one) => drawn.name(one.place));
  const told = parts.map(({ figure, value }) => `${w.figure[figure]} ${UNITS[figure].text(value)}`);
  return (
    <li className="border-t border-line py-1.5 first:border-0">
      <div className="flex items-center gap-2 text-xs">
        <span className="min-w-7 text-right whitespace-nowrap text-faint">
          {known ? w.rank(count(rank), count(rank_to ?? rank)) : UNKNOWN}
        </span>
        <Sign look={drawn.look(place)} dim={!known} />
        <span
          className={`min-w-0 flex-1 ${known ? "font-semibold" : "text-faint"}`}
          title={drawn.name(place)}
        >
          <MiddleCut text={drawn.name(place)} among={names} />
        </span>
        {known ? (
          <>
            <span
              aria-hidden="true"
              className="h-1.5 w-24 overflow-hidden rounded-full bg-raised max-[1000px]:w-16"
            >
              <span
                className="block h-full"
                style={{ width: `${score * 100}%`, background: drawn.look(place).colour }}
              />
            </span>
            <span className="w-16 text-right whitespace-nowrap text-soft">
              {w.score(decimal(score * 100, 0))}
            </span>
          </>
        ) : (
          <span className="text-faint">{w.unranked}</span>
        )}
      </div>
      <p className={`selectable pl-6 text-2xs ${known ? "text-faint" : "text-warn"}`}>
        {known ? told.join(" · ") : texts(against)}
      </p>
      {known && open.length > 0 ? (
        <p className="selectable pl-6 text-2xs text-warn">{w.open(texts(open))}</p>
      ) : null}
    </li>
  );
}

interface CardProps {
  drawn: Drawn;
  ranking: Ranking;
  /** Its formula as it is being changed. */
  use: UseCase;
  changed: boolean;
  onChange: (use: UseCase) => void;
  onReset: () => void;
}

function Card({ drawn, ranking, use, changed, onChange, onReset }: CardProps) {
  const [editing, setEditing] = useState(false);
  const { formula, ranked, sentence } = ranking;
  const name = engineText(`use.${use.id}.name`) ?? use.name;
  const why = engineText(`use.${use.id}.why`) ?? use.why;
  return (
    <section
      aria-label={name}
      className="min-w-0 space-y-1.5 border-t border-line bg-panel px-3 py-2.5"
      data-testid={`ranking-${use.id}`}
    >
      <header className="flex items-center gap-2">
        <h3 className="mr-auto text-sm font-semibold">{name}</h3>
        {changed ? (
          <Button look="quiet" size="small" onClick={onReset}>
            {w.reset}
          </Button>
        ) : null}
        <Button
          look="quiet"
          size="small"
          aria-expanded={editing}
          data-testid={`edit-${use.id}`}
          onClick={() => setEditing(!editing)}
        >
          {editing ? w.done : w.edit}
        </Button>
      </header>
      <p className="text-xs text-soft">{why}</p>
      {editing ? <Formula use={use} onChange={onChange} /> : null}
      <p className="selectable text-2xs text-faint">{said(formula)}</p>
      <ol>
        {ranked.map((one) => (
          <Row key={one.place} drawn={drawn} ranked={one} />
        ))}
      </ol>
      <p className="selectable text-xs text-soft">{said(sentence)}</p>
    </section>
  );
}

export function Rankings({ drawn }: { drawn: Drawn }) {
  const { question, ask } = useCompareStore();
  const { rankings } = drawn.view;
  // The latest change counts, although its answer is still to come.
  const own = question.use_cases ?? [];
  const changed = own.length > 0;
  const uses = changed ? own : rankings.map(({ use_case }) => use_case);
  return (
    <div className="space-y-2">
      <div className="grid gap-3 min-[1080px]:grid-cols-2">
        {rankings.map((ranking) => (
          <Card
            key={ranking.use_case.id}
            drawn={drawn}
            ranking={ranking}
            use={uses.find(({ id }) => id === ranking.use_case.id) ?? ranking.use_case}
            changed={changed}
            onReset={() => ask({ use_cases: [] })}
            onChange={(use) =>
              ask({ use_cases: uses.map((one) => (one.id === use.id ? use : one)) })
            }
          />
        ))}
      </div>
      <p className="text-2xs text-faint">{w.how}</p>
    </div>
  );
}
