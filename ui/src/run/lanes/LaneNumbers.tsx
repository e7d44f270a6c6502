/** All details of one lane's request: its numbers, how sure they are, its failure, and what to read with care. */

import { Fragment } from "react";
import type { Adjustment, Fault, Lane, Plan, Sample } from "../../backend/backend";
import { useSuiteRow } from "../../backend/queries";
import { durationWithUnit, UNKNOWN } from "../../strings/numbers";
import { doubts } from "../../strings/results";
import { messageOf } from "../../strings/said";
import { strings } from "../../strings/strings";
import { Prose, Tag } from "../../ui/controls";
import { Defined } from "../numbers/Defined";
import { measurements } from "../numbers/measurements";
import { Uncertainty } from "../numbers/Uncertainty";
import { checksOf, isWrong } from "../right";
import { adjusted, doubtAdvice } from "./adjusted";
import { CheckResults } from "./CheckResults";

function Numbers({ sample }: { sample: Sample }) {
  return (
    <dl data-testid="all-numbers" className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs">
      {measurements.map((group) => {
        const known = group
          .map((entry) => ({ ...entry, shown: entry.text(sample) }))
          .filter(({ shown }) => shown !== UNKNOWN);
        if (known.length === 0) return null;
        return (
          <Fragment key={group[0]?.id}>
            {known.map(({ id, name, shown }, index) => (
              <Fragment key={id}>
                <dt className={`text-faint ${index === 0 ? "mt-2" : ""}`}>
                  <Defined id={id} name={name} />
                </dt>
                <dd className={`selectable text-right ${index === 0 ? "mt-2" : ""}`}>{shown}</dd>
              </Fragment>
            ))}
          </Fragment>
        );
      })}
    </dl>
  );
}

/** The server's complete message about a failure: for a bug report, or for its support. */
function Refusal({ fault }: { fault: Fault }) {
  const { http_status, code, parameter, request_id, retry_after_ms, body } = fault;
  return (
    <section className="mb-3 text-xs" data-testid="fault-details">
      <p className="selectable">
        <Prose text={messageOf(fault)} />
      </p>
      <div className="selectable mt-1.5 flex flex-wrap gap-1">
        {http_status ? <Tag tone="bad">{strings.lane.httpStatus(http_status)}</Tag> : null}
        {retry_after_ms ? (
          <Tag tone="bad">{strings.lane.retryAfter(durationWithUnit(retry_after_ms))}</Tag>
        ) : null}
        {parameter ? <Tag>{strings.lane.parameter(parameter)}</Tag> : null}
        {code && code !== String(http_status) ? <Tag>{code}</Tag> : null}
        {request_id ? <Tag>{strings.lane.requestId(request_id)}</Tag> : null}
      </div>
      {body ? (
        <details className="mt-1.5 text-faint">
          <summary>{strings.lane.body}</summary>
          <pre className="selectable mt-1 max-h-48 overflow-y-auto font-mono text-2xs break-all whitespace-pre-wrap text-soft">
            {body}
          </pre>
        </details>
      ) : null}
    </section>
  );
}

export interface LaneNumbersProps {
  sample: Sample;
  /** What was asked. */
  plan: Plan;
  adjustments: readonly Adjustment[];
  /** The lane over all rounds, once the race is over. */
  lane: Lane | undefined;
}

export function LaneNumbers({ sample, plan, adjustments, lane }: LaneNumbersProps) {
  const { set } = plan;
  const suite = set?.type === "suite" && isWrong(sample) ? set.suite : null;
  const { data: ofSuite = null } = useSuiteRow(suite, sample.row ?? null);
  return (
    <>
      {sample.error ? <Refusal fault={sample.error} /> : null}
      <CheckResults sample={sample} asked={checksOf(plan, sample, ofSuite)} />
      <Numbers sample={sample} />
      <Uncertainty lane={lane} />
      {adjustments.length > 0 ? (
        <ul
          aria-label={strings.lane.sentOtherwise}
          className="mt-3 flex flex-col gap-1.5 border-t border-line pt-3 text-xs text-warn"
        >
          {adjustments.map((each) => (
            <li key={adjusted(each)}>{adjusted(each)}</li>
          ))}
        </ul>
      ) : null}
      {sample.doubts.length > 0 ? (
        <ul className="mt-3 flex flex-col gap-1.5 border-t border-line pt-3 text-xs">
          {sample.doubts.map((doubt) => (
            <li key={doubt}>
              <b className="font-semibold text-warn">{doubts[doubt].tag}</b>{" "}
              <span className="text-soft">{doubtAdvice(doubt, sample.left_out)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
