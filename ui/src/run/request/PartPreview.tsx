/** One part of a turn as it is read: a few lines of text, a picture, a call of a tool, or its result. */

import { Code, CornerDownRight, Wrench } from "lucide-react";
import type { Json, Part } from "../../backend/backend";
import { written } from "../../backend/exact";
import { request } from "../../strings/request";
import { fileName, fileWords, Thumbnail } from "./Thumbnail";

const w = request;

/** Characters of a text that its preview lays out: no more is ever in view. */
const PREVIEWED = 700;
/** Characters of a call or a result that its preview lays out. */
const PREVIEWED_JSON = 240;

/** JSON on one line. Only its beginning is written, because a result can be megabytes long. */
function inline(value: Json): string {
  const text = typeof value === "string" ? value : written(value);
  return shortened(text, PREVIEWED_JSON);
}

const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most)}…` : text;

function Marks({ part }: { part: Part }) {
  return part.cache ? <span className="ml-1.5 text-2xs text-faint">{w.cached}</span> : null;
}

export function PartPreview({ part }: { part: Part }) {
  const { content } = part;
  switch (content.type) {
    case "text":
      return (
        <p className="line-clamp-4 break-words whitespace-pre-wrap">
          {shortened(content.text, PREVIEWED)}
          <Marks part={part} />
        </p>
      );
    case "image":
    case "document":
      return (
        <p className="flex items-center gap-2 py-0.5">
          <Thumbnail part={part} />
          <span className="min-w-0 truncate">
            {fileName(part)} <span className="text-xs text-faint">{fileWords(part)}</span>
          </span>
          <Marks part={part} />
        </p>
      );
    case "tool_call":
      return (
        <p className="flex items-baseline gap-2">
          <Wrench size={12} aria-hidden="true" className="shrink-0 self-center text-faint" />
          <span className="line-clamp-3 min-w-0 break-all">
            <b className="font-semibold">{content.name}</b>{" "}
            <code className="font-mono text-xs text-soft">{inline(content.arguments)}</code>
          </span>
          <Marks part={part} />
        </p>
      );
    case "tool_result":
      return (
        <div className="flex items-baseline gap-2">
          <CornerDownRight
            size={12}
            aria-hidden="true"
            className="shrink-0 self-center text-faint"
          />
          <div className="min-w-0">
            {content.is_error ? <p className="text-xs text-warn">{w.resultError}</p> : null}
            {content.output.slice(0, 4).map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity.
              <PartPreview key={at} part={each} />
            ))}
            <Marks part={part} />
          </div>
        </div>
      );
    case "own":
      return (
        <p className="flex items-baseline gap-2">
          <Code size={12} aria-hidden="true" className="shrink-0 self-center text-faint" />
          <code className="line-clamp-3 min-w-0 font-mono text-xs break-all text-soft">
            {inline(content.value)}
          </code>
        </p>
      );
  }
}
