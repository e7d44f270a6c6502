/** The job to predict: prompt and answer lengths, number of requests, value of a second. */

import type { Workload } from "../backend/backend";
import { count, dollars } from "../strings/numbers";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { Choice } from "../ui/Choice";
import { NumberField } from "../ui/NumberField";
import { useCompareStore } from "./compareStore";
import type { Drawn } from "./comparison";
import { LogSlider } from "./controls";

const w = strings.compare.workload;

export type Field = "in" | "out" | "day" | "loop" | "second";

/** The job on screen: the one last asked about, or the engine's default. */
export function useWorkload(drawn: Drawn): [Workload, (change: Partial<Workload>) => void] {
  const { question, ask } = useCompareStore();
  const workload = question.workload ?? drawn.view.what_if.workload;
  return [workload, (change) => ask({ workload: { ...workload, ...change } })];
}

export function WorkloadBar({ drawn, fields }: { drawn: Drawn; fields: readonly Field[] }) {
  const [workload, change] = useWorkload(drawn);
  const { question, ask } = useCompareStore();
  const second = question.second_usd ?? drawn.view.question.second_usd ?? 0;
  const { presets } = drawn.view;
  const preset = presets.find(
    ({ workload: { in_tokens, out_tokens } }) =>
      in_tokens === workload.in_tokens && out_tokens === workload.out_tokens,
  );
  const has = (field: Field) => fields.includes(field);
  return (
    <fieldset
      aria-label={w.label}
      className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1.5 border-t border-line bg-panel px-3 py-1.5"
    >
      <Choice
        label={w.preset}
        testId="workload-preset"
        value={preset?.id ?? ""}
        choices={[
          ...(preset ? [] : [{ value: "", text: w.own }]),
          ...presets.map(({ id, name }) => ({ value: id, text: said(name) })),
        ]}
        onChange={(id) => {
          const chosen = presets.find((each) => each.id === id);
          if (chosen) {
            const { in_tokens, out_tokens } = chosen.workload;
            change({ in_tokens, out_tokens });
          }
        }}
      />
      {has("in") ? (
        <NumberField
          label={w.in}
          value={workload.in_tokens}
          min={0}
          max={1_000_000}
          onChange={(in_tokens) => change({ in_tokens: in_tokens ?? 0 })}
        />
      ) : null}
      {has("out") ? (
        <LogSlider
          label={w.out}
          text={`${count(workload.out_tokens)} ${w.outUnit}`}
          value={workload.out_tokens ?? 0}
          from={16}
          to={8_192}
          testId="workload-out"
          onChange={(out_tokens) => change({ out_tokens: Math.round(out_tokens) })}
        />
      ) : null}
      {has("day") ? (
        <NumberField
          label={w.day}
          value={workload.requests_per_day}
          min={0}
          max={100_000_000}
          onChange={(day) => change({ requests_per_day: day ?? 0 })}
        />
      ) : null}
      {has("loop") ? (
        <>
          <NumberField
            label={w.steps}
            value={workload.steps}
            min={1}
            max={10_000}
            onChange={(steps) => change({ steps: Math.max(1, Math.round(steps ?? 1)) })}
          />
          <label className="flex items-center gap-1.5 text-xs text-soft">
            <input
              type="checkbox"
              className="size-3.5"
              checked={workload.growing}
              onChange={(event) => change({ growing: event.currentTarget.checked })}
            />
            {w.growing}
          </label>
        </>
      ) : null}
      {has("second") ? (
        <LogSlider
          label={w.second}
          text={w.perHour(dollars(second * 3_600))}
          value={second}
          from={1e-5}
          to={1}
          testId="workload-second"
          onChange={(second_usd) => ask({ second_usd })}
        />
      ) : null}
    </fieldset>
  );
}
