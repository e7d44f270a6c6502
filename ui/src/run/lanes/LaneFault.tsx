/** What failed in a lane and what to do about it. */

import type { Fault } from "../../backend/backend";
import { durationWithUnit } from "../../strings/numbers";
import { faults } from "../../strings/results";
import { strings } from "../../strings/strings";
import { Button, Prose, Tag } from "../../ui/controls";
import { address } from "../../ui/route";

interface LaneFaultProps {
  fault: Fault;
  provider: string;
  /** Whether it stands above the text, where there is none to push away. */
  onTop: boolean;
  /** Races this lane alone, as it was or with another model; absent where the plan it came from is not at hand. */
  onRetry: ((model?: string) => void) | null;
}

export function LaneFault({ fault, provider, onTop, onRetry }: LaneFaultProps) {
  const { http_status, code, parameter, request_id, retry_after_ms, body, nearest = [] } = fault;
  return (
    <div
      className={`mx-2 shrink-0 overflow-y-auto rounded-md bg-bad-wash px-2.5 py-2 text-xs ${onTop ? "order-first mt-2 max-h-[calc(100%-8px)]" : "mb-1 max-h-[70%]"}`}
      role="note"
    >
      <p className="selectable">
        <b className="font-semibold text-bad">{faults[fault.class]}.</b>{" "}
        <Prose text={fault.message} />
      </p>
      <p className="selectable mt-1 text-soft">
        <Prose text={fault.advice} />
      </p>
      <div className="mt-1.5 flex flex-wrap gap-1">
        {http_status ? <Tag tone="bad">{strings.lane.httpStatus(http_status)}</Tag> : null}
        {retry_after_ms ? (
          <Tag tone="bad">{strings.lane.retryAfter(durationWithUnit(retry_after_ms))}</Tag>
        ) : null}
        {parameter ? <Tag>{strings.lane.parameter(parameter)}</Tag> : null}
        {code ? <Tag>{code}</Tag> : null}
        {request_id ? (
          <span className="selectable">
            <Tag>{strings.lane.requestId(request_id)}</Tag>
          </span>
        ) : null}
      </div>
      {body ? (
        <details className="mt-1.5 text-faint">
          <summary>{strings.lane.body}</summary>
          <pre className="selectable mt-1 font-mono text-2xs break-all whitespace-pre-wrap text-soft">
            {body}
          </pre>
        </details>
      ) : null}
      <div className="mt-2 flex flex-wrap gap-1.5">
        {onRetry
          ? nearest.map((model) => (
              <Button key={model} onClick={() => onRetry(model)} size="small">
                {strings.lane.retryWith(model)}
              </Button>
            ))
          : null}
        {onRetry ? (
          <Button onClick={() => onRetry()} size="small">
            {strings.lane.retry}
          </Button>
        ) : null}
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            window.location.hash = address("providers", provider);
          }}
        >
          {strings.lane.settings}
        </Button>
      </div>
    </div>
  );
}
