/** What a request carries beside its turns and its tools, a line for each: settings, the form of the answer, headers and fields. */

import { memo } from "react";
import type { Json, Payload } from "../../backend/backend";
import { written } from "../../backend/exact";

/** Characters of a value that are laid out; a schema or a predicted output can be megabytes long. */
const SHOWN = 2_000;

/** Each of them by its name in a request, with its value as JSON. */
export function settingsOf(payload: Payload): [name: string, value: string][] {
  const { tool_choice, parallel_tool_calls, response_format, stop, top_p, seed, prediction } =
    payload;
  const settings = {
    tool_choice,
    parallel_tool_calls,
    response_format,
    stop,
    top_p,
    seed,
    prediction,
  };
  const all = [settings, payload.headers ?? {}, payload.fields ?? {}].flatMap((some) =>
    Object.entries(some),
  );
  return all.flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    const text = typeof value === "string" ? value : written(value as Json);
    return [[name, text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text]];
  });
}

interface SettingLinesProps {
  settings: readonly (readonly [name: string, value: string])[];
}

/** The same settings are not laid out again while the list they stand in is scrolled. */
export const SettingLines = memo(function SettingLines({ settings }: SettingLinesProps) {
  return (
    <div data-testid="was-sent-settings" className="flex min-w-0 flex-col gap-0.5">
      {settings.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a header and a field may have one name.
        <p key={at} className="break-all">
          <b className="font-mono text-xs font-semibold">{name}</b>{" "}
          <code className="font-mono text-xs text-soft">{value}</code>
        </p>
      ))}
    </div>
  );
});
