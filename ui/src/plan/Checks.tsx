/** What makes an answer right: the draft's checks, once it has any, and the way to one more. */

import { ListChecks } from "lucide-react";
import { Suspense } from "react";
import { strings } from "../strings/strings";
import { lazy } from "../ui/lazy";
import { PopoverButton } from "../ui/PopoverButton";
import { useDraft } from "./draft";

const w = strings.checks.form;

const DraftChecks = lazy(async () => (await import("./checks/DraftChecks")).DraftChecks);
const CheckForm = lazy(async () => (await import("./checks/CheckForm")).CheckForm);

/** The checks that every answer of the draft must pass; nothing for none. */
export function Checks() {
  const isChecked = useDraft(({ checks }) => (checks ?? []).length > 0);
  return <Suspense fallback={null}>{isChecked ? <DraftChecks /> : null}</Suspense>;
}

/** Opens the form of a check. It is an icon among others, or has its name where there is room. */
export function AddCheck({ named = false }: { named?: boolean }) {
  return (
    <PopoverButton
      title={w.title}
      hint={w.addHint}
      testId="open-checks"
      panelTestId="checks-panel"
      panel="w-[340px] p-3"
      face={
        <>
          <ListChecks size={13} aria-hidden="true" />
          {named ? w.title : null}
        </>
      }
    >
      {(close) => (
        <CheckForm
          takesCommands
          onCheck={(check) => {
            const { checks = [], share } = useDraft.getState();
            share({ checks: [...checks, check] });
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}
