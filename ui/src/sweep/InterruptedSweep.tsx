/** The latest sweep, if Paceline was closed while it ran: its measurements are kept, and it can be resumed. */

import { useRuns } from "../backend/queries";
import { moment } from "../strings/numbers";
import { strings } from "../strings/strings";
import { address } from "../ui/route";

const w = strings.sweeps;

export function InterruptedSweep() {
  const { data } = useRuns();
  const latest = data?.pages[0]?.runs.find((run) => run.kind === "sweep");
  if (latest?.state !== "interrupted" || latest.imported) return null;
  return (
    <p
      className="mb-2.5 rounded-lg border border-line bg-panel px-3 py-2 text-xs text-soft"
      data-testid="interrupted-sweep"
    >
      {w.interrupted(
        moment(latest.started_at).whole,
        latest.lanes.map((lane) => lane.label).join(", "),
      )}{" "}
      <a className="text-accent underline" href={address("sweep", latest.id)}>
        {w.toInterrupted}
      </a>
    </p>
  );
}
