/** All details of one lane's request, opened from its card. */

import { ListTree } from "lucide-react";
import { Suspense, useState } from "react";
import { strings } from "../../strings/strings";
import { IconButton } from "../../ui/controls";
import { lazy } from "../../ui/lazy";
import { Popover } from "../../ui/Popover";
import type { LaneNumbersProps } from "./LaneNumbers";

const LaneNumbers = lazy(async () => (await import("./LaneNumbers")).LaneNumbers);

interface LaneDetailsProps extends LaneNumbersProps {
  name: string;
}

export function LaneDetails({ name, ...shown }: LaneDetailsProps) {
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
      <Suspense fallback={null}>
        <LaneNumbers {...shown} />
      </Suspense>
    </Popover>
  );
}
