/** The judge that the draft asks, which can be removed: nobody is asked unseen. */

import { Gavel, X } from "lucide-react";
import type { JudgePlan } from "../../backend/backend";
import { useProviders } from "../../backend/queries";
import { strings } from "../../strings/strings";
import { IconButton } from "../../ui/controls";
import { useDraft } from "../draft";
import { nameOfJudge } from "./nameOfJudge";

const w = strings.judge;

export function DraftJudge({ judge }: { judge: JudgePlan }) {
  const providers = useProviders();
  const share = useDraft((draft) => draft.share);
  return (
    <div
      data-testid="draft-judge"
      className="flex items-center gap-1.5 border-t border-line px-3 py-1.5 text-xs text-soft"
    >
      <Gavel size={13} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1 truncate" title={judge.criteria ?? undefined}>
        {w.composer(nameOfJudge(judge.lane, providers))}
      </span>
      <IconButton
        label={w.remove}
        className="size-5!"
        data-testid="remove-judge"
        onClick={() => share({ judge: null })}
      >
        <X size={11} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
