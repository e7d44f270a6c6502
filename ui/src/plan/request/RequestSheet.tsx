/** The whole request, filling the window: its conversation, tools, form of the answer, verbatim fields, and what is sent. */

import { Dialog } from "@base-ui/react/dialog";
import { Minimize2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useShallow } from "zustand/react/shallow";
import { painted } from "../../backend/painted";
import { contentsOf } from "../../run/request/payload";
import { count } from "../../strings/numbers";
import { request } from "../../strings/request";
import { Button, ICON_BUTTON } from "../../ui/controls";
import { TAKES_KEYS } from "../../ui/keyboard";
import { usePainted } from "../../ui/usePainted";
import { planOf, useDraft } from "../draft";
import { AnswerTab } from "./AnswerTab";
import { ConversationTab } from "./ConversationTab";
import { TABS, type Tab, useRequestUi } from "./requestStore";
import { SentTab } from "./SentTab";
import { useSubject } from "./subject";
import { ToolsTab } from "./ToolsTab";
import { VerbatimTab } from "./VerbatimTab";

const w = request;

/** The plan as it would be raced. Its braces are shown as they are written. */
function Sent({ lane }: { lane: number | null }) {
  const plan = useDraft(useShallow(planOf));
  return <SentTab plan={plan} first={lane} />;
}

function Own({ lane }: { lane: number }) {
  const isOwn = useDraft((draft) => Boolean(draft.lanes[lane]?.request));
  const change = useDraft((draft) => draft.change);
  return (
    <p className="flex min-h-7 items-center gap-3 text-xs text-soft">
      {isOwn ? w.own : w.shared}
      {isOwn ? (
        <Button
          size="small"
          data-testid="to-shared"
          onClick={() => change(lane, { request: null })}
        >
          {w.toShared}
        </Button>
      ) : null}
    </p>
  );
}

export function RequestSheet() {
  const { tab, lane, edit, close } = useRequestUi();
  // The editor of long texts is read ahead: where it is first shown, there is a body of megabytes to be drawn as well.
  useEffect(() => {
    void painted().then(() => import("../../ui/LongEditor"));
  }, []);
  // The window is filled first, and then what fills it: both are long frames on a slow machine.
  const isOpen = usePainted(tab !== null);
  const subject = useSubject(lane);
  const model = useDraft((draft) => (lane === null ? null : draft.lanes[lane]?.model));
  const contents = contentsOf(subject.payload);
  const counts: Partial<Record<Tab, number>> = {
    conversation: contents.turns,
    tools: contents.tools,
    verbatim: contents.verbatim,
  };
  const content: Record<Tab, () => ReactNode> = {
    conversation: () => <ConversationTab key={String(lane)} subject={subject} />,
    tools: () => <ToolsTab subject={subject} />,
    answer: () => <AnswerTab subject={subject} />,
    verbatim: () => <VerbatimTab subject={subject} />,
    sent: () => <Sent lane={lane} />,
  };
  return (
    <Dialog.Root open={tab !== null} onOpenChange={(open) => (open ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          {...TAKES_KEYS}
          data-testid="request-sheet"
          className="fixed inset-5 z-40 mx-auto flex max-w-[1240px] flex-col popup p-5 pt-4 max-[640px]:inset-2 max-[640px]:p-3"
        >
          <header className="flex items-center gap-3">
            <Dialog.Title className="text-lg font-semibold">
              {lane === null ? w.sheet : w.laneSheet(lane + 1, model ?? "")}
            </Dialog.Title>
            <span className="ml-auto" />
            {lane === null ? null : <Own lane={lane} />}
            <Dialog.Close aria-label={w.close} title={w.close} className={ICON_BUTTON}>
              <Minimize2 size={13} aria-hidden="true" />
            </Dialog.Close>
          </header>
          <fieldset
            aria-label={w.sheet}
            className="mt-2 flex shrink-0 flex-wrap gap-x-5 border-b border-line text-sm"
          >
            {TABS.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={tab === each}
                data-testid={`request-tab-${each}`}
                className="-mb-px h-8 border-b-2 border-transparent text-soft -outline-offset-2 hover:text-ink aria-pressed:border-ink aria-pressed:font-semibold aria-pressed:text-ink"
                onClick={() => edit(each, lane)}
              >
                {w.tabs[each]}
                {counts[each] ? (
                  <span className="ml-1.5 text-xs font-normal text-faint">
                    {count(counts[each])}
                  </span>
                ) : null}
              </button>
            ))}
          </fieldset>
          {tab && isOpen ? content[tab]() : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
