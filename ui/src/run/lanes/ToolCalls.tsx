/** The tool calls of an answer, apart from its text. */

import { Wrench } from "lucide-react";
import { useMemo } from "react";
import { request } from "../../strings/request";
import { toolCallsIn } from "./toolCalls";

/** Characters of arguments that a card lays out; the rest is in the numbers' export and in the clipboard. */
const MOST_SHOWN = 4_000;

/** Arguments indented if they are JSON, and as they came otherwise. */
function readable(text: string): string {
  if (text.length > MOST_SHOWN) return `${text.slice(0, MOST_SHOWN)}…`;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface ToolCallsProps {
  text: string;
  lane: number;
  /** Whether the answer has nothing else. */
  alone: boolean;
}

export function ToolCalls({ text, lane, alone }: ToolCallsProps) {
  const calls = useMemo(() => toolCallsIn(text), [text]);
  return (
    <section
      aria-label={request.toolCall}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      data-testid={`lane-${lane}-tools`}
      className={`selectable flex flex-col gap-2 overflow-y-auto px-3 py-2 text-sm -outline-offset-2 ${alone ? "flex-1" : "max-h-1/2 shrink-0 border-t border-line"}`}
    >
      {calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other identity.
        <div key={at}>
          <p className="flex items-center gap-2">
            <Wrench size={12} aria-hidden="true" className="shrink-0 text-faint" />
            <span className="text-2xs text-faint">{request.toolCall}</span>
            <b className="min-w-0 truncate font-mono text-xs font-semibold">{call.name}</b>
          </p>
          {call.arguments && call.arguments !== "{}" ? (
            <pre className="mt-1 font-mono text-xs leading-5 break-words whitespace-pre-wrap text-soft">
              {readable(call.arguments)}
            </pre>
          ) : null}
        </div>
      ))}
    </section>
  );
}
