/** Three next steps after a fresh install, until dismissed. */

import { X } from "lucide-react";
import { useState } from "react";
import { strings } from "../strings/strings";
import { IconButton } from "../ui/controls";
import { keyName } from "../ui/keyboard";
import { address } from "../ui/route";

const STORED_AS = "paceline.first-run-dismissed";

export function FirstRun() {
  const [dismissed, setDismissed] = useState(() => window.localStorage.getItem(STORED_AS) !== null);
  if (dismissed) return null;
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
      className="flex h-8 shrink-0 items-center gap-4 rounded-md border border-line bg-raised pr-1 pl-3 text-xs"
    >
      <ol className="flex min-w-0 flex-1 items-center gap-x-6 overflow-hidden">
        {steps.map((step, index) => (
          <li key={step.key} className="flex min-w-0 items-center gap-2 whitespace-nowrap">
            <span
              aria-hidden="true"
              className="grid size-4 shrink-0 place-items-center rounded-full border border-line-strong text-2xs leading-none text-soft"
            >
              {index + 1}
            </span>
            <span className="truncate">{step}</span>
          </li>
        ))}
      </ol>
      <IconButton
        label={strings.firstRun.dismiss}
        side="bottom"
        onClick={() => {
          window.localStorage.setItem(STORED_AS, "yes");
          setDismissed(true);
        }}
      >
        <X size={13} aria-hidden="true" />
      </IconButton>
    </aside>
  );
}
