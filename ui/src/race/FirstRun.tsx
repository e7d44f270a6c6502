/** Three first steps, each ticked once it is done: after a fresh install, until dismissed, and when asked for. */

import { Check, X } from "lucide-react";
import { useProviders, useRuns } from "../backend/queries";
import { strings } from "../strings/strings";
import { IconButton } from "../ui/controls";
import { keyName } from "../ui/keyboard";
import { address } from "../ui/route";
import { useTour } from "../ui/tour";

/** Which of the steps are done, in order. */
function useDone(): readonly boolean[] {
  const providers = useProviders();
  const runs = useRuns().data?.pages[0]?.runs ?? [];
  return [
    runs.length > 0,
    providers.some(({ kept }) => (kept ?? null) !== null),
    providers.some(({ custom }) => custom),
  ];
}

export function FirstRun({ isFirst }: { isFirst: boolean }) {
  const { isDismissed, isAsked, dismiss } = useTour();
  return isAsked || (isFirst && !isDismissed) ? <Steps onDismiss={dismiss} /> : null;
}

function Steps({ onDismiss }: { onDismiss: () => void }) {
  const done = useDone();
  const steps = [
    <span key="race">{strings.firstRun.race(["Mod", "Enter"].map(keyName).join(" "))}</span>,
    <a
      key="key"
      className="text-accent hover:underline"
      href={address("providers", "~add", "paste")}
    >
      {strings.firstRun.key}
    </a>,
    <a
      key="custom"
      className="text-accent hover:underline"
      href={address("providers", "~add", "endpoint")}
    >
      {strings.firstRun.custom}
    </a>,
  ];
  return (
    <aside
      aria-label={strings.firstRun.title}
      className="flex min-h-8 shrink-0 items-center gap-4 rounded-md border border-line bg-raised py-0.5 pr-1 pl-3 text-xs leading-4"
    >
      <ol className="flex min-w-0 flex-1 items-center gap-x-6 max-[1100px]:gap-x-4">
        {steps.map((step, index) => (
          <li
            key={step.key}
            data-testid={`step-${step.key}`}
            className="flex min-w-0 items-center gap-2"
          >
            <span
              aria-hidden="true"
              className={`grid size-4 shrink-0 place-items-center rounded-full border text-2xs leading-none ${done[index] ? "border-good text-good" : "border-line-strong text-soft"}`}
            >
              {done[index] ? <Check size={10} strokeWidth={3} /> : index + 1}
            </span>
            <span className="min-w-0">{step}</span>
            {done[index] ? <span className="sr-only">{strings.firstRun.done}</span> : null}
          </li>
        ))}
      </ol>
      <IconButton label={strings.firstRun.dismiss} side="bottom" onClick={onDismiss}>
        <X size={13} aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
