/** English plurals. */

import { counted } from "../numbers";

/** A number of things, in words. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return counted(n, { one, other: many });
}
