/** Texts of shared races, in Chinese. */

import { count } from "../numbers";
import type { Texts } from "../texts";

export const share: Texts["strings"]["share"] = {
  copyPicture: "复制图片",
  charts: {
    copyHint:
      "把第一张图表连同结论和测量条件复制为 1200 × 630 的图片；若系统不允许访问剪贴板，则保存为文件",
    saveWhole: "保存含全部图表的图片",
    savePage: "保存含全部数字的网页（HTML）",
    copyLink: "复制此界面的链接",
  },
  copyHint: "把终点照片复制为 1200 × 630 的图片；若系统不允许访问剪贴板，则保存为文件",
  copied: "图片已复制",
  nothing: "此处没有可分享的图表。",
  menu: "更多分享方式",
  saveCard: "保存图片，1200 × 630",
  saveWhole: "保存含全部赛道的图片",
  savePage: "保存可回放的网页（HTML）",
  copyMarkdown: "复制为 Markdown",
  copyLink: "复制此次运行的链接",
  prompt: (words) => `“${words}”`,
  server: (name) => `在 ${name} 上`,
  perThousand: "每 1,000 次请求",
  max: (tokens) => `最多 ${count(tokens)} 个 Token`,
  error: (ms) => `± ${ms} ms`,
  warnedIn: (tag, lanes) => `${tag}（${lanes}）`,
  everyLane: "所有赛道",
  ofRounds: (name, warned, rounds) => `${name} ${rounds} 轮中 ${warned} 轮`,
  more: (rows) => `另有 ${count(rows)} 条`,
  columns: (tokens) => [
    "",
    "参赛者",
    "首段文本",
    `到 ${count(tokens)} 个 Token`,
    "差距",
    "tok/s",
    "费用",
  ],
};
