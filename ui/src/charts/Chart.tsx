/**
 * A chart: title, direction, drawing, its result in one sentence, and the measurement conditions. Every chart of the
 * window is one of these; only planes and marks differ.
 */

import { Table2, X } from "lucide-react";
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { strings } from "../strings/strings";
import { IconButton, SimulatedTag } from "../ui/controls";
import { isTyping } from "../ui/keyboard";
import { ChartTable, type TableOf } from "./ChartTable";
import { Drawing, type Size } from "./Drawing";
import { ExampleTag } from "./ExampleTag";
import { tellFigure } from "./figures";
import { SaveMenu } from "./SaveMenu";

const w = strings.charts;

export type { Size } from "./Drawing";

/** What all numbers in a figure have in common, as short facts: prompt, limits, n, who counted, machine, date. */
export interface Conditions {
  facts: readonly string[];
  /** Whether any of it was measured against simulated providers; this is always shown. */
  simulated: boolean;
}

export interface ChartProps {
  title: string;
  /** Which way is better, or what the axes mean: “lower is better”. */
  direction?: string;
  /** The chart's finding in one sentence, for users who cannot see it or are in a hurry. */
  reading: string;
  conditions: Conditions;
  /** Every number of the chart, as text. */
  table: TableOf;
  /** In pixels; may depend on the width. */
  height?: number | ((width: number) => number);
  /** Planes and marks, in SVG. Null draws nothing, and the chart says so. */
  children: ((size: Size) => ReactNode) | null;
  /** Opens the object of a reading, on Enter or a click. */
  onOpen?: (id: string) => void;
  /** Controls that change the chart, beside its title. */
  controls?: ReactNode;
  testId?: string;
  /** Whether its numbers are invented: it says so, and cannot be saved or shared. */
  isExample?: boolean;
}

/** What a screen says once, below all of its charts. */
const SaidBelow = createContext<readonly string[] | null>(null);

/** Charts of the same conditions, which are said once at their foot: below each is what is its own, and that it is simulated. */
export function OneFoot({ children, ...conditions }: Conditions & { children: ReactNode }) {
  return (
    <SaidBelow value={conditions.facts}>
      {children}
      <footer data-testid="page-conditions">
        <ConditionsLine {...conditions} />
      </footer>
    </SaidBelow>
  );
}

/** Maximum number of characters of a title, which is read at a glance. */
const LONGEST_TITLE = 110;
/** The same if it has a colon: what is on both sides of it is read at a glance only in one line. */
const LONGEST_WITH_COLON = 60;
/** How many Latin letters a text is as wide as: a Chinese character is two. */
function widthOf(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0);
}

/** What makes a sentence a list or a question; a colon before a number begins a list of values. */
const NO_FINDING = /[;?!] |[；？！]|: [\d$<~−]|：[\d$<~−]/;

/**
 * A reading whose first sentence is short and plain, split into that sentence, which becomes the chart's title with the
 * subject below it, and the rest, which stays below the drawing; null for a reading without such a sentence.
 */
export function findingOf(reading: string): { finding: string; rest: string } | null {
  const end = reading.search(/\. |。./u);
  const finding = end < 0 ? reading : reading.slice(0, end + 1);
  const longest = /: |：/.test(finding) ? LONGEST_WITH_COLON : LONGEST_TITLE;
  if (finding.length === 0 || widthOf(finding) > longest || NO_FINDING.test(finding)) return null;
  return { finding, rest: reading.slice(finding.length).trim() };
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

export function Chart({
  title,
  direction,
  reading,
  conditions,
  table,
  height = 240,
  children,
  onOpen,
  controls,
  testId,
  isExample = false,
}: ChartProps) {
  const [asTable, setAsTable] = useState(false);
  const { ref, width } = useWidth();
  const figure = useRef<HTMLElement>(null);
  const titleId = useId();
  const high = typeof height === "number" ? height : height(width);
  const onKeyDown = (event: KeyboardEvent) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!plain || event.key.toLowerCase() !== "v") return;
    event.preventDefault();
    setAsTable(!asTable);
    // The focused element may have disappeared with the drawing.
    figure.current?.focus();
  };
  const below = useContext(SaidBelow);
  const own = below
    ? { ...conditions, facts: conditions.facts.filter((fact) => !below.includes(fact)) }
    : conditions;
  const found = children === null ? null : findingOf(reading);
  const subtitle = direction ? `${title} · ${direction}` : title;
  const told = found
    ? { title: found.finding, direction: subtitle, reading: found.rest, ...conditions }
    : { title, direction: direction ?? "", reading, ...conditions };
  useEffect(() => {
    if (figure.current && !isExample) tellFigure(figure.current, { told, table });
  });
  return (
    <figure
      ref={figure}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: V toggles the table while the figure has the focus.
      tabIndex={0}
      aria-labelledby={titleId}
      data-testid={testId}
      onKeyDown={onKeyDown}
      className="flex min-w-0 flex-col border-t border-line bg-panel px-3 py-2.5"
    >
      <div className="flex min-h-6 items-start gap-2">
        <div className="min-w-0 flex-1">
          {found ? (
            <>
              <h2 id={titleId} className="selectable text-base font-semibold" data-testid="reading">
                {found.finding}
              </h2>
              <p className="text-xs text-faint">{subtitle}</p>
            </>
          ) : (
            <>
              <h2 id={titleId} className="inline text-sm font-semibold">
                {title}
              </h2>
              {direction ? <span className="ml-2 text-xs text-faint">{direction}</span> : null}
            </>
          )}
        </div>
        {controls}
        <IconButton
          label={asTable ? w.asChart : w.asTable}
          keys={["V"]}
          aria-pressed={asTable}
          data-testid="as-table"
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <X size={14} aria-hidden="true" /> : <Table2 size={14} aria-hidden="true" />}
        </IconButton>
        {isExample ? null : (
          <SaveMenu
            figure={figure}
            disabled={asTable || children === null}
            told={told}
            name={title}
          />
        )}
      </div>
      {isExample ? <ExampleTag /> : null}
      <div ref={ref} className="min-w-0">
        {asTable ? (
          <ChartTable {...table} />
        ) : children === null ? (
          <p className="grid place-items-center text-xs text-faint" style={{ height: high }}>
            {w.nothing}
          </p>
        ) : width > 0 ? (
          <Drawing size={{ width, height: high }} title={title} reading={reading} onOpen={onOpen}>
            {children}
          </Drawing>
        ) : null}
      </div>
      <figcaption className="mt-1 space-y-1">
        {found ? (
          found.rest ? (
            <p className="selectable max-w-[76ch] text-xs text-soft" data-testid="reading-rest">
              {found.rest}
            </p>
          ) : null
        ) : (
          <p className="selectable max-w-[76ch] text-xs text-soft" data-testid="reading">
            {reading}
          </p>
        )}
        <ConditionsLine {...own} />
      </figcaption>
    </figure>
  );
}

/** The conditions, in small type. */
function ConditionsLine({ facts, simulated }: Conditions) {
  if (facts.length === 0 && !simulated) return null;
  return (
    <p className="selectable text-2xs text-faint" data-testid="conditions">
      {simulated ? <SimulatedTag className="mr-1.5 inline-block" /> : null}
      {facts.join(" · ")}
    </p>
  );
}
