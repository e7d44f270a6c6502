/** Copies a picture at once, and offers the other forms that can be shared. */

import { Menu } from "@base-ui/react/menu";
import { ChevronDown, Image } from "lucide-react";
import { useBackend } from "../backend/backend";
import { useStartup } from "../backend/queries";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { copyAndSay } from "../ui/copyAndSay";
import { TAKES_KEYS } from "../ui/keyboard";
import { tip } from "../ui/tip";
import { note } from "../ui/toasts";
import { fileNameOf } from "./picture";

const w = strings.share;
const ITEM =
  "cursor-default rounded-sm px-2 py-1.5 text-xs text-ink outline-none data-highlighted:bg-raised";

const PNG = "image/png";

/** Something to share, in each of its forms. */
export interface Sharing {
  /** The basis of file names. */
  name: string;
  /** 1200 × 630, or as high as the whole content needs. */
  picture: (
    isWhole: boolean,
    /** The version of the app that measured it. */
    version: string,
  ) => HTMLCanvasElement | Promise<HTMLCanvasElement>;
  markdown: () => string;
  link: string;
  /** Whether there is anything to draw now. */
  isDrawn?: () => boolean;
  /** The runs of the page; empty if there is none. */
  runs: readonly string[];
}

async function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), PNG),
  );
}

/** Puts a picture on the clipboard; `false` if the system does not allow it. */
async function copyPicture({ picture }: Sharing, version: string): Promise<boolean> {
  // The clipboard has to be requested within the click, so the picture may still be being drawn.
  const drawn = (async () => blobOf(await picture(false, version)))();
  try {
    await navigator.clipboard.write([new ClipboardItem({ [PNG]: drawn })]);
    return true;
  } catch {
    return false;
  }
}

interface ShareProps {
  sharing: Sharing;
  words: { saveWhole: string; savePage: string; copyLink: string; copyHint: string };
}

export function ShareMenu({ sharing, words }: ShareProps) {
  const backend = useBackend();
  const version = useStartup().data?.version ?? "";
  const isDrawn = () => {
    const drawn = sharing.isDrawn?.() ?? true;
    if (!drawn) note(w.nothing);
    return drawn;
  };
  const save = async (isWhole: boolean) => {
    if (!isDrawn()) return;
    const canvas = await sharing.picture(isWhole, version);
    const bytes = canvas.toDataURL(PNG).replace(/^data:image\/png;base64,/, "");
    note(strings.charts.saved(await backend.savePicture(fileNameOf(sharing.name), "png", bytes)));
  };
  const copy = async () => {
    if (!isDrawn()) return;
    if (await copyPicture(sharing, version)) note(w.copied);
    else await save(false);
  };
  const page = async () => {
    const runs = [...sharing.runs];
    const wanted = { runs, format: "html", without_prompts: false } as const;
    note(strings.charts.saved(await backend.exportRuns(wanted)));
  };
  const choices = [
    { id: "save-card", text: w.saveCard, act: () => save(false) },
    { id: "save-whole", text: words.saveWhole, act: () => save(true) },
    ...(sharing.runs.length > 0 ? [{ id: "save-page", text: words.savePage, act: page }] : []),
    { id: "copy-markdown", text: w.copyMarkdown, act: () => copyAndSay(sharing.markdown()) },
    { id: "copy-link", text: words.copyLink, act: () => copyAndSay(sharing.link) },
  ];
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Button {...tip(words.copyHint)} data-testid="copy-picture" onClick={() => void copy()}>
        <Image size={13} aria-hidden="true" />
        <span className="max-[1100px]:sr-only">{w.copyPicture}</span>
      </Button>
      <Menu.Root>
        <Menu.Trigger render={<Button />} aria-label={w.menu} {...tip(w.menu)} data-testid="share">
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
