/** Texts of the playback screen, and of the library of prompts and line-ups, in Chinese. */

import type { Texts } from "../texts";

export const replayWords: Texts["strings"]["replay"] = {
  title: "回放",
  label: "竞速回放",
  back: "返回运行",
  loading: "正在读取原始日志…",
  gone: "无法回放这次竞速",
  sweep: "扫描没有统一的时钟，因此无法回放。各档位见历史记录。",
  play: "播放",
  pause: "暂停",
  start: "到开头",
  end: "到结尾",
  speed: "速度",
  times: (speed) => `${speed}×`,
  head: "起跑后的时间",
  headAt: (at, all) => `${at}，共 ${all}`,
  keys: "空格键播放；← → 移动 100 ms，加 Shift 移动一秒",
  noLog: "此赛道没有原始日志，因此只能显示其最终结果。",
};

export const library: Texts["strings"]["library"] = {
  prompts: "提示词",
  promptsHint: "最近使用的提示词、预设，以及你自己的",
  recent: "最近使用",
  noneRecent: "最近二十个参加过竞速的提示词会显示在这里。",
  presets: "预设",
  saved: "已保存",
  noneSaved: "还没有保存任何内容。",
  save: "保存",
  saveAs: "将此提示词保存为",
  name: "名称",
  forget: (name) => `删除“${name}”`,
  lineUps: "阵容",
  lineUpsHint: "已保存的赛道组合",
  saveLineUpAs: "将这些赛道保存为",
  asWritten: "花括号按原样发送。",
  useVariables: "为 {{…}} 填入值",
  sendAsWritten: "按原样发送",
  values: "提示词变量的值",
  value: (name) => `${name} 的值`,
  presetList: {
    chat: "简短对话",
    essay: "长文",
    code: "代码文件",
    json: "JSON",
    count: "数到 500",
  },
  presetPrompts: {
    chat: "用两句话回答：天空为什么是蓝色的？",
    essay:
      "写一篇约 1500 字的文章，论述印刷术如何改变了“谁能知道什么”。要有标题、一个论点、三条带年代的证据、最有力的反对意见，以及结论。",
    code: "写一个 TypeScript 文件，导出一个有容量上限和存活时间的最近最少使用（LRU）缓存。包含类型、说明原因的注释，并为每条规则写一个测试。只输出代码。",
    json: '只输出 JSON，不要 Markdown：一个含 25 个对象的数组，每个对象的结构为 {"id": number, "city": string, "country": string, "population": number, "landmarks": [string, string]}，对应 25 座大城市各一个。',
    count: "从 1 数到 500，每行一个数字，不要输出其他内容。",
  },
};
