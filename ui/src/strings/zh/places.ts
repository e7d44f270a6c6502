/**
 * Further entries of the palette, in Chinese, besides actions, screens, runs, providers and models: names and synonyms.
 * The English synonyms are kept: the field's words are typed in both languages.
 */

import type { Texts } from "../texts";

export const places: Texts["places"] = {
  themeDark: { label: "主题：深色", words: "夜间 暗色 黑色 外观 dark mode night black appearance" },
  themeLight: { label: "主题：浅色", words: "日间 亮色 白色 外观 light mode day white bright" },
  themeSystem: { label: "主题：跟随系统", words: "自动 外观 theme system auto appearance" },
  systemPrompt: {
    label: "系统提示词",
    words: "指令 角色 system prompt instructions role developer message",
  },
  promptSheet: {
    label: "在整个窗口中编写提示词",
    words: "全屏 编辑器 放大 展开 full screen editor large expand composer prompt",
  },
  openPrompt: {
    label: "打开文件作为提示词",
    words: "加载 导入 文本 拖放 load import text drop file",
  },
  savedPrompts: {
    label: "已存提示词",
    words: "保存 提示词库 预设 最近 模板 save prompt library presets recent template",
  },
  lineUps: { label: "已存阵容", words: "保存 赛道 组合 收藏 save lanes set favourites line-ups" },
  maxTokens: {
    label: "最大 Token 数",
    words: "限制 长度 输出 上限 max tokens limit length output maximum",
  },
  temperature: { label: "温度", words: "采样 随机 参数 temperature sampling random parameters" },
  effort: { label: "推理强度", words: "思考 effort reasoning thinking" },
  repeats: { label: "轮数", words: "重复 次数 再赛 repeats rounds runs times iterations again" },
  wholeRequest: {
    label: "多轮、工具和图片",
    words:
      "对话 消息 多轮 函数 附件 图片 停止 种子 conversation messages history multi-turn functions tools schema json attach picture pdf stop seed top_p",
  },
  pasteRequest: {
    label: "读取 curl 命令或请求体",
    words:
      "导入 请求 粘贴 生产环境 import request json openai anthropic gemini sdk call production paste",
  },
  moreSettings: {
    label: "更多竞速设置",
    words:
      "预热 截止 超时 定论 显著 提前结束 warm-up warmup deadline timeout until settled significant stop early",
  },
  viewTrack: {
    label: "视图：赛况",
    words: "竞速 条形 时间线 奖牌 冠军 名次 track race bars timeline medals winner podium",
  },
  viewGrid: { label: "视图：网格", words: "回答 并排 文本 grid answers side by side text" },
  viewFocus: { label: "视图：聚焦", words: "放大 单条赛道 focus enlarge one lane zoom in" },
  viewPace: {
    label: "视图：配速",
    words: "图表 曲线 随时间 间隔 停顿 pace chart graph curve tokens over time gaps stalls",
  },
  viewRounds: {
    label: "视图：各轮",
    words: "离散 分布 谁更好 rounds spread distribution who is better",
  },
  viewTable: {
    label: "视图：表格",
    words: "数字 指标 全部 排序 列 table numbers metrics all spreadsheet sort columns",
  },
  viewDiff: {
    label: "视图：差异",
    words: "对比 比较 回答 词 diff difference compare answers words",
  },
  copyNumbers: {
    label: "把数字复制为表格",
    words: "复制 剪贴板 电子表格 结果 copy clipboard spreadsheet csv tsv results",
  },
  replay: { label: "回放竞速", words: "重播 播放 观看 replay play again playback watch" },
  vote: {
    label: "评价一个回答",
    words: "投票 赞 踩 好 差 评分 vote thumbs up down good bad rate rating",
  },
  noteRun: { label: "为最近一次运行写备注", words: "笔记 注释 评论 note notes comment annotate" },
  tagRun: { label: "为最近一次运行加标签", words: "标签 标记 tag tags label mark" },
  tour: {
    label: "入门步骤",
    words: "导览 入门 教程 欢迎 新手 tour first steps introduction getting started tutorial",
  },
  calibrate: {
    label: "校准时间戳",
    words: "精度 误差 时钟 calibrate calibration accuracy error precision clock",
  },
  addKey: {
    label: "添加密钥",
    words: "粘贴 令牌 凭据 登录 api key paste secret token credentials login",
  },
  addEndpoint: {
    label: "添加自己的端点",
    words: "自定义 服务器 地址 custom endpoint server url address base openai compatible vllm",
  },
  findServers: {
    label: "查找本机上的服务器",
    words: "本地 发现 local servers ollama lm studio llama.cpp vllm sglang localhost discover",
  },
  prices: {
    label: "价格",
    words: "费用 价目表 更新 美元 百万 price cost book litellm update dollars per million",
  },
  network: { label: "网络", words: "代理 证书 network proxy socks certificate ca tls http" },
  export: {
    label: "导出运行",
    words: "保存 下载 分享 报告 export save csv json markdown html download share report",
  },
  import: { label: "导入运行", words: "加载 打开 恢复 import load open json file restore" },
  compareRuns: {
    label: "比较提供商",
    words:
      "费用 速度 图表 排名 最好 最便宜 最快 cost against speed chart ranking best cheapest fastest",
  },
  spending: {
    label: "支出",
    words: "花费 预算 费用 上限 今日 spending spent budget cost money cap limit today",
  },
  help: { label: "帮助", words: "按键 快捷键 手册 指南 支持 help keys shortcuts how manual guide" },
  about: {
    label: "关于 Paceline",
    words: "版本 构建 许可证 信息 隐私 遥测 version build licence license info privacy telemetry",
  },
  report: {
    label: "报告问题",
    words: "缺陷 反馈 支持 诊断 bug issue support doctor diagnostics feedback report",
  },
  rail: { label: "显示或隐藏侧栏", words: "边栏 菜单 rail sidebar menu" },
};

/** Synonyms for actions, and for settings by their labels in Chinese. */
export const otherWords: Texts["otherWords"] = {
  race: "竞速 开始 运行 发送 启动 race run go send start begin",
  raceAgain: "再次 重复 重跑 结论 轮次 显著 again repeat rerun verdict rounds significant",
  stopAll: "取消 中止 停止 结束 cancel abort halt stop end",
  stopLane: "取消 中止 停止 cancel abort stop",
  newRace: "清空 重置 新建 clear reset empty fresh new",
  addLane: "模型 提供商 参赛者 列 model provider contender column lane",
  duplicateLane: "复制 克隆 copy clone duplicate",
  removeLane: "删除 关闭 delete close remove",
  trackAxis: "时间 距离 终点线 clock distance finish line",
  find: "搜索 查找 回答 文本 find search answers text words",
  markdown: "格式 渲染 富文本 format render rich text markdown",
  searchHistory: "查找 搜索 筛选 find filter search",
  zoomIn: "放大 缩放 字体 字号 zoom bigger font text size",
  zoomOut: "缩小 缩放 字体 字号 zoom smaller font text size",
  zoomReset: "缩放 字体 字号 zoom 100 font text size",
  sheet: "帮助 按键 热键 快捷键 help keys hotkeys shortcuts",
  showHistory: "运行 过去 日志 记录 history runs past log records",
  showCompare: "图表 排名 compare charts rankings",
  showWatch: "监控 警报 变化 中断 定时 watch monitor alert outage",
  showSweep:
    "压测 负载测试 并发 基准测试 档位 吞吐量 sweep load test concurrency benchmark levels throughput",
  showProviders: "密钥 厂商 模型 providers keys vendors models",
  showSettings: "偏好 选项 配置 settings preferences options configuration",
  主题: "深色 浅色 外观 theme dark light appearance",
  大小: "缩放 字体 字号 比例 size zoom font text scale",
  时间单位: "秒 毫秒 durations units seconds milliseconds",
  数字格式: "小数 逗号 分隔符 numbers format decimal comma separator locale",
  语言: "区域 翻译 language locale translation Sprache English",
  长时间运行结束时通知: "提醒 提示音 notify notification alert sound",
  预热轮数: "预热 warm-up rounds warmup warm up cold",
  新竞速: "默认 超时 new races defaults timeouts",
  "首 Token 时限": "超时 等待 first token timeout timeouts patience wait ttft",
  无数据时限: "超时 空闲 卡住 silent timeout timeouts idle stall hang",
  总时限: "超时 截止 最长 over timeout deadline longest",
  上限: "预算 限额 支出 美元 cap budget limit spending dollars",
  今日支出: "费用 用量 spent today cost money usage",
  键盘: "快捷键 按键 热键 keyboard shortcuts keys hotkeys remap",
  文件夹: "数据文件夹 目录 路径 位置 数据库 文件 folder data directory path location database file",
  校验数据库: "检查 完整性 历史 verify database check integrity history",
  立即备份: "备份 复制 保存 历史 数据库 back up backup copy save history database",
  已删除运行的保留期: "保留 回收站 撤销 恢复 keep deleted retention trash undo restore",
  网络: "代理 证书 network proxy proxies certificates",
  诊断: "系统信息 支持 版本 doctor diagnostics system info support version",
  移动到: "迁移 数据文件夹 目录 位置 move relocate data folder directory location",
  帧率: "性能 速度 流畅 frames fps performance speed smooth",
};
