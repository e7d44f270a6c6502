/** Names of the screens, in Chinese. */

import type { Texts } from "../texts";

export const screenNames: Texts["screenNames"] = {
  race: "竞速",
  sweep: "负载扫描",
  history: "历史",
  compare: "比较",
  watch: "监测",
  providers: "提供商",
  settings: "设置",
};
