/** The form of one more check: its kind, and the fields of that kind. */

import { type FormEvent, useId, useState } from "react";
import type { Check, LengthUnit, NumberTaken } from "../../backend/backend";
import { strings } from "../../strings/strings";
import { announce } from "../../ui/announcer";
import { Button } from "../../ui/controls";
import { Tick } from "../../ui/Tick";
import { FIELD, SelectField, TextField } from "../request/fields";
import {
  checkOf,
  EMPTY,
  type CheckForm as Form,
  hasOpposite,
  KINDS,
  type Problems,
} from "./checkOf";
import { titleOf } from "./titleOf";

const w = strings.checks.form;

const TAKEN = ["last", "first", "only"] as const satisfies readonly NumberTaken[];
const UNITS = ["words", "characters", "sentences"] as const satisfies readonly LengthUnit[];

interface FieldsProps {
  form: Form;
  problems: Problems;
  set: (change: Partial<Form>) => void;
}

function Fenced({ form, set }: FieldsProps) {
  return (
    <Tick
      label={w.fenced}
      checked={form.fenced}
      testId="check-fenced"
      onChange={(fenced) => set({ fenced })}
    />
  );
}

/** Several lines of the form. */
function Lines({ of, form, problems, set }: FieldsProps & { of: "schema" | "calls" | "file" }) {
  const id = useId();
  const problem = problems[of] ?? null;
  return (
    <label className="flex flex-col gap-1 text-xs text-soft">
      {w.lines[of]}
      <textarea
        aria-label={w.lines[of]}
        aria-invalid={problem !== null}
        aria-describedby={problem ? id : undefined}
        className={`${FIELD} h-32! py-1.5 font-mono`}
        spellCheck={false}
        value={form[of]}
        data-testid={`check-${of}`}
        onChange={({ currentTarget }) => set({ [of]: currentTarget.value })}
      />
      {problem ? (
        <span id={id} role="status" className="text-2xs text-bad">
          {problem}
        </span>
      ) : null}
    </label>
  );
}

/** A line of text of the form. */
function Line({
  of,
  form,
  problems,
  set,
  mono = false,
}: FieldsProps & {
  of: "text" | "pattern" | "value" | "tolerance" | "least" | "most" | "language" | "command";
  mono?: boolean;
}) {
  return (
    <TextField
      label={w.fields[of]}
      value={form[of]}
      problem={problems[of] ?? null}
      mono={mono}
      testId={`check-${of}`}
      onText={(text) => set({ [of]: text })}
    />
  );
}

const Hint = ({ children }: { children: string }) => (
  <p className="text-2xs text-faint">{children}</p>
);

function Fields(props: FieldsProps) {
  const { form, set } = props;
  switch (form.kind) {
    case "contains":
    case "equals":
      return (
        <>
          <Line of="text" {...props} />
          <Tick
            label={w.ignoreCase}
            checked={form.ignoreCase}
            testId="check-ignore-case"
            onChange={(ignoreCase) => set({ ignoreCase })}
          />
        </>
      );
    case "regex":
      return (
        <>
          <Line of="pattern" mono {...props} />
          <Hint>{w.patternHint}</Hint>
        </>
      );
    case "number":
      return (
        <>
          <div className="grid grid-cols-2 gap-2">
            <Line of="value" {...props} />
            <Line of="tolerance" {...props} />
          </div>
          <Tick
            label={w.percent}
            checked={form.isPercent}
            testId="check-percent"
            onChange={(isPercent) => set({ isPercent })}
          />
          <SelectField
            label={w.taken}
            value={form.taken}
            choices={TAKEN.map((value) => ({ value, text: w.takens[value] }))}
            testId="check-taken"
            onValue={(taken) => set({ taken })}
          />
        </>
      );
    case "json":
      return <Fenced {...props} />;
    case "json_schema":
      return (
        <>
          <Lines of="schema" {...props} />
          <Fenced {...props} />
        </>
      );
    case "tool_call_equals":
      return (
        <>
          <Lines of="calls" {...props} />
          <Hint>{w.callsHint}</Hint>
          <Tick
            label={w.anyOrder}
            checked={form.anyOrder}
            testId="check-any-order"
            onChange={(anyOrder) => set({ anyOrder })}
          />
        </>
      );
    case "merged":
      return (
        <>
          <Lines of="file" {...props} />
          <Hint>{w.fileHint}</Hint>
          <Fenced {...props} />
        </>
      );
    case "length":
      return (
        <>
          <SelectField
            label={w.unit}
            value={form.unit}
            choices={UNITS.map((value) => ({ value, text: w.units[value] }))}
            testId="check-unit"
            onValue={(unit) => set({ unit })}
          />
          <div className="grid grid-cols-2 gap-2">
            <Line of="least" {...props} />
            <Line of="most" {...props} />
          </div>
        </>
      );
    case "language":
      return <Line of="language" {...props} />;
    case "tool_call_valid":
      return <Hint>{w.toolsHint}</Hint>;
    case "no_refusal":
      return <Hint>{w.refusalHint}</Hint>;
    case "command":
      return (
        <>
          <Line of="command" mono {...props} />
          <Hint>{w.commandHint}</Hint>
          <Tick
            label={w.commandJson}
            checked={form.isJson}
            testId="check-command-json"
            onChange={(isJson) => set({ isJson })}
          />
        </>
      );
  }
}

interface CheckFormProps {
  /** Whether it may be a command of the user's own, which is run once nothing is measured any more. */
  takesCommands: boolean;
  onCheck: (check: Check) => void;
}

export function CheckForm({ takesCommands, onCheck }: CheckFormProps) {
  const [form, setForm] = useState(EMPTY);
  // A field is told what is wrong with it once somebody has tried to add it, not while it is first written.
  const [isTried, setTried] = useState(false);
  const made = checkOf(form);
  const problems = isTried && "problems" in made ? made.problems : {};
  const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }));
  const add = (event: FormEvent) => {
    event.preventDefault();
    if ("problems" in made) {
      setTried(true);
      return;
    }
    onCheck(made.check);
    announce(w.added(titleOf(made.check)));
  };
  return (
    <form className="flex flex-col gap-2.5" onSubmit={add} data-testid="check-form">
      <SelectField
        label={w.kind}
        value={form.kind}
        choices={KINDS.filter((kind) => takesCommands || kind !== "command").map((value) => ({
          value,
          text: w.kinds[value],
        }))}
        testId="check-kind"
        onValue={(kind) => {
          set({ kind });
          setTried(false);
        }}
      />
      <Fields form={form} problems={problems} set={set} />
      {hasOpposite(form.kind) ? (
        <Tick
          label={w.negated}
          checked={form.isNegated}
          testId="check-negated"
          onChange={(isNegated) => set({ isNegated })}
        />
      ) : null}
      <Button type="submit" look="primary" className="self-end" data-testid="add-check">
        {w.submit}
      </Button>
    </form>
  );
}
