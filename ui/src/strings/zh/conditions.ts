/** The measurement conditions as the short facts below every chart, in Chinese. */

import { count } from "../numbers";
import type { Texts } from "../texts";

export const conditions: Texts["conditions"] = {
  prompt: (hash, length) => `提示词 ${hash}，${length}`,
  tokens: (tokens) => `${count(tokens)} 个 Token`,
  tokensFromTo: (least, most) => `${count(least)} 至 ${count(most)} 个 Token`,
  noLimit: "不限 Token 数",
  maxTokens: (tokens) => `最多 ${count(tokens)} 个 Token`,
  providersOwn: "温度由提供商决定",
  temperature: (temperature) => `温度 ${temperature}`,
  n: (n) => `n ${count(n)}`,
  warnings: (all) => `警告：${all}`,
  warnedRequests: (tag, n) => `${tag}（${count(n)} 个请求）`,
  warnedLevels: (tag, n) => `${tag}（${count(n)} 个档位）`,
  marked: (all) => `“!”标出需谨慎解读的档位：${all}`,
  unique: "提示词各不相同",
  onePrompt: "同一提示词",
  counted: (sources) => `Token 数：${sources}`,
  cold: "冷连接",
  warm: "热连接",
  imported: "已导入",
  notCalibrated: "未校准",
  late: (ms) => `最多偏晚 ${ms} ms`,
  definitions: (version) => `指标定义 v${version}`,
};
