/** The panel of a popover, placed beside its button. */

import { Popover } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";
import { TAKES_KEYS } from "./keyboard";

export interface PanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side?: "top" | "bottom";
  align?: "start" | "end";
  sideOffset?: number;
  /** A heading, which is also its name. */
  title?: ReactNode;
  /** Its name, if it has no heading. */
  label?: string;
  testId?: string;
  className: string;
  children: ReactNode;
}

interface PopoverPanelProps extends PanelProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
}

export function PopoverPanel({
  id,
  button,
  open,
  onOpenChange,
  side = "bottom",
  align = "start",
  sideOffset = 6,
  title,
  label,
  testId,
  className,
  children,
}: PopoverPanelProps) {
  return (
    <Popover.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={button}
          side={side}
          align={align}
          sideOffset={sideOffset}
          className="z-30"
        >
          <Popover.Popup
            {...TAKES_KEYS}
            id={id}
            finalFocus={button}
            aria-label={label}
            data-testid={testId}
            className={`popup max-w-[calc(100vw-10px)] ${className} [@media(max-height:480px)]:max-h-(--available-height) [@media(max-height:480px)]:overflow-y-auto`}
          >
            {title ? (
              <Popover.Title className="mb-2 flex items-center gap-2 text-sm font-semibold">
                {title}
              </Popover.Title>
            ) : null}
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
