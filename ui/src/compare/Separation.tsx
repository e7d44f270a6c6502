/**
 * What separates contenders of one model, and the warnings of their requests: aspects can be pooled, warnings left out.
 */

import type { AspectInUse, Warning, WarningCount } from "../backend/backend";
import { count } from "../strings/numbers";
import { commas } from "../strings/phrases";
import { doubts } from "../strings/results";
import { said } from "../strings/said";
import { strings } from "../strings/strings";
import { tip } from "../ui/tip";
import { useCompareStore } from "./compareStore";
import type { Drawn } from "./comparison";

const w = strings.compare;

function Aspect({ aspect, name, values, pooled }: AspectInUse) {
  const { question, ask } = useCompareStore();
  const over = question.pool_over ?? [];
  const [called, all] = [said(name), commas(values.map((one) => said(one)))];
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      {pooled ? w.pooled(called, all) : w.toldApart(called, all)}
      <button
        type="button"
        aria-pressed={pooled}
        data-testid={`pool-${aspect}`}
        className="text-accent underline underline-offset-2"
        onClick={() =>
          ask({ pool_over: pooled ? over.filter((one) => one !== aspect) : [...over, aspect] })
        }
      >
        {pooled ? w.tellApart : w.pool}
      </button>
    </li>
  );
}

function Warned({ warning, requests }: WarningCount) {
  const { question, ask } = useCompareStore();
  const out: readonly Warning[] = question.leave_out ?? [];
  const isOut = out.includes(warning);
  const { tag, advice } = doubts[warning];
  return (
    <li>
      <button
        type="button"
        aria-pressed={!isOut}
        {...tip(`${isOut ? w.warned.putBack(tag) : w.warned.leaveOut(tag)}\n${advice}`)}
        data-testid={`warned-${warning}`}
        className={`inline-flex h-5.5 items-center gap-1.5 rounded-md border px-1.5 hover:bg-raised ${isOut ? "border-dashed border-line text-faint line-through" : "border-line-strong text-warn"}`}
        onClick={() =>
          ask({
            leave_out: isOut ? out.filter((one) => one !== warning) : [...out, warning],
          })
        }
      >
        {tag}
        <span className="text-faint">{count(requests)}</span>
      </button>
    </li>
  );
}

export function Separation({ drawn }: { drawn: Drawn }) {
  const { aspects, warnings } = drawn.view;
  return (
    <>
      {aspects.length > 0 ? (
        <ul aria-label={w.separation} className="mt-1.5 text-xs text-soft" data-testid="aspects">
          {aspects.map((each) => (
            <Aspect key={each.aspect} {...each} />
          ))}
        </ul>
      ) : null}
      {warnings.length > 0 ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-1.5 text-xs text-soft">
          <span id="compare-warned">{w.warned.title}</span>
          <ul
            aria-labelledby="compare-warned"
            className="flex flex-wrap gap-1.5"
            data-testid="warned"
          >
            {warnings.map((each) => (
              <Warned key={each.warning} {...each} />
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}
