/** The Chinese texts of components, by place. */

import { count, dollars, UNKNOWN, upTo } from "../numbers";
import type { Texts } from "../texts";
import { chain } from "./chain";
import { charts } from "./charts";
import { checks } from "./checks";
import { compare } from "./compare";
import { finish } from "./finish";
import { judge } from "./judge";
import { lane, track } from "./lane";
import { composer, lineup } from "./lineup";
import { metrics, uncertainty } from "./metrics";
import { library, replayWords } from "./playback";
import { providers } from "./providers";
import { stage } from "./run";
import { share } from "./share";
import {
  ask,
  damage,
  forget,
  links,
  newRace,
  overCap,
  palette,
  settings,
  shortcuts,
  status,
} from "./shell";
import { spaced } from "./spacing";
import { sweeps } from "./sweep";
import { watch } from "./watch";

export const strings: Texts["strings"] = {
  app: "Paceline",

  rail: {
    label: "界面",
    palette: "命令面板",
    shortcuts: "键盘快捷键",
    theme: {
      system: "主题：跟随系统",
      light: "主题：浅色",
      dark: "主题：深色",
    },
  },

  status,
  palette,
  settings,
  shortcuts,
  newRace,
  links,
  ask,
  damage,
  overCap,
  forget,

  definitions: {
    absent: (why) => `空缺的情形：${why}。`,
    toReader: "读者感受",
    feels: (bands) => `读者的感受：${bands}。`,
    below: (limit, feels) => `低于 ${limit} ${feels}`,
    from: (limit, feels) => `${limit} 起 ${feels}`,
  },

  calibration: {
    unknown: "未校准",
    off: (ms) => `时间戳最多偏晚 ${ms} ms`,
    running: "正在校准…",
    never: "本机的时间戳误差未知。点击即可测量：用十五秒时序已知的流。",
    found: (dated, machine) =>
      `TTFT 时间戳偏晚多少（测得值 − 真实值，从不偏早），取第 99 百分位，不足 100 个时取最晚者；于 ${dated} 在 ${machine} 上校准：`,
    at: (streams, ms) => `${count(streams)} 路时 ${ms} ms`,
    held: (tps) => `合计 ${tps} tok/s 以内，速度误差在 1% 以内。`,
    notHeld: "没有速度在 1% 以内：本机当时繁忙。",
    again: "点击可重新测量。",
    done: (ms) => `已校准：八条赛道时，TTFT 时间戳最多偏晚 ${ms} ms。`,
  },

  sweep: {
    tag: "扫描",
    load: "并发",
    perSecond: (n) => `每秒 ${n}`,
    samples: "样本",
    ok: (ok, all) =>
      ok === all ? `${count(all)} 个成功` : `${count(all)} 个中成功 ${count(ok)} 个`,
    p50: "p50",
    cost: "档位费用",
    notes: "说明",
    ends: {
      occupied: "已重新开始",
      throttled: "被限流",
      budget: "已达预算",
      too_large: "过大",
      stopped: "已停止",
      interrupted: "已中断",
    },
    legend:
      "p95 是慢的尾部；对越高越好的指标则为 p5。样本不足以给出中位数时显示均值；不足以给出尾部时显示短横。",
    plan: ({ samples, waves, most_samples: most, unique_prompts: unique }) =>
      `每个档位 ${count(samples)} 个样本${waves ? `，或 ${count(waves)} 波（取较多者）` : most ? `（中位数需要时至多 ${count(most)} 个）` : ""}，${unique ? "提示词各不相同" : "每次使用同一提示词"}`,
  },

  simulated: {
    tag: "模拟",
    ribbon: "模拟 – 无网络，无费用",
    some: "部分赛道为模拟，不参与排名",
  },

  race: {
    label: "竞速",
    prompt: "提示词",
    promptHint: "要让每条赛道回答什么？",
    system: "系统提示词",
    systemHint: "可选：在提示词之前发送给每条赛道。",
    systemNone: "无",
    systemShort: "系统",
    maxTokens: "最大 Token 数",
    temperature: "温度",
    effort: "推理强度",
    effortHint:
      "要求推理模型思考多少；短横表示由提供商决定。模型无法接受的设置会改用其他方式发送，并加以说明。",
    effortUnset: UNKNOWN,
    repeats: "轮数",
    repeatsAtMost: "轮数，最多",
    more: {
      title: "此次竞速的更多设置",
      warmup: "预热轮数",
      warmupHint: "最先进行，不计入测量。",
      warmups: (rounds) => `${count(rounds)} 轮预热`,
      settled: "竞速直到有定论",
      settledHint: "第一名在 95% 置信水平上有定论时，立即结束竞速。此时“轮数”为最多轮数。",
      never: "否，轮数固定",
      by: (metric) => spaced`按${metric}`,
      until: (metric) => spaced`直到${metric}有定论`,
      unique: "提示词各不相同",
      uniqueHint:
        "每个请求以一个编号开头，与任何运行的其他请求都不相同，使提示词缓存不起作用。否则，首轮之后的回答可能来自缓存。",
      uniqueSet: "提示词各不相同",
      deadline: "截止时间（秒）",
      deadlineHint: "请求超过此时间即结束。留空：一小时。",
      anHour: count(3_600),
      deadlineOf: (seconds) => `截止时间 ${upTo(seconds, 1)} s`,
    },
    providersOwn: "由提供商决定",
    promptTokens: (tokens) => `提示词 ${count(tokens)} 个 Token`,
    go: "开始竞速",
    goOthers: (lanes) => `开始其余 ${count(lanes)} 条`,
    goNote: (places, _lanes) => `未参加：赛道 ${places}。`,
    stopAll: "全部停止",
    checking: "正在检查方案…",
    preflight: {
      lanes: (lanes, requests) =>
        requests > lanes
          ? `${count(lanes)} 条赛道，${count(requests)} 个请求`
          : `${count(lanes)} 条赛道`,
      mostTokens: (tokens) => `最多 ${count(tokens)} 个 Token`,
      noLimit: "不限 Token 数",
      mostCost: (usd) => `最多 ${dollars(usd)}`,
      noCost: "无费用",
      noPrice: "无价格",
      noCostLimit: "费用无上限",
      costUnknown: "最高费用未知",
      unpriced: (lanes) => `${count(lanes)} 条赛道无价格`,
      missingKeys: (lanes) => `缺少 ${count(lanes)} 个密钥`,
      addKey: "添加密钥",
      notes: (notes, lanes, place) =>
        `${lanes > 1 ? `${count(lanes)} 条赛道` : `赛道 ${place}`}有 ${count(notes)} 条说明`,
      notesTitle: "竞速之前",
      laneProblem: (place, message) => `赛道 ${place}：${message}`,
    },
    asked: {
      line: (prompt) => `所用提示词：“${prompt}”`,
      load: "放回编辑区",
      loadHint: "把此提示词和这些赛道放回编辑区",
    },
    earlier: {
      title: "用先前的提示词再次竞速？",
      text: (prompt, lanes, requests, most) =>
        `这些结果属于“${prompt}”（${count(lanes)} 条赛道），而不是编辑区中的内容。${count(requests)} 个请求，${most}。`,
      unknownCost: "费用未知",
      go: (rounds) => `竞速 ×${rounds}`,
    },
    interrupted: {
      line: (when) => `${when} 的竞速被中断：Paceline 被关闭。已收到的内容在历史中。`,
      open: "打开",
    },
    notSaved: (why) => `无法保存这次竞速：${why}`,
    announceStart: (lanes) => `竞速开始，${count(lanes)} 条赛道。`,
    announceEnd: "竞速结束。",
    announceLane: (label, how) => `${label}：${how}。`,
    announceFinish: (label, total) => `${label} 完成，${total}。`,
  },

  composer,

  numberField: {
    from: (least) => `不小于 ${least}`,
    range: (least, most) => `${least} 至 ${most}`,
    whole: (range) => `整数，${range}`,
  },

  lineup,
  track,
  lane,

  history: {
    label: "历史",
    title: "历史",
    count: (runs) => `${count(runs)} 次运行`,
    lanes: (lanes) => `${count(lanes)} 条赛道`,
    emptyTitle: "还没有竞速",
    empty: "竞速一次，此次运行就会连同其数字、文本和原始日志出现在这里。",
    toRace: "前往竞速",
    loading: "正在读取历史…",
    noPrompt: "（空提示词）",
    delete: "删除",
    deleteRun: (prompt) => `删除运行“${prompt}”`,
    deleted: "运行已删除。",
    undo: "撤销",
    back: "全部运行",
    again: "再次竞速",
    againHint: "把此方案载入竞速界面",
    texts: "文本",
    numbers: "数字",
    prompt: "提示词",
    system: "系统",
    plan: (maxTokens, temperature, repeat) =>
      `最大 Token 数 ${maxTokens} · 温度 ${temperature} · ${count(repeat)} 轮`,
    definitions: (version) => `指标定义 v${version}`,
    gone: "此次运行已不在历史中。",
  },

  numbersTable: metrics,
  uncertainty,

  stage,
  checks,
  chain,
  judge,
  finish,
  share,
  replay: replayWords,
  library,

  charts,
  compare,

  sweeps,

  watch,

  providers,

  firstRun: {
    title: "接下来可以做什么",
    dismiss: "关闭",
    race: (keys) => `按 ${keys}，让四条模拟赛道竞速`,
    key: "为真实提供商添加密钥",
    custom: "添加自己的端点",
    done: "已完成",
  },

  trouble: {
    unexpected: "发生意外错误",
    startup: "Paceline 无法启动",
    retry: "重试",
    dismiss: "关闭",
    notifications: "通知",
  },
};
