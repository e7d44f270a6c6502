/** German plurals. */

import { counted } from "../numbers";

/** A number of things, in words. */
export function plural(n: number, one: string, many: string): string {
  return counted(n, { one, other: many });
}
