/** The latest race, if Paceline was closed while it ran: what had arrived is in the history. */

import { useRuns } from "../backend/queries";
import { moment } from "../strings/numbers";
import { strings } from "../strings/strings";
import { address } from "../ui/route";

const w = strings.race.interrupted;

export function InterruptedRace() {
  const { data } = useRuns();
  const latest = data?.pages[0]?.runs.find((run) => run.kind === "race");
  if (latest?.state !== "interrupted" || latest.imported) return null;
  return (
    <p
      className="rounded-lg border border-line bg-panel px-3 py-2 text-xs text-soft"
      data-testid="interrupted-race"
    >
      {w.line(moment(latest.started_at).whole)}{" "}
      <a className="text-accent underline" href={address("history", latest.id)}>
        {w.open}
      </a>
    </p>
  );
}
