/** What is wrong with a history that is damaged or can only be read, and the button that helps. */

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useBackend } from "../backend/backend";
import { useFoundDamage, useStartup } from "../backend/queries";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";

const w = strings.damage;

interface BarProps {
  text: string;
  label?: string;
  title?: string;
  children: ReactNode;
}

function Bar({ text, label = w.title, title, children }: BarProps) {
  return (
    <section
      aria-label={label}
      className="selectable flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-panel px-3 py-1.5 text-xs text-bad"
      data-testid="damage"
    >
      <p className="min-w-0 flex-1 wrap-break-word" title={title}>
        {text}
      </p>
      {children}
    </section>
  );
}

function StartAgain() {
  const backend = useBackend();
  return (
    <Button size="small" data-testid="start-again" onClick={() => backend.restart()}>
      {w.restart}
    </Button>
  );
}

export function Damage() {
  const backend = useBackend();
  const { damage, read_only: isReadOnly } = useStartup().data ?? {};
  const found = useFoundDamage().data;
  const repair = useMutation({ mutationFn: () => backend.repairHistory() });
  if (isReadOnly) {
    return (
      <Bar text={w.readOnly} label={w.readOnlyTitle}>
        <StartAgain />
      </Bar>
    );
  }
  if (!damage) {
    if (!found) return null;
    return (
      <Bar text={w.found} title={found}>
        <StartAgain />
      </Bar>
    );
  }
  const repaired = repair.data;
  const { runs, lost } = repaired?.salvage ?? damage.salvage;
  return (
    <Bar
      text={
        repaired ? w.repaired(runs, lost.length, repaired.aside ?? null) : w.told(runs, lost.length)
      }
    >
      {repaired ? (
        <StartAgain />
      ) : (
        <Button
          size="small"
          data-testid="repair"
          disabled={repair.isPending}
          onClick={() => repair.mutateAsync()}
        >
          {repair.isPending ? w.repairing : w.repair}
        </Button>
      )}
    </Bar>
  );
}
