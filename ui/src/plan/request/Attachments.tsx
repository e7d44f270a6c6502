/** The images and documents that are sent with a prompt. */

import { X } from "lucide-react";
import type { Attached } from "../../run/request/payload";
import { fileName, fileWords, Thumbnail } from "../../run/request/Thumbnail";
import { request } from "../../strings/request";
import { IconButton } from "../../ui/controls";

const w = request;

/** The attachments of the prompt, each with a way to take it off. */
export function Attachments({
  attached,
  onChange,
}: {
  attached: Attached;
  onChange: (attached: Attached) => void;
}) {
  const { parts, textAt } = attached;
  if (parts.length === 0) return null;
  return (
    <ul aria-label={w.attached} className="flex flex-wrap gap-2" data-testid="attachments">
      {parts.map((part, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
          key={at}
          className="flex items-center gap-2 rounded-md border border-line bg-panel py-1 pr-1 pl-1 text-xs"
        >
          <Thumbnail part={part} size="size-7" />
          <span className="max-w-52 min-w-0">
            <span className="block truncate">{fileName(part)}</span>
            <span className="block truncate text-2xs text-faint">{fileWords(part)}</span>
          </span>
          <IconButton
            label={w.removeOf(fileName(part))}
            data-testid={`detach-${at}`}
            onClick={() =>
              onChange({
                parts: parts.toSpliced(at, 1),
                textAt: at < textAt ? textAt - 1 : textAt,
              })
            }
          >
            <X size={12} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
