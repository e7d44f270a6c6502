/** A chart as a self-contained picture, with resolved colours, title, sentence and conditions. */

import { coloursNow } from "./colour";
import { textWidth } from "./labels";
import { brokenLines } from "./lines";

const SVG = "http://www.w3.org/2000/svg";
const PAD = 16;
/** Pixels of a PNG per CSS pixel. */
const PNG_SCALE = 2;

export interface Caption {
  title: string;
  direction: string;
  reading: string;
  facts: readonly string[];
  simulated: boolean;
}

const INHERITED = ["fill", "stroke"] as const;

/** An empty picture that is written in the window's face, wherever it is read. */
function emptyPicture(drawing: HTMLElement, face: string): SVGSVGElement {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("font-family", getComputedStyle(drawing).fontFamily || "sans-serif");
  const style = document.createElementNS(SVG, "style");
  style.textContent = face;
  picture.append(style);
  return picture;
}

/**
 * The whole picture as SVG text. `simulatedTag` comes first if any of it was simulated; `face` is the rule of the face
 * that it is written in.
 */
export function pictureOf(
  drawing: HTMLElement,
  told: Caption,
  simulatedTag: string,
  face: string,
): string {
  const source = drawing.querySelector("svg");
  if (!source) throw new Error("There is nothing drawn to save.");
  const colourOf = coloursNow();
  const width = Number(source.getAttribute("width")) + 2 * PAD;
  const inner = width - 2 * PAD;
  const picture = emptyPicture(drawing, face);
  let y = PAD;
  const say = (text: string, px: number, colour: string, weight = 400) => {
    for (const line of brokenLines(text, (one) => textWidth(one, px) <= inner)) {
      y += px * 1.4;
      const element = document.createElementNS(SVG, "text");
      element.setAttribute("x", String(PAD));
      element.setAttribute("y", String(y));
      element.setAttribute("font-size", String(px));
      element.setAttribute("font-weight", String(weight));
      element.setAttribute("fill", colourOf(colour));
      element.textContent = line;
      picture.append(element);
    }
  };
  say(told.title, 15, "var(--ink)", 600);
  if (told.direction) say(told.direction, 12, "var(--faint)");
  y += 8;
  picture.append(...drawn(drawing, source, colourOf, y));
  y += Number(source.getAttribute("height")) + 4;
  if (told.reading) say(told.reading, 12, "var(--soft)");
  y += 4;
  if (told.simulated) say(simulatedTag, 11, "var(--warn)", 600);
  if (told.facts.length > 0) say(told.facts.join(" · "), 11, "var(--faint)");
  const height = Math.ceil(y + PAD);
  const ground = document.createElementNS(SVG, "rect");
  ground.setAttribute("width", String(width));
  ground.setAttribute("height", String(height));
  ground.setAttribute("fill", colourOf("var(--panel)"));
  picture.prepend(ground);
  picture.setAttribute("width", String(width));
  picture.setAttribute("height", String(height));
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  return new XMLSerializer().serializeToString(picture);
}

/** The drawing alone, on the window's background, as SVG text. */
export function drawingOf(
  drawing: HTMLElement,
  face: string,
): { svg: string; width: number; height: number } {
  const source = drawing.querySelector("svg");
  if (!source) throw new Error("There is nothing drawn to save.");
  const [width, height] = [source.getAttribute("width"), source.getAttribute("height")].map(Number);
  const picture = emptyPicture(drawing, face);
  picture.setAttribute("width", String(width));
  picture.setAttribute("height", String(height));
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const groups = drawn(drawing, source, coloursNow(), 0);
  // The group is moved right by one margin, as in a picture of its own.
  for (const group of groups) group.removeAttribute("transform");
  picture.append(...groups);
  const svg = new XMLSerializer().serializeToString(picture);
  return { svg, width: width ?? 0, height: height ?? 0 };
}

/** The canvas below as an image, and the SVG above it, moved down to the position of the drawing. */
function drawn(
  drawing: HTMLElement,
  source: SVGSVGElement,
  colourOf: (css: string) => string,
  top: number,
): SVGElement[] {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", `translate(${PAD},${top})`);
  const canvas = drawing.querySelector("canvas");
  if (canvas?.getContext("2d") && canvas.width > 0) {
    const image = document.createElementNS(SVG, "image");
    image.setAttribute("href", canvas.toDataURL("image/png"));
    image.setAttribute("width", source.getAttribute("width") ?? "");
    image.setAttribute("height", source.getAttribute("height") ?? "");
    group.append(image);
  }
  for (const child of source.children) group.append(child.cloneNode(true));
  for (const element of group.querySelectorAll("*")) {
    for (const attribute of INHERITED) {
      const value = element.getAttribute(attribute);
      if (value?.startsWith("var(")) element.setAttribute(attribute, colourOf(value));
    }
    for (const { name } of [...element.attributes]) {
      if (name.startsWith("data-") || name === "class") element.removeAttribute(name);
    }
  }
  return [group];
}

/** An SVG as an image that can be drawn. */
export async function imageOf(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    const loaded = new Promise<void>((resolve, reject) => {
      image.onload = () => resolve();
      image.onerror = () => reject(new Error("The picture could not be drawn."));
    });
    image.src = address;
    await loaded;
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The same picture in pixels, two per CSS pixel, as base64. */
export async function pngOf(svg: string): Promise<string> {
  const image = await imageOf(svg);
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * PNG_SCALE;
  canvas.height = image.naturalHeight * PNG_SCALE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The picture could not be drawn.");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").replace(/^data:image\/png;base64,/, "");
}

/** Text as base64, whatever characters it contains. */
export function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** A file name from a title: lower-case letters, digits and hyphens. */
export function fileNameOf(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `paceline-${plain || "chart"}`;
}
