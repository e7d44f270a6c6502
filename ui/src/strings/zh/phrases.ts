/** Words around numbers, days and names, in Chinese. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { spaced } from "./spacing";

export const phrases: Texts["phrases"] = {
  fromTo: (low, high) => `${low} 至 ${high}`,
  better: { lower: "越低越好", higher: "越高越好" },
  shuts: (day) => spaced`${day}下线`,
  wasShut: (day) => spaced`已于${day}下线`,
  more: (n) => `另外 ${count(n)} 个`,
  marks: { comma: "，", semicolon: "；", colon: "：", stop: "。" },
};
