/** Texts of the palette, the settings, the status bar, the shortcuts and links, in Chinese. */

import { count, dollars } from "../numbers";
import type { Texts } from "../texts";
import { about, move, report } from "./help";
import { screenNames } from "./screens";

type Strings = Texts["strings"];

export const palette: Strings["palette"] = {
  title: "命令面板",
  search: "操作、界面、提供商、模型、运行…",
  nothing: "没有匹配项。",
  found: (n) => `${count(n)} 个结果`,
  groups: {
    actions: "操作",
    screens: "界面",
    places: "位置",
    runs: "最近的运行",
    providers: "提供商",
    models: "模型",
    settings: "设置",
  },
  addLane: "添加一条赛道",
  muteLane: (place, model) => `停用赛道 ${place}：${model}`,
  unmuteLane: (place, model) => `启用赛道 ${place}：${model}`,
  muteWords: "停用 启用 静音 跳过 mute unmute silence disable enable solo skip",
  noPrompt: "（空提示词）",
};

export const shortcuts: Strings["shortcuts"] = {
  title: "键盘快捷键",
  close: "关闭",
  search: "查找快捷键",
  nothing: "没有匹配的快捷键。",
  change: "更改快捷键",
  groups: { race: "竞速", lanes: "赛道", replay: "回放", window: "窗口" },
  race: "开始竞速",
  stopAll: "停止所有赛道",
  stopLane: "停止焦点所在的赛道",
  prompt: "编写提示词",
  newRace: "新建竞速",
  addLane: "添加赛道",
  duplicateLane: "复制焦点所在的赛道",
  removeLane: "移除焦点所在的赛道",
  focusLane: "聚焦到赛道",
  muteLane: "停用或启用赛道",
  raceAgain: "让这些赛道再次竞速，轮数足以得出结论",
  trackAxis: "赛况：按时间或终点照片",
  markdown: "回答以 Markdown 或原文显示",
  find: "在回答中查找",
  playPause: "回放：播放或暂停",
  scrub: "回放：后退或前进 100 ms；加 Shift 为一秒",
  ends: "回放：到开头或结尾",
  palette: "命令面板",
  showRace: screenNames.race,
  showSweep: screenNames.sweep,
  showHistory: screenNames.history,
  showCompare: screenNames.compare,
  showWatch: screenNames.watch,
  showProviders: screenNames.providers,
  showSettings: screenNames.settings,
  searchHistory: "搜索历史",
  rail: "显示或隐藏侧栏",
  theme: "切换主题",
  zoomIn: "放大",
  zoomOut: "缩小",
  zoomReset: "正常大小",
  sheet: "键盘快捷键",
};

export const newRace: Strings["newRace"] = {
  begun: "新竞速：提示词为空；其余与设置中相同。",
  undo: "撤销",
};

export const links: Strings["links"] = {
  unknown: (link) => `此链接无处可去：${link}`,
  fix: "链接形如 history/ID、providers/ID 或 settings。",
};

export const ask: Strings["ask"] = { no: "取消" };

const lostRuns = (lost: number) => (lost > 0 ? `已知丢失 ${count(lost)} 次运行。` : "");

export const damage: Strings["damage"] = {
  title: "历史记录损坏",
  told: (runs, lost) =>
    `历史记录已损坏：可读取 ${count(runs)} 次运行。${lostRuns(lost)}修复之前不会保存任何内容；损坏的文件会保留。`,
  found: "历史记录的一部分已损坏，无法读取。重新启动 Paceline 后可查看其余内容并进行修复。",
  repair: "修复",
  repairing: "正在修复…",
  repaired: (runs, lost, aside) =>
    `历史记录已修复，保留 ${count(runs)} 次运行。${lostRuns(lost)}${aside === null ? "" : `损坏的文件现位于 ${aside}。`}重新启动 Paceline 后生效。`,
  restart: "重新启动",
  readOnlyTitle: "只能读取的历史记录",
  readOnly:
    "无法写入历史记录所在的文件夹，因此无法开始竞速；已有内容可以查看、比较和导出。请允许写入或释放磁盘空间，然后重新启动 Paceline。",
};

export const overCap: Strings["overCap"] = {
  title: "超出今日支出上限",
  text: (most, spent, cap) =>
    most === null
      ? `其最高费用未知：某个有价格的模型没有 Token 数限制，或收到只有其提供商才能计数的内容，例如图片。今日已支出 ${spent}，上限 ${cap}。`
      : `其费用最高可达 ${most}。今日已支出 ${spent}，合计会超出每日上限 ${cap}。`,
  unknown: (requests) => `今日有 ${count(requests)} 个请求的费用未知，未计入。`,
  go: "仍然开始",
  declined: "未开始：可能超出今日支出上限。可在设置中更改上限。",
};

export const status: Strings["status"] = {
  keyringReady: (backend) => `密钥环：${backend}`,
  keyringLocked: "密钥环已锁定",
  notices: "历史记录的通知",
  noticeRead: "关闭此通知",
  leftRunning:
    "页面在运行期间重新加载。该运行仍在继续，结束后会在历史记录中；在此之前不能开始其他运行。",
  stopLeft: "停止正在进行的运行",
  keyringMissing: "没有密钥环",
  keyringHint: "打开“提供商”",
  direct: "无代理",
  proxy: (host) => `代理：${host}`,
  ownProxies: (n) => `+${count(n)}`,
  networkHint: (own) =>
    own > 0
      ? `如何访问提供商；${count(own)} 个提供商有单独的设置。打开“网络”。`
      : "如何访问提供商。打开“网络”。",
  prices: (days) => (days === 0 ? "今日价格" : `${count(days)} 天前的价格`),
  pricesHint: (source, dated) => `${source}，${dated}。打开“价格”进行更新。`,
  spent: (usd, cap) =>
    cap === null ? `今日 ${dollars(usd)}` : `今日 ${dollars(usd)}/${dollars(cap)}`,
  spentUnknown: (requests) => `+ ${count(requests)} 个未知`,
  spentHint: (real, unknown, simulated) =>
    [
      `自午夜起在 ${count(real)} 个发往真实提供商的请求上的支出。`,
      unknown > 0 ? `其中 ${count(unknown)} 个的费用未知。` : "",
      simulated > 0 ? `${count(simulated)} 个模拟请求没有费用。` : "",
      "打开“支出”。",
    ].join(""),
  redefinition: (done, waiting) => `正在重新计算旧运行：${count(done)}/${count(done + waiting)}`,
  redefinitionHint: (version) =>
    `采用旧指标定义的运行会根据原始日志按第 ${version} 版定义重新计算，从最新的开始。完成之前，它们不与新的运行比较。竞速期间会暂停，重新启动后继续。`,
  running: (lanes) => `${count(lanes)} 条赛道竞速中`,
  toRace: "前往竞速",
  stop: "停止",
  version: (version) => `Paceline ${version}`,
  rendering: (policy) => `渲染：${policy}`,
};

export const settings: Strings["settings"] = {
  title: "设置",
  sections: {
    general: "通用",
    races: "新竞速",
    spending: "支出",
    keyboard: "键盘",
    data: "数据",
    network: "网络",
    doctor: "诊断",
    about: "关于",
  },
  about,
  report,
  move,
  story: {
    general: "窗口的外观和数字的写法。与历史记录一起保存。",
    races: "新竞速的默认值与超时。界面上现有的竞速不受影响。",
    spending: "今日支出，以及 Paceline 在超出前会先询问的上限。",
    keyboard: "点击一个快捷键，然后按下新的按键。",
    data: "本机上的一个 SQLite 文件。没有账号，没有遥测。",
    network: "代理、证书和明文 HTTP，适用于所有提供商或其中一个。",
    doctor: "用于技术支持的本机信息，以及问题报告。",
    about: "让 LLM 提供商在同一时钟下并排竞速。",
  },
  language: "语言",
  languageHint: "服务商、系统和文件解析器报告的内容按原文显示。命令行和导出内容为英文。",
  languageSystem: "跟随系统",
  languageLater: "下次启动时生效：竞速或扫描正在进行。",
  theme: "主题",
  themes: { system: "跟随系统", light: "浅色", dark: "深色" },
  textSize: "大小",
  textSizeHint: (larger, smaller) =>
    `整个窗口的缩放，80% 至 400%；也可用 ${larger} 和 ${smaller}。`,
  percent: "%",
  times: "时间单位",
  timesHint: "用于 TTFT、总时间等。数据块间隔始终以毫秒表示。",
  timeUnits: { seconds: "秒，0.41 s", milliseconds: "毫秒，412 ms" },
  numbers: "数字格式",
  numberFormats: {
    language: "跟随语言",
    comma_point: "1,234.5",
    point_comma: "1.234,5",
    space_comma: "1 234,5",
    plain: "1234.5",
  },
  fixedUnits: "速度以每秒 Token 数表示，费用以美元表示，与提供商公布的一致。",
  rail: "显示侧栏",
  notify: "长时间运行结束时通知",
  notifyHint: "窗口在后台时，扫描或超过 20 s 的竞速结束后发出系统通知。通知从不显示提示词。",
  maxTokens: "最大 Token 数",
  temperature: "温度",
  warmup: "预热轮数",
  repeats: "测量轮数",
  timeouts: {
    first_token_s: {
      label: "首 Token 时限",
      hint: "从请求到首个可见文本。先推理的模型可能需要数分钟。",
    },
    idle_s: {
      label: "无数据时限",
      hint: "回答中途没有收到任何字节的时间。",
    },
    request_s: {
      label: "总时限",
      hint: "整个请求。已收到的内容会保留。这三项从下一次竞速或扫描起生效。",
    },
  },
  seconds: "s",
  providersOwn: "由提供商决定",
  spentToday: "今日支出",
  spentNothing: "今日没有向真实提供商发送任何请求。",
  spentLine: (requests) => `用于 ${count(requests)} 个发往真实提供商的请求`,
  spentUnknown: (requests) => `另有 ${count(requests)} 个请求的费用未知：没有价格。这不等于零。`,
  spentSimulated: (requests) => `${count(requests)} 个模拟请求没有费用。`,
  cap: "上限",
  capHint:
    "每日美元数。按价格和 Token 限制可能超出上限的竞速会先询问；没有 Token 限制的也一样。留空：无上限。",
  capNone: "无上限",
  usdPerDay: "$ 每日",
  keys: {
    reset: "重置",
    resetAll: "全部重置",
    resetAllDone: "所有快捷键已恢复默认。",
    undo: "撤销",
    press: "按下按键…",
    cancelHint: "按 Esc 取消。",
    own: "自定",
    fixed: "固定",
    taken: (chord, action) => `${chord} 已用于“${action}”。`,
    swap: "仍然使用",
    record: (action, chord) => `更改“${action}”，现为 ${chord}`,
    letterHint: "不含 Ctrl 或 Cmd 的按键，在焦点不在文本框时有效。",
    free: "无按键",
  },
  folder: "文件夹",
  reveal: "在文件管理器中显示",
  copyPath: "复制路径",
  copied: "已复制。",
  notCopied: "系统拒绝复制。",
  size: "大小",
  sizeLine: (history, backups, taken) =>
    backups === 0 ? history : `${history}，另有 ${count(backups)} 个备份，共 ${taken}`,
  verify: "校验数据库",
  verifying: "正在读取全部内容…",
  verifyHint: "读取每次运行，并根据原始日志重新计算每个数字。",
  sound: (runs, numbers) =>
    `没有错误：${count(runs)} 次运行，已重新计算 ${count(numbers)} 个请求的数字。`,
  findings: (n) => `${count(n)} 项发现`,
  finding: (run, what) => `运行 ${run}：${what}`,
  backUp: "立即备份",
  backingUp: "正在复制…",
  backedUp: "历史记录已复制到同一文件夹下的文件中。",
  backUpHint: "将历史记录复制到同一文件夹下的文件中。两者都不含密钥。",
  retention: "已删除运行的保留期",
  retentionHint: "在此期间可以恢复；之后会在下次启动时清除。",
  days: "天",
  toNetwork: "在“提供商”界面打开“网络”",
  proxyNow: "当前代理",
  ownProxies: (n) => `${count(n)} 个提供商使用单独的代理`,
  app: "Paceline",
  machine: "机器",
  engine: "网页引擎",
  rendering: "渲染",
  display: "显示",
  keyring: "密钥环",
  keyringStates: { ready: "就绪", locked: "已锁定", missing: "没有" },
  frames: "帧率",
  framesLine: (fps, slowest) => `每秒 ${fps} 帧，最慢一帧 ${slowest}`,
  framesHint: "绘制一秒并统计帧数。测量结果与此无关。",
  testFrames: "测试",
  testing: "正在绘制…",
  copyText: "复制为文本",
  textLine: (name, value) => `${name}：${value}`,
};

export const forget: Strings["forget"] = {
  keyTitle: (label) => `删除 ${label} 的密钥？`,
  keyText: "它会从密钥环中移除，无法从这里恢复。",
  keyGo: "删除密钥",
  endpointTitle: (label) => `移除 ${label} 及其密钥？`,
  endpointText: "端点在十秒内可以恢复；其密钥不能。",
  endpointGo: "移除",
  undo: "撤销",
};
