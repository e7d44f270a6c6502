/** An image or a document of a request, small: what it shows, its kind and its size. */

import { FileText, Image as ImageIcon, ImageOff, Link } from "lucide-react";
import { useEffect, useState } from "react";
import type { Part, Source } from "../../backend/backend";
import { request } from "../../strings/request";
import { bytesOf } from "./payload";
import { pictureHead } from "./picture";

const w = request;

/** Images above this size are named and not drawn: decoding them would hold up the window. */
const MOST_DRAWN_BYTES = 8 * 1_024 * 1_024;
/** So are those of more pixels, of which a few kilobytes may hold thousands of millions. */
const MOST_DRAWN_PIXELS = 24_000_000;

/** The bytes that Base64 holds: by the browser itself where it can, because a loop over a megabyte is felt. */
function bytesFrom(base64: string): Uint8Array<ArrayBuffer> {
  const native = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (native.fromBase64) return native.fromBase64(base64);
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

/** An address in this page at which the bytes are; null without any, and while they are read. */
function useAddress(source: Source): string | null {
  const [address, setAddress] = useState<string | null>(null);
  const held = source.base64 ?? null;
  useEffect(() => {
    if (!held || (bytesOf({ base64: held }) ?? 0) > MOST_DRAWN_BYTES) return;
    const { data } = held;
    // Another moment, so that a request of many images is on screen before they are decoded.
    const timer = setTimeout(() => {
      try {
        const bytes = bytesFrom(data);
        // What it is called is its sender's word.
        const head = pictureHead(bytes);
        if (!head || head.width * head.height > MOST_DRAWN_PIXELS) return;
        setAddress(URL.createObjectURL(new Blob([bytes], { type: head.type })));
      } catch {
        // It is not Base64; its kind and size are still told.
      }
    });
    return () => clearTimeout(timer);
  }, [held]);
  useEffect(
    () => () => {
      if (address) URL.revokeObjectURL(address);
    },
    [address],
  );
  return address;
}

function Picture({ source }: { source: Source }) {
  const address = useAddress(source);
  const [broken, setBroken] = useState(false);
  if (source.url) return <Link size={14} aria-hidden="true" />;
  if (broken) return <ImageOff size={14} aria-hidden="true" />;
  if (!address) return <ImageIcon size={14} aria-hidden="true" />;
  return (
    <img
      src={address}
      alt=""
      decoding="async"
      className="absolute inset-0 size-full object-cover"
      onError={() => setBroken(true)}
    />
  );
}

/** The kind and the size of an image or a document, or where it is. */
export function fileWords({ content }: Part): string {
  if (content.type !== "image" && content.type !== "document") return "";
  const { source } = content;
  if (source.url) return w.atAddress(source.url.url);
  return w.mediaSize(source.base64.media_type, bytesOf(source) ?? 0);
}

/** Its name, or what it is. */
export function fileName({ content }: Part): string {
  if (content.type === "document") return content.name ?? w.part.document;
  return w.part.image;
}

export function Thumbnail({ part, size = "size-9" }: { part: Part; size?: string }) {
  const { content } = part;
  if (content.type !== "image" && content.type !== "document") return null;
  return (
    <span
      data-testid="thumbnail"
      data-kind={content.type}
      className={`relative grid ${size} shrink-0 place-items-center overflow-hidden rounded-sm border border-line bg-sunk text-faint`}
    >
      {content.type === "image" ? (
        <Picture source={content.source} />
      ) : (
        <FileText size={14} aria-hidden="true" />
      )}
    </span>
  );
}
