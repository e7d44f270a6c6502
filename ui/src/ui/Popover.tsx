/** A popover beside its button. Its implementation is loaded when one is first opened. */

import { type ReactElement, type RefObject, Suspense, useId, useRef } from "react";
import { lazy, useEverOpen } from "./lazy";
import type { PanelProps } from "./PopoverPanel";

const PopoverPanel = lazy(async () => (await import("./PopoverPanel")).PopoverPanel);

/** Props that make a button open a popover. */
export interface Opens {
  ref: RefObject<HTMLButtonElement | null>;
  type: "button";
  "aria-haspopup": "dialog";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onPointerDown: () => void;
  onClick: (event: { detail: number }) => void;
}

interface PopoverProps extends PanelProps {
  trigger: (opens: Opens) => ReactElement;
}

export function Popover({ trigger, ...panel }: PopoverProps) {
  const { open, onOpenChange } = panel;
  const button = useRef<HTMLButtonElement>(null);
  // A press beside an open popover closes it, and its own button counts as beside it: the following click refers to
  // the state before the press. A click by key has no press before it, and counts zero clicks.
  const openAtPress = useRef(open);
  const id = useId();
  const ever = useEverOpen(open);
  return (
    <>
      {trigger({
        ref: button,
        type: "button",
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        "aria-controls": open ? id : undefined,
        onPointerDown: () => {
          openAtPress.current = open;
        },
        onClick: ({ detail }) => onOpenChange(detail === 0 ? !open : !openAtPress.current),
      })}
      {ever ? (
        <Suspense fallback={null}>
          <PopoverPanel {...panel} id={id} button={button} />
        </Suspense>
      ) : null}
    </>
  );
}
