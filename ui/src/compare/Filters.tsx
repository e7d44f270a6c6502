/** Filters of the compared requests: period, real or simulated, load, contenders. */

import { ChevronDown, ChevronRight, X } from "lucide-react";
import { useState } from "react";
import { MOST_TOGETHER } from "../charts/Multiples";
import { count, share } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Choice } from "../ui/Choice";
import { MiddleCut } from "../ui/controls";
import { go } from "../ui/route";
import { Segments } from "../ui/Segments";
import { tip } from "../ui/tip";
import { PERIODS, useCompareStore } from "./compareStore";
import { type Drawn, loadText } from "./comparison";
import { Sign } from "./controls";
import { Separation } from "./Separation";

const w = strings.compare;

function Chosen({ ids }: { ids: readonly string[] }) {
  return (
    <span className="inline-flex h-6.5 shrink-0 items-center gap-1 rounded-md border border-line-strong pr-1 pl-2 text-xs">
      {w.chosen(ids.length)}
      <button
        type="button"
        aria-label={w.unchoose}
        {...tip(w.unchoose)}
        data-testid="compare-everything"
        className="grid size-5 place-items-center rounded-sm text-faint hover:bg-raised hover:text-ink"
        onClick={() => go("compare")}
      >
        <X size={13} aria-hidden="true" />
      </button>
    </span>
  );
}

export function Filters({ drawn, chosen }: { drawn: Drawn | null; chosen: readonly string[] }) {
  const { period, search, look, ask } = useCompareStore();
  const view = drawn?.view;
  const loads = view?.loads ?? [];
  const lengths = view?.swept_lengths ?? [];
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 max-[1100px]:px-2.5">
      <h1 className="text-lg font-semibold">{w.title}</h1>
      <p className="mr-auto text-xs text-faint" data-testid="compare-summary">
        {view ? w.summary(view.requests, view.runs) : null}
      </p>
      {chosen.length === 0 ? (
        <input
          type="search"
          aria-label={w.search}
          placeholder={w.searchHint}
          {...tip(w.searchHelp)}
          value={search}
          data-testid="compare-search"
          className="h-6.5 w-60 min-w-32 shrink rounded-md border border-line-strong bg-panel px-2 text-xs max-[1100px]:w-40"
          onChange={(event) => look({ search: event.currentTarget.value })}
        />
      ) : null}
      {loads.length > 1 ? (
        <Choice
          label={w.loads}
          testId="compare-load"
          value={view?.load ? JSON.stringify(view.load) : ""}
          choices={[
            { value: "", text: w.allLoads },
            ...loads.map((load) => ({ value: JSON.stringify(load), text: loadText(load) })),
          ]}
          onChange={(value) =>
            ask({
              load: loads.find((load) => JSON.stringify(load) === value) ?? null,
              every_load: value === "",
            })
          }
        />
      ) : null}
      {view && lengths.length > 1 ? (
        <Choice
          label={w.promptLength}
          testId="compare-length"
          value={String(view.swept_length ?? "")}
          choices={lengths.map((tokens) => ({
            value: String(tokens ?? ""),
            text: tokens === null ? w.noSetLength : w.promptTokens(count(tokens)),
          }))}
          onChange={(value) => ask({ swept_length: value === "" ? null : Number(value) })}
        />
      ) : null}
      {view && view.simulated_requests > 0 ? (
        <Segments
          label={w.which}
          value={view.simulated}
          choices={[
            { value: false, text: w.real(view.real_requests), testId: "compare-real" },
            { value: true, text: w.simulated(view.simulated_requests), testId: "compare-sim" },
          ]}
          onChange={(simulated) => ask({ simulated, load: null, swept_length: null })}
        />
      ) : null}
      {chosen.length > 0 ? (
        <Chosen ids={chosen} />
      ) : (
        <Segments
          label={w.since}
          value={period}
          choices={PERIODS.map((each) => ({
            value: each,
            text: each === null ? w.all : w.days(each),
          }))}
          onChange={(value) => look({ period: value })}
        />
      )}
    </header>
  );
}

/** Says if contenders had different prompts, with a switch to the prompts they share. */
function Uneven({ drawn }: { drawn: Drawn }) {
  const ask = useCompareStore((asked) => asked.ask);
  const { common, question } = drawn.view;
  const narrowed = question.common_only ?? false;
  return (
    <p
      className="mt-1.5 flex flex-wrap items-center gap-x-2 text-xs text-soft"
      data-testid="uneven"
    >
      {narrowed ? w.narrowed(common) : common > 0 ? w.uneven : w.nothingCommon}
      {common > 0 ? (
        <button
          type="button"
          aria-pressed={narrowed}
          data-testid="common-only"
          className="text-accent underline underline-offset-2"
          onClick={() => ask({ common_only: !narrowed })}
        >
          {narrowed ? w.widen : w.narrow(common)}
        </button>
      ) : null}
    </p>
  );
}

/** Many contenders in one line, which can be expanded. */
function Many({
  drawn,
  open,
  onOpen,
}: {
  drawn: Drawn;
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  const { contenders } = drawn.view;
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={open}
      data-testid="many-contenders"
      className="flex min-h-7 w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-md border border-line-strong px-2 py-1 text-left text-xs hover:bg-raised"
      onClick={() => onOpen(!open)}
    >
      <Icon size={13} aria-hidden="true" />
      <b className="font-semibold">{w.many(drawn.shown.length, contenders.length)}</b>
      {contenders.map(({ place, shown }) => (
        <span key={place} {...tip(drawn.name(place))}>
          <Sign look={drawn.look(place)} dim={!shown} />
        </span>
      ))}
    </button>
  );
}

/** Every contender in the selection; a press hides it or shows it again. */
export function Contenders({ drawn }: { drawn: Drawn }) {
  const { question, ask } = useCompareStore();
  const [open, setOpen] = useState(false);
  const hidden = question.hidden ?? [];
  const { contenders, other_definitions, uneven } = drawn.view;
  const isMany = contenders.length > MOST_TOGETHER;
  const names = contenders.map(({ place }) => drawn.name(place));
  return (
    <div>
      {isMany ? <Many drawn={drawn} open={open} onOpen={setOpen} /> : null}
      <ul
        aria-label={w.contenders}
        className={`flex flex-wrap gap-1.5 ${isMany && open ? "mt-1.5" : ""}`}
      >
        {(isMany && !open ? [] : contenders).map(
          ({ id, place, label, model, shown, good, error_rate }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={shown}
                {...tip(shown ? w.hide(`${label} · ${model}`) : w.show(`${label} · ${model}`))}
                data-testid={`contender-${place}`}
                className={`inline-flex h-6.5 items-center gap-1.5 rounded-md border px-2 text-xs hover:bg-raised ${shown ? "border-line-strong bg-panel text-ink" : "border-dashed border-line text-faint line-through"}`}
                onClick={() =>
                  ask({ hidden: shown ? [...hidden, id] : hidden.filter((one) => one !== id) })
                }
              >
                <Sign look={drawn.look(place)} dim={!shown} />
                <span className="max-w-52">
                  <MiddleCut text={drawn.name(place)} among={names} />
                </span>
                <span className="text-faint">{w.n(good)}</span>
                {error_rate ? (
                  <span className="text-bad">{w.failures(share(error_rate))}</span>
                ) : null}
              </button>
            </li>
          ),
        )}
      </ul>
      {uneven ? <Uneven drawn={drawn} /> : null}
      <Separation drawn={drawn} />
      {other_definitions > 0 ? (
        <p className="mt-1.5 text-xs text-warn">{w.older(other_definitions)}</p>
      ) : null}
    </div>
  );
}
