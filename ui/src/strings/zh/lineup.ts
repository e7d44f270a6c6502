/** Texts of the prompt editor and the line-up, in Chinese. */

import { count } from "../numbers";
import type { Texts } from "../texts";

export const composer: Texts["strings"]["composer"] = {
  sheet: "编写提示词",
  enlarge: "在整个窗口中编写",
  shrink: "返回竞速",
  openFile: "打开文件作为提示词",
  taken: (name) => `提示词已换为 ${name}。`,
  takenNoSet: (name, why) => `提示词已换为 ${name}，因为它不是提示词集合。${why}`,
  undo: "撤销",
  tooLarge: (name, size, most) => `${name} 大小为 ${size}；Paceline 最多读取 ${most}。`,
  notText: (name) => `${name} 不是 UTF-8 文本。`,
  add: "多轮、工具、图片",
  addHint: "发送对话、工具、图片，或来自别处的请求",
  carried: {
    lanes: (lanes) => `${count(lanes)} 条赛道无法承载此请求`,
    one: (lane) => `赛道 ${lane} 无法承载此请求`,
    title: "需要更改的内容",
    leaveOut: (dialect, lanes) =>
      `为${lanes === 1 ? "该赛道" : `这 ${count(lanes)} 条赛道`}略去只有 ${dialect} 接受的内容`,
    leftOut: (lanes) => `${count(lanes)} 条赛道的请求已略去只有其他 API 接受的内容。`,
    leaveOutMarks: (lanes) =>
      `为${lanes === 1 ? "该赛道" : `这 ${count(lanes)} 条赛道`}略去缓存标记`,
    leftOutMarks: (lanes) => `${count(lanes)} 条赛道的请求已略去缓存标记。`,
    leaveOutOfRows: (dialect, rows) =>
      `从 ${count(rows)} 条提示词中略去只有 ${dialect} 接受的内容（对所有赛道）`,
    leftOutOfRows: (rows) => `集合中的 ${count(rows)} 条提示词已略去只有某个 API 接受的内容。`,
    leaveOutMarksOfRows: (rows) => `从 ${count(rows)} 条提示词中略去缓存标记（对所有赛道）`,
    leftOutMarksOfRows: (rows) => `集合中的 ${count(rows)} 条提示词已略去缓存标记。`,
  },
};

export const lineup: Texts["strings"]["lineup"] = {
  label: "赛道",
  add: "添加赛道",
  addTitle: "添加赛道",
  changeTitle: "更换提供商或模型",
  search: "提供商或模型，或“提供商/模型”",
  ownAddress: "在自己的地址",
  nothing: "没有这个名称。请写明提供商及其模型，例如 openai/gpt-4.1，或在“提供商”中添加端点。",
  several: "保持打开，以便添加多条",
  oneOfEach: (providers) => `${count(providers)} 个有密钥的提供商各添加一条`,
  addedAll: (lanes) => `已添加 ${count(lanes)} 条赛道。`,
  favourites: "收藏",
  recent: "最近使用",
  favourite: "加入收藏",
  unfavourite: "取消收藏",
  context: (tokens) => `上下文 ${tokens}`,
  keyOf: (tail) => `密钥 …${tail}`,
  hasKey: "你有密钥",
  move: (place) => `赛道 ${place}：拖动，或按 Alt + ← →，可移到其他位置`,
  moved: (place) => `现为赛道 ${place}。`,
  typed: (model) => `使用“${model}”`,
  live: "来自提供商的列表",
  listing: "正在获取模型列表…",
  noKey: "尚无密钥",
  place: (place) => `赛道 ${place}`,
  reference: "其余赛道应为同一服务",
  referenceHint:
    "竞速后说明它们是否与该赛道答法一致：何时调用工具、回答如何开头、长度如何、如何结束。",
  overrides: "仅用于此赛道",
  serviceTier: "服务层级",
  serviceTierUnset: "账号默认",
  reset: "恢复为共用设置",
  overridden: "与共用设置不同",
  asShared: (value) => `共用：${value}`,
  duplicate: "复制赛道",
  mute: "停用",
  unmute: "启用",
  muted: "已停用",
  removeLane: (place) => `移除赛道 ${place}`,
  removed: (label) => `已移除 ${label}。`,
  undo: "撤销",
  empty: "请至少添加一条赛道。",
};
