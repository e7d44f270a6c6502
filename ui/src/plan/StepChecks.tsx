/** What decides whether a step is asked: checks of its own or, without any, those of every answer. */

import { Plus } from "lucide-react";
import { useState } from "react";
import type { Check } from "../backend/backend";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { CheckForm } from "./checks/CheckForm";
import { CheckList } from "./checks/CheckList";
import { useDraft } from "./draft";

const w = strings.chain;

interface StepChecksProps {
  checks: readonly Check[];
  number: number;
  onChecks: (checks: Check[]) => void;
}

export function StepChecks({ checks, number, onChecks }: StepChecksProps) {
  const [isAdding, setAdding] = useState(false);
  const shared = useDraft((draft) => (draft.checks ?? []).length);
  return (
    <div className="flex flex-col gap-1.5 text-2xs" data-testid={`step-${number}-checks`}>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          {checks.length > 0 ? (
            <CheckList
              checks={checks}
              testId={`step-${number}-remove-check`}
              onRemove={(at) => onChecks(checks.toSpliced(at, 1))}
            />
          ) : (
            <span className={shared > 0 ? "text-faint" : "text-warn"}>
              {shared > 0 ? w.sharedChecks(shared) : w.noChecks}
            </span>
          )}
        </div>
        <Button
          look="quiet"
          size="small"
          className="shrink-0"
          aria-expanded={isAdding}
          data-testid={`step-${number}-add-check`}
          onClick={() => setAdding(!isAdding)}
        >
          <Plus size={12} aria-hidden="true" />
          {w.ownCheck}
        </Button>
      </div>
      {isAdding ? (
        <div className="rounded-md border border-line p-2">
          <CheckForm
            takesCommands={false}
            onCheck={(check) => {
              setAdding(false);
              onChecks([...checks, check]);
            }}
          />
        </div>
      ) : null}
    </div>
  );
}
