/** Texts about Paceline itself, in Chinese: what it is, what leaves this machine, the problem report, moving its folder. */

import type { Texts } from "../texts";

type Settings = Texts["strings"]["settings"];

export const about: Settings["about"] = {
  version: "版本",
  build: "构建",
  definitions: "指标定义",
  definitionsHint: "数字所用公式的版本。采用其他版本的运行会根据原始日志重新计算。",
  leaves: "哪些数据会离开本机",
  leaving: [
    "提示词和密钥：开始竞速或扫描时，发送给参加的提供商。",
    "密钥：检查密钥或查找模型时，发送给要列出模型的提供商。",
    "获取价目表的请求：更新价目表时。",
    "对本机常用端口的探测：查找本地服务器时。",
  ],
  nothingElse:
    "除此之外没有任何数据：没有账号，没有遥测，不检查更新。提示词和回答存放在本机的历史记录中；密钥只存放在系统密钥环中。",
  licences: "许可证",
  licence: [
    { of: "Paceline", under: "MIT" },
    { of: "Inter 字体", under: "SIL Open Font License 1.1" },
    {
      of: "程序库",
      under: "MIT、Apache 2.0、BSD、ISC、Zlib、MPL 2.0、Unicode 3.0，各自适用各自的许可证",
    },
  ],
};

export const report: Settings["report"] = {
  title: "报告问题",
  story:
    "包含版本、设置和日志末尾的一段文本，先由你过目。其中没有提示词、回答、密钥、地址或文件夹路径。不会发送任何内容：由你保存，并附在你的问题报告中。",
  write: "生成报告",
  text: "报告内容",
  save: "保存到“下载”",
  copy: "复制",
  discard: "丢弃",
  saved: (path) => `已保存为 ${path}。`,
  show: "在文件夹中显示",
};

export const move: Settings["move"] = {
  label: "移动到",
  hint: "填写空文件夹或新文件夹的绝对路径。历史记录会复制到那里，随后 Paceline 重新启动；旧文件夹及其中的备份保持原样。命令行也改用新文件夹。",
  named:
    "此文件夹在启动 Paceline 时由 --data-dir 或 PACELINE_DATA_DIR 指定。要更换，请在那里指定另一个。",
  placeholder: "/完整/路径",
  move: "移动…",
  moving: "正在复制…",
};
