/** What jsdom lacks and every browser has. */

import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { loadTexts } from "../strings/load";

// As `main.ts` does before it loads a module that reads a text.
await loadTexts();

window.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList;

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.getAnimations ??= () => [];

Blob.prototype.text ??= function (this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsText(this);
  });
};

// jsdom lays nothing out; lists that show only the visible part need something to be visible.
Object.defineProperty(Element.prototype, "clientHeight", { configurable: true, value: 600 });
Object.defineProperty(Element.prototype, "clientWidth", { configurable: true, value: 800 });

// Whether a font draws icons cannot be determined without a canvas; axe asks, and accepts no as an answer.
HTMLCanvasElement.prototype.getContext = () => null;

configure({ asyncUtilTimeout: 5_000 });
afterEach(async () => {
  cleanup();
  // A part still loading when a file's last test ends would find the file's environment gone.
  await vi.dynamicImportSettled();
});
