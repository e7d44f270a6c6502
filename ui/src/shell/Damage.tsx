/** What is wrong with a damaged history, and the button that rebuilds it. */

import { useMutation } from "@tanstack/react-query";
import { useBackend } from "../backend/backend";
import { useStartup } from "../backend/queries";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";

const w = strings.damage;

export function Damage() {
  const backend = useBackend();
  const damage = useStartup().data?.damage;
  const repair = useMutation({ mutationFn: () => backend.repairHistory() });
  if (!damage) return null;
  const repaired = repair.data;
  const { runs, lost } = repaired?.salvage ?? damage.salvage;
  return (
    <section
      aria-label={w.title}
      className="selectable flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-panel px-3 py-1.5 text-xs text-bad"
      data-testid="damage"
    >
      <p className="min-w-0 flex-1 wrap-break-word">
        {repaired
          ? w.repaired(runs, lost.length, repaired.aside ?? null)
          : w.told(runs, lost.length)}
      </p>
      {repaired ? (
        <Button size="small" data-testid="start-again" onClick={() => backend.restart()}>
          {w.restart}
        </Button>
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
    </section>
  );
}
