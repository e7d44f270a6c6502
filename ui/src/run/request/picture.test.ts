import { describe, expect, it } from "vitest";
import { pictureHead } from "./picture";

/** Bytes of so many, beginning with these texts and numbers. */
function bytes(...parts: (string | number[])[]): Uint8Array {
  const head = parts.flatMap((part) =>
    typeof part === "string" ? [...part].map((letter) => letter.charCodeAt(0)) : part,
  );
  return Uint8Array.from({ length: Math.max(head.length, 64) }, (_, at) => head[at] ?? 0);
}

const big = [0x00, 0x00, 0x75, 0x30];
const size = [0x03, 0x20, 0x04, 0xb0];

describe("the head of a picture", () => {
  it("says its kind and size in each format that providers take", () => {
    const jpeg = ["\xff\xd8\xff\xe0", [0, 4, 0, 0], "\xff\xff\xc2", [0, 17, 8, ...size]];
    for (const [head, expected] of [
      [bytes("\x89PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", big, big), ["image/png", 30_000, 30_000]],
      [bytes("GIF89a", [0x20, 0x03, 0xb0, 0x04]), ["image/gif", 800, 1_200]],
      [bytes(...jpeg), ["image/jpeg", 1_200, 800]],
      [
        bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 0x1f, 3, 0, 0xaf, 4, 0]),
        ["image/webp", 800, 1_200],
      ],
      [
        bytes(
          "RIFF",
          [0, 0, 0, 0],
          "WEBPVP8 ",
          [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x20, 3, 0xb0, 4],
        ),
        ["image/webp", 800, 1_200],
      ],
      [
        bytes("RIFF", [0, 0, 0, 0], "WEBPVP8L", [0, 0, 0, 0, 0x2f, 0x1f, 0xc3, 0x2b, 1]),
        ["image/webp", 800, 1_200],
      ],
    ] as const) {
      const found = pictureHead(head);
      expect([found?.type, found?.width, found?.height]).toEqual(expected);
    }
  });

  it("is that of no other file, however it begins", () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/></svg>';
    for (const other of [
      svg,
      "\xff\xd8",
      `\xff\xd8${"\xff\xe0\0\0".repeat(20)}`,
      "RIFF\0\0\0\0WAVE",
      "",
      "%PDF-1.7",
    ]) {
      expect(pictureHead(bytes(other)), other).toBeNull();
    }
    expect(pictureHead(Uint8Array.from([0x89])), "too short").toBeNull();
  });
});
