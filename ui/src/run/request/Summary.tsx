/** What a request carries beside its prompt, in one line. */

import type { Payload } from "../../backend/backend";
import { request } from "../../strings/request";
import { contentsOf } from "./payload";

const w = request.contents;

/** Each kind of content that there is, in words. */
export function contentWords(payload: Payload): string[] {
  const contents = contentsOf(payload);
  const { turns, images, documents, bytes, tools, format, settings, verbatim } = contents;
  const files = [
    images > 0 ? w.images(images) : null,
    documents > 0 ? w.documents(documents) : null,
    bytes > 0 ? w.size(bytes) : null,
  ].filter((each) => each !== null);
  return [
    turns > 0 ? w.turns(turns) : null,
    files.length > 0 ? files.join(", ") : null,
    tools > 0 ? w.tools(tools) : null,
    format ? w.formats[format] : null,
    settings > 0 ? w.settings(settings) : null,
    verbatim > 0 ? w.verbatim(verbatim) : null,
  ].filter((each) => each !== null);
}

export function Summary({ payload }: { payload: Payload }) {
  return <>{contentWords(payload).join(" · ")}</>;
}
