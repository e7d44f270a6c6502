/** What is sent as it is: additional headers, and additional fields of the body. */

import { Plus, X } from "lucide-react";
import { dialects, type Payload } from "../../backend/backend";
import { request } from "../../strings/request";
import { Button, IconButton } from "../../ui/controls";
import { FIELD, Group, SelectField } from "./fields";
import { JsonField } from "./JsonField";
import { isObject, objectProblem } from "./schema";
import type { Subject } from "./subject";

const w = request.verbatim;

interface HeadersProps {
  headers: Record<string, string>;
  onHeaders: (headers: Record<string, string>) => void;
}

function Headers({ headers, onHeaders }: HeadersProps) {
  const rows = Object.entries(headers);
  const set = (next: [string, string][]) => onHeaders(Object.fromEntries(next));
  return (
    <Group title={w.headers} hint={w.headersHint}>
      {rows.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
        <div key={at} className="flex items-center gap-2">
          <input
            aria-label={w.header(at + 1)}
            className={`${FIELD} w-56 font-mono`}
            data-testid={`header-${at}-name`}
            value={name}
            onChange={({ currentTarget }) => set(rows.with(at, [currentTarget.value, value]))}
          />
          <input
            aria-label={w.value(name)}
            className={`${FIELD} flex-1 font-mono`}
            data-testid={`header-${at}-value`}
            value={value}
            onChange={({ currentTarget }) => set(rows.with(at, [name, currentTarget.value]))}
          />
          <IconButton label={w.removeHeader(name)} onClick={() => set(rows.toSpliced(at, 1))}>
            <X size={12} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <span>
        <Button
          size="small"
          data-testid="add-header"
          disabled={"" in headers}
          onClick={() => set([...rows, ["", ""]])}
        >
          <Plus size={12} aria-hidden="true" />
          {w.addHeader}
        </Button>
      </span>
    </Group>
  );
}

export function VerbatimTab({ subject }: { subject: Subject }) {
  const { payload, change } = subject;
  const { headers = {}, fields = {}, dialect } = payload;
  const onPayload = (next: Payload) => change({ payload: next });
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pr-3">
      <Headers headers={headers} onHeaders={(next) => onPayload({ ...payload, headers: next })} />
      <Group title={w.fields} hint={w.fieldsHint}>
        <JsonField
          label={w.fields}
          testId="extra-fields"
          className="h-48"
          value={Object.keys(fields).length > 0 ? fields : undefined}
          problemOf={objectProblem}
          onValue={(value) => onPayload({ ...payload, fields: isObject(value) ? value : {} })}
        />
        <SelectField
          beside
          label={w.dialect}
          testId="fields-dialect"
          value={dialect ?? ""}
          choices={[
            { value: "", text: w.anyDialect },
            ...dialects.map(({ id, title }) => ({ value: id, text: title })),
          ]}
          onValue={(id) =>
            onPayload({ ...payload, dialect: dialects.find((each) => each.id === id)?.id ?? null })
          }
        />
      </Group>
    </div>
  );
}
