/** What kind of image bytes are, and how large it is when it is drawn: read from its head, before anything decodes it. */

export interface PictureHead {
  type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  width: number;
  height: number;
}

/** The marker of a JPEG's frame, with its size: each in 0xC0 to 0xCF but tables and arithmetic settings. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(view: DataView): [number, number] | null {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    // Bytes of 0xFF may fill the room before a marker.
    at += marker === 0xff ? 1 : 2 + Math.max(view.getUint16(at + 2), 2);
  }
  return null;
}

function webpSize(view: DataView, kind: string): [number, number] | null {
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (kind === "VP8X") return [three(24) + 1, three(27) + 1];
  if (kind === "VP8 ")
    return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  if (kind !== "VP8L") return null;
  const bits = view.getUint32(21, true);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** The head of a PNG, JPEG, GIF or WebP image; null for anything else, such as an SVG, which can hold a page up for ever. */
export function pictureHead(bytes: Uint8Array): PictureHead | null {
  if (bytes.length < 32) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  const of = (type: PictureHead["type"], size: [number, number] | null) =>
    size && { type, width: size[0], height: size[1] };
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") {
    return of("image/png", [view.getUint32(16), view.getUint32(20)]);
  }
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") {
    return of("image/gif", [view.getUint16(6, true), view.getUint16(8, true)]);
  }
  if (text(0, 2) === "\xff\xd8") return of("image/jpeg", jpegSize(view));
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") {
    return of("image/webp", webpSize(view, text(12, 16)));
  }
  return null;
}
