/** What makes an answer right: the draft's checks, once it has any, and the way to one more. */

import { ListChecks } from "lucide-react";
import { Suspense, useState } from "react";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { lazy } from "../ui/lazy";
import { Popover } from "../ui/Popover";
import { tip } from "../ui/tip";
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
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      align="start"
      title={w.title}
      testId="checks-panel"
      className="w-[340px] p-3"
      trigger={(opens) => (
        <Button
          {...opens}
          {...tip(w.addHint, { side: "bottom" })}
          aria-label={w.title}
          look="quiet"
          size="small"
          className="px-1.5"
          data-testid="open-checks"
        >
          <ListChecks size={13} aria-hidden="true" />
          {named ? w.title : null}
        </Button>
      )}
    >
      <Suspense fallback={null}>
        <CheckForm onDone={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
