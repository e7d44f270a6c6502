/** The prompts of a sweep. */

import { FolderOpen } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import type { Preset } from "../backend/backend";
import { useWorkloads } from "../backend/queries";
import { AddCheck, Checks } from "../plan/Checks";
import { planOf, useDraft } from "../plan/draft";
import { hasVariables, useFilled } from "../plan/filled";
import { readText } from "../plan/promptFile";
import { RequestParts } from "../plan/RequestParts";
import { Values } from "../plan/Variables";
import { told } from "../strings/phrases";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { presetNames, suiteNames } from "../strings/sweep";
import { Button } from "../ui/controls";
import { useFilePicker } from "../ui/files";
import { NumberField } from "../ui/NumberField";
import { complain } from "../ui/toasts";
import { Card, OneOf } from "./Choice";
import { formOfSuite, loadOfMethod, useSweepForm } from "./sweepDraft";

const w = strings.sweeps;

const AREA =
  "selectable w-full resize-y rounded-md border border-line bg-sunk px-2.5 py-1.5 text-xs leading-5 hover:border-line-strong";

interface TextProps {
  label: string;
  hint: string;
  value: string;
  rows: number;
  accept?: string;
  onChange: (text: string) => void;
  testId: string;
}

/** A text that is written, pasted, or read from a file of the types in `accept`. */
function TextArea({ label, hint, value, rows, accept, onChange, testId }: TextProps) {
  const load = async (file: File) => {
    const read = await readText(file);
    if ("problem" in read) complain(read.problem);
    else onChange(read.text);
  };
  const { field, open } = useFilePicker({
    label: told(label, w.loadFile),
    accept,
    testId: `${testId}-file`,
    onFile: (file) => void load(file),
  });
  return (
    <div className="min-w-0 flex-1">
      <div className="mb-1 flex h-6 items-center gap-2 text-xs">
        <span className="text-soft">{label}</span>
        <span className="min-w-0 flex-1 truncate text-faint" title={hint}>
          {hint}
        </span>
        {accept ? (
          <>
            {field}
            <Button look="quiet" size="small" onClick={open}>
              <FolderOpen size={13} aria-hidden="true" />
              {w.loadFile}
            </Button>
          </>
        ) : null}
      </div>
      <textarea
        aria-label={label}
        className={AREA}
        rows={rows}
        value={value}
        data-testid={testId}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

function Own() {
  const draft = useDraft();
  const { filling, table, set } = useSweepForm();
  const asked = hasVariables(draft);
  const plan = useDraft(useShallow(planOf));
  const names = useFilled(plan, filling === "values", draft.values)?.variables ?? [];
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label={w.prompt}
        hint={w.promptHint}
        value={draft.prompt}
        rows={3}
        onChange={(text) => draft.share({ prompt: text })}
        testId="sweep-prompt"
      />
      <RequestParts />
      {asked ? (
        <div className="flex items-center gap-2 text-xs text-soft">
          {w.fillFrom}
          <OneOf
            label={w.fillFrom}
            names={w.fillings}
            value={filling}
            testId="filling"
            onChange={(next) => set({ filling: next })}
          />
        </div>
      ) : null}
      {asked && filling === "values" ? <Values names={names} /> : null}
      {asked && filling === "table" ? (
        <TextArea
          label={w.valuesTable}
          hint={w.valuesHint}
          value={table}
          rows={3}
          accept=".csv,text/csv,text/plain"
          onChange={(text) => set({ table: text })}
          testId="sweep-table"
        />
      ) : null}
    </div>
  );
}

function Method() {
  const { preset, set } = useSweepForm();
  const presets = useWorkloads().data?.presets ?? [];
  const chosen = presets.find((each) => each.preset === preset);
  const method = chosen?.method;
  return (
    <div className="flex flex-col gap-2 text-xs">
      <label className="flex items-center gap-2 text-soft">
        {w.preset}
        <select
          aria-label={w.preset}
          value={preset}
          data-testid="sweep-preset"
          className="h-7 min-w-64 rounded-md border border-line bg-sunk py-0 pr-6 pl-2 text-xs text-ink hover:border-line-strong"
          onChange={(event) => {
            const next = event.currentTarget.value as Preset;
            const found = presets.find((each) => each.preset === next)?.method;
            set({ preset: next, maxTokens: null });
            if (found) set(loadOfMethod(found));
          }}
        >
          {presets.map((each) => (
            <option key={each.preset} value={each.preset}>
              {presetNames[each.preset]}
            </option>
          ))}
        </select>
      </label>
      {chosen && method ? (
        <p className="selectable text-soft" data-testid="preset-source">
          {w.method(method.input_tokens, method.max_tokens, method.steps)}{" "}
          <span className="text-faint">{w.source(said(chosen.source))}</span>
        </p>
      ) : null}
    </div>
  );
}

function BuiltIn() {
  const { suite, set } = useSweepForm();
  const suites = useWorkloads().data?.suites ?? [];
  const chosen = suites.find((each) => each.suite === suite);
  return (
    <div className="flex flex-col gap-2 text-xs">
      <label className="flex items-center gap-2 text-soft">
        {w.suite}
        <select
          aria-label={w.suite}
          value={suite}
          data-testid="sweep-suite"
          className="h-7 min-w-64 rounded-md border border-line bg-sunk py-0 pr-6 pl-2 text-xs text-ink hover:border-line-strong"
          onChange={(event) => {
            const next = suites.find((each) => each.suite === event.currentTarget.value);
            if (next) set(formOfSuite(next));
          }}
        >
          {suites.map((each) => (
            <option key={each.suite} value={each.suite}>
              {suiteNames[each.suite]}
            </option>
          ))}
        </select>
      </label>
      {chosen ? (
        <p className="text-faint" data-testid="suite-asks">
          {w.suiteAsks(chosen.rows)}
        </p>
      ) : null}
    </div>
  );
}

function Length() {
  const { tokens, set } = useSweepForm();
  return (
    <div className="flex items-center gap-3">
      <NumberField
        label={w.tokens}
        value={tokens}
        min={1}
        max={200_000}
        testId="sweep-tokens"
        onChange={(value) => set({ tokens: value })}
      />
      <p className="text-xs text-faint">{w.tokensHint}</p>
    </div>
  );
}

/** What makes an answer right, whatever is asked. */
function Checked() {
  return (
    <div className="flex flex-col items-start gap-1">
      <Checks />
      <AddCheck named />
    </div>
  );
}

export function AskedSection() {
  const { asking, lines, loading, set } = useSweepForm();
  const { presets = [], suites = [] } = useWorkloads().data ?? {};
  if (loading === "lengths") {
    return (
      <Card title={w.asked}>
        <p className="text-xs text-faint">{w.lengthsAsked}</p>
        <Checked />
      </Card>
    );
  }
  return (
    <Card
      title={w.asked}
      aside={
        <OneOf
          label={w.asked}
          names={w.asking}
          value={asking}
          testId="asking"
          onChange={(next) => {
            set({ asking: next });
            const first = suites.find((each) => each.suite === useSweepForm.getState().suite);
            if (next === "suite" && first) set(formOfSuite(first));
            if (next !== "preset") return;
            const preset = useSweepForm.getState().preset;
            const method = presets.find((each) => each.preset === preset)?.method;
            // A published method is applied as a whole; later changes are the user's.
            set({ maxTokens: null });
            if (method) set(loadOfMethod(method));
          }}
        />
      }
    >
      {asking === "own" ? <Own /> : null}
      {asking === "preset" ? <Method /> : null}
      {asking === "length" ? <Length /> : null}
      {asking === "suite" ? <BuiltIn /> : null}
      {asking === "set" ? (
        <TextArea
          label={w.lines}
          hint={w.linesHint}
          value={lines}
          rows={5}
          accept=".jsonl,.json,.yaml,.yml,.csv,text/csv,text/plain"
          onChange={(text) => set({ lines: text })}
          testId="sweep-lines"
        />
      ) : null}
      <Checked />
    </Card>
  );
}
