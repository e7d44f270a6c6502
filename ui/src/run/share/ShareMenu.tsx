/** Copies the picture of a race at once, and offers what else can leave the window. */

import { Menu } from "@base-ui/react/menu";
import { ChevronDown, Image } from "lucide-react";
import { useBackend } from "../../backend/backend";
import { fileNameOf } from "../../charts/picture";
import { strings } from "../../strings/strings";
import { Button } from "../../ui/controls";
import { copyAndSay } from "../../ui/copyAndSay";
import { TAKES_KEYS } from "../../ui/keyboard";
import { note } from "../../ui/toasts";
import { drawRace } from "./racePicture";
import { linkOf, markdownOf, pictureOf, type Shared } from "./share";

const w = strings.share;
const ITEM =
  "cursor-default rounded-sm px-2 py-1.5 text-xs text-ink outline-none data-highlighted:bg-raised";

const PNG = "image/png";

/** Puts a picture on the clipboard; `false` where the system keeps it from the page. */
async function copyPicture(canvas: HTMLCanvasElement): Promise<boolean> {
  const picture = new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), PNG),
  );
  try {
    await navigator.clipboard.write([new ClipboardItem({ [PNG]: picture })]);
    return true;
  } catch {
    return false;
  }
}

export function ShareMenu({ shared }: { shared: Shared }) {
  const backend = useBackend();
  const save = async (isWhole: boolean) => {
    const canvas = drawRace(pictureOf(shared), isWhole);
    const bytes = canvas.toDataURL(PNG).replace(/^data:image\/png;base64,/, "");
    const name = fileNameOf(`race ${shared.told.headline}`);
    note(strings.charts.saved(await backend.savePicture(name, "png", bytes)));
  };
  const copy = async () => {
    if (await copyPicture(drawRace(pictureOf(shared), false))) note(w.copied);
    else await save(false);
  };
  const page = async () => {
    const wanted = { runs: [shared.run.id], format: "html", without_prompts: false } as const;
    note(strings.charts.saved(await backend.exportRuns({ ...wanted, runs: [...wanted.runs] })));
  };
  const choices = [
    { id: "save-card", text: w.saveCard, act: () => save(false) },
    { id: "save-whole", text: w.saveWhole, act: () => save(true) },
    { id: "save-page", text: w.savePage, act: page },
    { id: "copy-markdown", text: w.copyMarkdown, act: () => copyAndSay(markdownOf(shared)) },
    { id: "copy-link", text: w.copyLink, act: () => copyAndSay(linkOf(shared)) },
  ];
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Button title={w.copyHint} data-testid="copy-picture" onClick={() => void copy()}>
        <Image size={13} aria-hidden="true" />
        <span className="max-[1100px]:sr-only">{w.copyPicture}</span>
      </Button>
      <Menu.Root>
        <Menu.Trigger render={<Button />} aria-label={w.menu} title={w.menu} data-testid="share">
          <ChevronDown size={13} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={6} align="end" className="z-30">
            <Menu.Popup {...TAKES_KEYS} className="popup min-w-56 p-1">
              {choices.map(({ id, text, act }) => (
                <Menu.Item key={id} className={ITEM} data-testid={id} onClick={() => void act()}>
                  {text}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
