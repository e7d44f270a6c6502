/** The form of the answer: text, JSON or a schema; where it ends; and how it is sampled and predicted. */

import { Plus, X } from "lucide-react";
import type { Payload, ResponseFormat, SchemaFormat } from "../../backend/backend";
import { request } from "../../strings/request";
import { Button, IconButton } from "../../ui/controls";
import { LongText } from "../../ui/LongText";
import { NumberField } from "../../ui/NumberField";
import { Check, FIELD, Group, TextField } from "./fields";
import { JsonField } from "./JsonField";
import { schemaProblem } from "./schema";
import type { Subject } from "./subject";

const w = request.answer;

const FORMATS = ["unset", "text", "json", "schema"] as const;
type Format = (typeof FORMATS)[number];

const FRESH: SchemaFormat = {
  name: "answer",
  schema: { type: "object", properties: {}, required: [], additionalProperties: false },
};

function formatOf(format: ResponseFormat | null | undefined): Format {
  if (!format) return "unset";
  return typeof format === "string" ? format : "schema";
}

function formatFor(kind: Format): ResponseFormat | null {
  if (kind === "unset") return null;
  return kind === "schema" ? { schema: FRESH } : kind;
}

interface PayloadProps {
  payload: Payload;
  onPayload: (payload: Payload) => void;
}

function AnswerFormat({ payload, onPayload }: PayloadProps) {
  const { response_format: format } = payload;
  const schema = format && typeof format !== "string" ? format.schema : null;
  const set = (next: SchemaFormat) => onPayload({ ...payload, response_format: { schema: next } });
  return (
    <Group title={w.format}>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2" aria-label={w.format}>
        {FORMATS.map((kind) => (
          <label key={kind} className="flex items-center gap-2 text-xs text-soft">
            <input
              type="radio"
              name="answer-format"
              className="accent-accent"
              data-testid={`format-${kind}`}
              checked={formatOf(format) === kind}
              onChange={() => onPayload({ ...payload, response_format: formatFor(kind) })}
            />
            {w.formats[kind]}
          </label>
        ))}
      </fieldset>
      {schema ? (
        <div className="mt-2 flex flex-col gap-3">
          <div className="flex items-end gap-4">
            <TextField
              mono
              label={w.schemaName}
              value={schema.name ?? ""}
              className="w-64"
              onText={(name) => set({ ...schema, name: name || null })}
            />
            <Check
              label={w.strict}
              checked={schema.strict ?? false}
              onChange={(strict) => set({ ...schema, strict: strict || null })}
            />
          </div>
          <JsonField
            label={w.schema}
            testId="answer-schema"
            className="h-64"
            value={schema.schema}
            problemOf={schemaProblem}
            onValue={(value) => set({ ...schema, schema: value ?? {} })}
          />
        </div>
      ) : null}
    </Group>
  );
}

/** A text with its line breaks as they are typed, and back. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
const unescaped = (text: string) => {
  try {
    return JSON.parse(`"${text.replaceAll('"', '\\"')}"`) as string;
  } catch {
    return text;
  }
};

function Stops({ payload, onPayload }: PayloadProps) {
  const stop = payload.stop ?? [];
  const set = (next: string[]) => onPayload({ ...payload, stop: next });
  return (
    <Group title={w.stop} hint={w.stopHint}>
      <ul className="flex flex-wrap gap-2">
        {stop.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text changes while it is typed.
          <li key={at} className="flex items-center">
            <input
              aria-label={w.stopAt(at + 1)}
              className={`${FIELD} w-44 font-mono`}
              data-testid={`stop-${at}`}
              value={escaped(text)}
              onChange={({ currentTarget }) => set(stop.with(at, unescaped(currentTarget.value)))}
            />
            <IconButton label={w.removeStop(at + 1)} onClick={() => set(stop.toSpliced(at, 1))}>
              <X size={12} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
        <li>
          <Button size="small" data-testid="add-stop" onClick={() => set([...stop, ""])}>
            <Plus size={12} aria-hidden="true" />
            {w.addStop}
          </Button>
        </li>
      </ul>
    </Group>
  );
}

export function AnswerTab({ subject }: { subject: Subject }) {
  const { payload, change } = subject;
  const onPayload = (next: Payload) => change({ payload: next });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pr-3">
      <AnswerFormat payload={payload} onPayload={onPayload} />
      <Stops payload={payload} onPayload={onPayload} />
      <Group title={w.sampling}>
        <div className="flex flex-wrap gap-6">
          <NumberField
            label={w.topP}
            value={payload.top_p}
            min={0}
            max={1}
            step={0.05}
            whole={false}
            testId="top-p"
            onChange={(top_p) => onPayload({ ...payload, top_p })}
          />
          <NumberField
            label={w.seed}
            value={payload.seed}
            min={-Number.MAX_SAFE_INTEGER}
            max={Number.MAX_SAFE_INTEGER}
            whole
            testId="seed"
            onChange={(seed) => onPayload({ ...payload, seed })}
          />
        </div>
      </Group>
      <Group title={w.prediction} hint={w.predictionHint}>
        <LongText
          label={w.prediction}
          testId="prediction"
          className="h-28 w-full resize-y rounded-md border border-line bg-sunk text-sm leading-5"
          inset="px-3! py-2!"
          value={payload.prediction ?? ""}
          onText={(text) => onPayload({ ...payload, prediction: text || null })}
        />
      </Group>
    </div>
  );
}
