/** The open tooltip, beside its element. */

import { Tooltip } from "@base-ui/react/tooltip";
import { useEffect, useId, useLayoutEffect } from "react";
import { Keys } from "./controls";
import { tipOf } from "./tip";

interface TipPopupProps {
  beside: HTMLElement;
  onClose: () => void;
}

export function TipPopup({ beside, onClose }: TipPopupProps) {
  const { text, keys, side } = tipOf(beside);
  const id = useId();
  useLayoutEffect(() => {
    // A text that is already the button's name is not repeated.
    if (beside.getAttribute("aria-label") === text) return;
    beside.setAttribute("aria-describedby", id);
    return () => beside.removeAttribute("aria-describedby");
  }, [beside, text, id]);
  useEffect(() => {
    const whenGone = new MutationObserver(() => beside.isConnected || onClose());
    whenGone.observe(document.body, { childList: true, subtree: true });
    return () => whenGone.disconnect();
  });
  return (
    <Tooltip.Root open onOpenChange={(open) => open || onClose()}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={beside} side={side} sideOffset={6} className="z-50">
          <Tooltip.Popup
            id={id}
            role="tooltip"
            data-tip-popup=""
            className="flex max-w-72 items-center gap-2 rounded-md border border-line-strong bg-raised px-2 py-1 text-xs text-ink"
          >
            <span className="whitespace-pre-line">{text}</span>
            {keys.length > 0 ? <Keys keys={keys} /> : null}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
