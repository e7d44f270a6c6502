/** A quiet button among others, an icon and what stands beside it, which opens a popover below it. */

import { type ReactNode, Suspense, useState } from "react";
import { Button } from "./controls";
import { Popover } from "./Popover";
import { tip } from "./tip";

interface PopoverButtonProps {
  /** The popover's name, and the button's unless it has one of its own. */
  title: string;
  name?: string;
  /** What the button's tooltip says; the title unless given. */
  hint?: string;
  testId: string;
  panelTestId: string;
  /** Classes of the popover. */
  panel: string;
  className?: string;
  /** What is on the button. */
  face: ReactNode;
  /** What is in the popover, which may be loaded when it is first opened. */
  children: (close: () => void) => ReactNode;
}

export function PopoverButton(props: PopoverButtonProps) {
  const { title, name = title, hint = title, testId, panelTestId, panel, face, children } = props;
  const { className = "px-1.5" } = props;
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="bottom"
      align="start"
      title={title}
      testId={panelTestId}
      className={panel}
      trigger={(opens) => (
        <Button
          {...opens}
          {...tip(hint, { side: "bottom" })}
          aria-label={name}
          look="quiet"
          size="small"
          className={className}
          data-testid={testId}
        >
          {face}
        </Button>
      )}
    >
      <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense>
    </Popover>
  );
}
