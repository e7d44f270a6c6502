/** The prompt and the system prompt, filling the window. */

import { Dialog } from "@base-ui/react/dialog";
import { Minimize2 } from "lucide-react";
import { useBackend } from "../backend/backend";
import { strings } from "../strings/strings";
import { ICON_BUTTON } from "../ui/controls";
import { useFileDrop } from "../ui/files";
import { TAKES_KEYS } from "../ui/keyboard";
import { LongText } from "../ui/LongText";
import { useDraft } from "./draft";
import { OpenPrompt } from "./OpenPrompt";
import { PromptLibrary } from "./PromptLibrary";
import { Variables } from "./Variables";

const w = strings.composer;

const AREA =
  "w-full resize-none rounded-md border border-line bg-sunk text-base leading-6 focus-visible:border-line-strong";
const INSET = "px-4! py-3!";

interface PromptSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  variables: readonly string[];
  /** The length of both, in words; null while unknown. */
  length: string | null;
}

export function PromptSheet({ open, onOpenChange, variables, length }: PromptSheetProps) {
  const prompt = useDraft((draft) => draft.prompt);
  const system = useDraft((draft) => draft.system);
  const share = useDraft((draft) => draft.share);
  const backend = useBackend();
  const { isOver, handlers } = useFileDrop(
    (file) =>
      void import("./promptSets").then(({ takePromptOrSet }) => takePromptOrSet(backend, file)),
  );
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          {...TAKES_KEYS}
          {...handlers}
          data-testid="prompt-sheet"
          className={`fixed inset-5 z-40 flex flex-col gap-2.5 popup p-4 ${isOver ? "border-accent" : ""}`}
        >
          <header className="flex items-center gap-2">
            <Dialog.Title className="text-base font-semibold">{w.sheet}</Dialog.Title>
            <span className="text-xs text-faint">{length}</span>
            <span className="ml-auto" />
            <OpenPrompt />
            <PromptLibrary />
            <Dialog.Close aria-label={w.shrink} title={w.shrink} className={ICON_BUTTON}>
              <Minimize2 size={13} aria-hidden="true" />
            </Dialog.Close>
          </header>
          <div className="flex flex-col gap-1 text-xs text-soft">
            <span aria-hidden="true">{strings.race.system}</span>
            <LongText
              label={strings.race.system}
              testId="sheet-system"
              className={`${AREA} h-24 text-sm! leading-5!`}
              inset={INSET}
              placeholder={strings.race.systemHint}
              value={system ?? ""}
              onText={(text) => share({ system: text })}
            />
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-1 text-xs text-soft">
            <span aria-hidden="true">{strings.race.prompt}</span>
            <LongText
              // The user who opens it continues to write.
              autoFocus
              label={strings.race.prompt}
              testId="sheet-prompt"
              className={`${AREA} min-h-0 flex-1`}
              inset={INSET}
              placeholder={strings.race.promptHint}
              value={prompt}
              onText={(text) => share({ prompt: text })}
            />
          </div>
          <Variables names={variables} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
