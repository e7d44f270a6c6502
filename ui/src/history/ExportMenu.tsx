/** Exports runs in four formats, with or without prompts. */

import { Menu } from "@base-ui/react/menu";
import { Check, ChevronDown, Download } from "lucide-react";
import { useState } from "react";
import type { ExportFormat } from "../backend/backend";
import { archive as w } from "../strings/history";
import { Button } from "../ui/controls";
import { TAKES_KEYS } from "../ui/keyboard";
import { useRunActions } from "./archive";

const FORMATS: readonly ExportFormat[] = ["json", "csv", "md", "html"];
const ITEM =
  "flex items-baseline gap-3 rounded-sm px-2 py-1.5 text-xs data-highlighted:bg-accent-wash";

export function ExportMenu({ ids }: { ids: string[] }) {
  const runActions = useRunActions();
  const [withoutPrompts, setWithoutPrompts] = useState(false);
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button />} data-testid="export">
        <Download size={13} aria-hidden="true" />
        {w.export}
        <ChevronDown size={12} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="z-30">
          <Menu.Popup {...TAKES_KEYS} className="popup min-w-72 p-1">
            {FORMATS.map((format) => (
              <Menu.Item
                key={format}
                className={ITEM}
                data-testid={`export-${format}`}
                onClick={() =>
                  void runActions.export({ runs: ids, format, without_prompts: withoutPrompts })
                }
              >
                <span className="w-18 shrink-0 font-semibold">{w.formats[format].name}</span>
                <span className="text-soft">{w.formats[format].story}</span>
              </Menu.Item>
            ))}
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.CheckboxItem
              checked={withoutPrompts}
              onCheckedChange={setWithoutPrompts}
              closeOnClick={false}
              className={`${ITEM} items-center`}
              data-testid="without-prompts"
            >
              <span className="grid size-3.5 place-items-center rounded-xs border border-faint">
                <Menu.CheckboxItemIndicator>
                  <Check size={11} aria-hidden="true" />
                </Menu.CheckboxItemIndicator>
              </span>
              {w.withoutPrompts}
            </Menu.CheckboxItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
