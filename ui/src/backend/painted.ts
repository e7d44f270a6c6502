/** Frames of their own for what takes a noticeable part of one, such as handing megabytes to the engine. */

/**
 * Resolves once the page has been painted and the next frame has begun, so that what follows shares no frame with what was
 * painted; a moment later while the page is hidden.
 */
export const painted = () =>
  new Promise<void>((done) => {
    if (document.hidden) setTimeout(done);
    else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  });

/** Characters from which a value takes a noticeable part of a frame to be written or read as JSON. */
const LONG = 100_000;

const lengths = new WeakMap<object, number>();

/** The characters of all texts within a value; read once for each object. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  const known = lengths.get(value);
  if (known !== undefined) return known;
  const length = Object.values(value).reduce((sum: number, each) => sum + lengthOf(each), 0);
  lengths.set(value, length);
  return length;
}

/** Resolves at once for a short value; for a long one, once the page has been painted. */
export async function paintedIfLong(value: object): Promise<void> {
  if (lengthOf(value) >= LONG) await painted();
}
