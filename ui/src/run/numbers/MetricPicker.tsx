/** Chooses the metrics of a surface from the engine's catalogue, whatever it contains. */

import { Columns3 } from "lucide-react";
import { useState } from "react";
import { levelNumbers, metrics, type Numbered } from "../../strings/catalogue";
import { commas } from "../../strings/phrases";
import { strings } from "../../strings/strings";
import { Button } from "../../ui/controls";
import { Popover } from "../../ui/Popover";
import { tip } from "../../ui/tip";
import { type Surface, useChosenMetrics } from "./chosenMetrics";
import { definitionText } from "./Defined";

const w = strings.numbersTable;

interface GroupProps {
  title: string | null;
  choices: readonly Numbered[];
  isChosen: (id: string) => boolean;
  onToggle: (id: string) => void;
}

function Group({ title, choices, isChosen, onToggle }: GroupProps) {
  return (
    <fieldset className="text-xs">
      <legend className={title ? "pt-2 pb-1 font-semibold text-soft" : "sr-only"}>
        {title ?? w.choose}
      </legend>
      <ul>
        {choices.map((metric) => (
          <li key={metric.id}>
            <label
              {...tip(definitionText(metric), { side: "right" })}
              className="flex items-center gap-2 rounded-sm px-1 py-0.5 hover:bg-raised"
            >
              <input
                type="checkbox"
                className="size-3.5"
                checked={isChosen(metric.id)}
                data-testid={`metric-${metric.id}`}
                onChange={() => onToggle(metric.id)}
              />
              {metric.name}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface MetricPickerProps {
  surface: Surface;
  /** Whether numbers of a sweep's levels can be chosen too. */
  withLevels?: boolean;
}

export function MetricPicker({ surface, withLevels = false }: MetricPickerProps) {
  const [open, setOpen] = useState(false);
  const chosen = useChosenMetrics(surface);
  const isChosen = (id: string) => chosen.metrics.some((metric) => metric.id === id);
  const group = { isChosen, onToggle: chosen.toggle };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      title={w.chooseHint}
      testId="metric-picker"
      className="flex max-h-[min(520px,var(--available-height))] w-80 flex-col p-3.5"
      trigger={(opens) => (
        <Button {...opens} {...tip(w.chooseHint)} data-testid={`metrics-${surface}`}>
          <Columns3 size={14} aria-hidden="true" />
          {w.choose}
        </Button>
      )}
    >
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        <Group title={withLevels ? w.ofRequests : null} choices={metrics} {...group} />
        {withLevels ? <Group title={w.ofLevels} choices={levelNumbers} {...group} /> : null}
      </div>
      <Button
        className="mt-2.5 self-start"
        disabled={chosen.isUsual}
        data-testid="metrics-usual"
        onClick={chosen.reset}
      >
        {w.usual}
      </Button>
    </Popover>
  );
}

/** Names the chosen metrics without any value here, so that their absence is not mistaken for an error. */
export function NotKnown({ metrics: unknown }: { metrics: readonly Numbered[] }) {
  if (unknown.length === 0) return null;
  const names = commas(unknown.map(({ name }) => name));
  return <p className="min-w-0 text-xs text-faint">{w.unknownHere(names)}</p>;
}
