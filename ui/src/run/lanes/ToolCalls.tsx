/** The tool calls of an answer, apart from its text. */

import { Wrench } from "lucide-react";
import { useMemo } from "react";
import { request } from "../../strings/request";
import { readableArguments, toolCallsIn } from "./toolCalls";

/** Calls and characters of a name that are laid out. */
const MOST_CALLS = 50;
const MOST_NAME = 200;

interface ToolCallsProps {
  text: string;
  lane: number;
  /** Whether the answer has nothing else. */
  alone: boolean;
}

export function ToolCalls({ text, lane, alone }: ToolCallsProps) {
  const calls = useMemo(() => toolCallsIn(text, MOST_CALLS + 1), [text]);
  return (
    <section
      aria-label={request.toolCall}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      data-testid={`lane-${lane}-tools`}
      className={`selectable flex flex-col gap-2 overflow-y-auto px-3 py-2 text-sm -outline-offset-2 ${alone ? "flex-1" : "max-h-1/2 shrink-0 border-t border-line"}`}
    >
      {calls.slice(0, MOST_CALLS).map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other identity.
        <div key={at}>
          <p className="flex items-center gap-2">
            <Wrench size={12} aria-hidden="true" className="shrink-0 text-faint" />
            <span className="text-2xs text-faint">{request.toolCall}</span>
            <b className="min-w-0 truncate font-mono text-xs font-semibold">
              {call.name.slice(0, MOST_NAME)}
            </b>
          </p>
          {call.arguments && call.arguments !== "{}" ? (
            <pre className="mt-1 font-mono text-xs leading-5 break-words whitespace-pre-wrap text-soft">
              {readableArguments(call.arguments)}
            </pre>
          ) : null}
        </div>
      ))}
      {calls.length > MOST_CALLS ? (
        <p className="text-2xs text-faint">{request.moreToolCalls(MOST_CALLS)}</p>
      ) : null}
    </section>
  );
}
