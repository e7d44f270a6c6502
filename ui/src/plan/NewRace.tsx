/** A new race: an empty prompt and the settings of the user, with the same lanes. */

import { SquarePen } from "lucide-react";
import { useCallback } from "react";
import { isEmpty, UNATTACHED } from "../run/request/payload";
import { strings } from "../strings/strings";
import { IconButton } from "../ui/controls";
import { useKeysOf, usePreferences } from "../ui/preferences";
import { noteWithUndo } from "../ui/toasts";
import { type DraftPlan, UNSET, useDraft, writtenIn } from "./draft";

type Defaults = Pick<DraftPlan, "max_tokens" | "temperature" | "warmup" | "repeat">;

const SHIPPED: Defaults = { max_tokens: null, temperature: null, warmup: 0, repeat: 1 };

/** Empties the prompt and applies the default settings; the lanes stay. */
export function useNewRace(): () => void {
  const defaults: Defaults = usePreferences().data?.defaults ?? SHIPPED;
  return useCallback(() => {
    const before = writtenIn(useDraft.getState());
    useDraft.setState({ ...UNSET, prompt: "", attached: UNATTACHED, ...defaults });
    const { prompt, system, payload, attached } = before;
    const isWritten = prompt.trim() || system?.trim() || attached?.parts.length;
    if (isWritten || !isEmpty(payload)) {
      const run = () => useDraft.setState(before);
      noteWithUndo(strings.newRace.begun, { label: strings.newRace.undo, run });
    }
  }, [defaults]);
}

export function NewRace({ onBegun }: { onBegun: () => void }) {
  const begin = useNewRace();
  return (
    <IconButton
      label={strings.shortcuts.newRace}
      keys={useKeysOf("newRace")}
      side="bottom"
      data-testid="new-race"
      onClick={() => {
        begin();
        onBegun();
      }}
    >
      <SquarePen size={13} aria-hidden="true" />
    </IconButton>
  );
}
