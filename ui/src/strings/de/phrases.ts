/** Wörter um Zahlen, Tage und Namen. */

import { count } from "../numbers";
import type { Texts } from "../texts";

export const phrases: Texts["phrases"] = {
  fromTo: (low, high) => `${low} bis ${high}`,
  better: { lower: "niedriger ist besser", higher: "höher ist besser" },
  shuts: (day) => `endet am ${day}`,
  wasShut: (day) => `seit ${day} abgeschaltet`,
  more: (n) => `${count(n)} weitere`,
  marks: { comma: ", ", semicolon: "; ", colon: ": ", stop: "." },
};
