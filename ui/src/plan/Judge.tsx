/** Who is asked afterwards which of two answers is better: the draft's judge, once it has one, and the way to one. */

import { Gavel } from "lucide-react";
import { Suspense } from "react";
import { strings } from "../strings/strings";
import { lazy } from "../ui/lazy";
import { PopoverButton } from "../ui/PopoverButton";
import { useDraft } from "./draft";

const w = strings.judge;

const DraftJudge = lazy(async () => (await import("./judge/DraftJudge")).DraftJudge);
const JudgeForm = lazy(async () => (await import("./judge/JudgeForm")).JudgeForm);

/** The judge of the draft; nothing for none. */
export function Judge() {
  const judge = useDraft((draft) => draft.judge ?? null);
  return <Suspense fallback={null}>{judge ? <DraftJudge judge={judge} /> : null}</Suspense>;
}

/** Opens the form of the draft's judge. */
export function AddJudge() {
  const known = useDraft((draft) => draft.judge ?? null);
  const share = useDraft((draft) => draft.share);
  return (
    <PopoverButton
      title={w.add}
      hint={w.addHint}
      testId="open-judge"
      panelTestId="judge-panel"
      panel="w-[380px] p-3"
      face={<Gavel size={13} aria-hidden="true" />}
    >
      {(close) => (
        <JudgeForm
          known={known}
          onAsk={(judge) => {
            share({ judge });
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}
