/** Numbers for objects, as keys of queries about something that may be megabytes long. */

const numbers = new WeakMap<object, number>();
let last = 0;

/** The same number for the same object, without reading it. */
export function identity(object: object): number {
  const known = numbers.get(object);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(object, last);
  return last;
}
