/** Saves a chart as a file. */

import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import type { RefObject } from "react";
import { useBackend } from "../backend/backend";
import { strings } from "../strings/strings";
import { ICON_BUTTON } from "../ui/controls";
import { TAKES_KEYS } from "../ui/keyboard";
import { tip } from "../ui/tip";
import { note } from "../ui/toasts";
import { faceRule } from "./face";
import { base64Of, type Caption, fileNameOf, pictureOf, pngOf } from "./picture";

const w = strings.charts;

interface SaveMenuProps {
  figure: RefObject<HTMLElement | null>;
  disabled: boolean;
  told: Caption;
  /** The basis of the file's name. */
  name: string;
}

const ITEM =
  "cursor-default rounded-sm px-2 py-1 text-xs text-ink outline-none data-highlighted:bg-raised";

export function SaveMenu({ figure, disabled, told, name }: SaveMenuProps) {
  const backend = useBackend();
  const save = async (format: "svg" | "png") => {
    const drawing = figure.current?.querySelector<HTMLElement>("[data-drawing]");
    if (!drawing) return;
    const svg = pictureOf(drawing, told, strings.simulated.tag, await faceRule());
    const bytes = format === "svg" ? base64Of(svg) : await pngOf(svg);
    note(w.saved(await backend.savePicture(fileNameOf(name), format, bytes)));
  };
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={w.save}
        {...tip(w.save)}
        disabled={disabled}
        data-testid="save-chart"
        className={ICON_BUTTON}
      >
        <Download size={14} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup {...TAKES_KEYS} className="popup p-1">
            <Menu.Item className={ITEM} data-testid="save-svg" onClick={() => void save("svg")}>
              {w.saveSvg}
            </Menu.Item>
            <Menu.Item className={ITEM} data-testid="save-png" onClick={() => void save("png")}>
              {w.savePng}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
