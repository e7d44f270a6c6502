/** All that is known of one lane's request, a click away from its card. */

import { ListTree } from "lucide-react";
import { Fragment, useState } from "react";
import type { Sample } from "../../backend/backend";
import { UNKNOWN } from "../../strings/numbers";
import { doubts } from "../../strings/results";
import { strings } from "../../strings/strings";
import { IconButton } from "../../ui/controls";
import { Popover } from "../../ui/Popover";
import { measurements } from "../numbers/measurements";

function Numbers({ sample }: { sample: Sample }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs">
      {measurements.map((group) => {
        const known = group
          .map((entry) => ({ ...entry, shown: entry.text(sample) }))
          .filter(({ shown }) => shown !== UNKNOWN);
        if (known.length === 0) return null;
        return (
          <Fragment key={group[0]?.id}>
            {known.map(({ id, name, shown }, index) => (
              <Fragment key={id}>
                <dt className={`text-faint ${index === 0 ? "mt-2" : ""}`}>{name}</dt>
                <dd className={`selectable text-right ${index === 0 ? "mt-2" : ""}`}>{shown}</dd>
              </Fragment>
            ))}
          </Fragment>
        );
      })}
    </dl>
  );
}

export function LaneDetails({ name, sample }: { name: string; sample: Sample }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="top"
      align="end"
      title={name}
      className="max-h-[min(560px,var(--available-height))] w-[400px] overflow-y-auto p-4"
      trigger={(opens) => (
        <IconButton {...opens} label={strings.lane.numbers}>
          <ListTree size={14} aria-hidden="true" />
        </IconButton>
      )}
    >
      <Numbers sample={sample} />
      {sample.doubts.length > 0 ? (
        <ul className="mt-3 flex flex-col gap-1.5 border-t border-line pt-3 text-xs">
          {sample.doubts.map((doubt) => (
            <li key={doubt}>
              <b className="font-semibold text-warn">{doubts[doubt].tag}</b>{" "}
              <span className="text-soft">{doubts[doubt].advice}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Popover>
  );
}
