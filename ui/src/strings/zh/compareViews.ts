/** Texts of Compare’s views of predictions, single requests, days, runs and uses, in Chinese; the others are in `compare.ts`. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { spaced } from "./spacing";

type Views = Pick<
  Texts["strings"]["compare"],
  "whatIf" | "samples" | "time" | "runs" | "rankings" | "hedging"
>;

export const compareViews: Views = {
  whatIf: {
    title: "你的任务中的一个请求",
    formula: "等待、思考、输出 · 越低越好",
    caption: "任务所需的时间与费用",
    parts: { wait: "等待", think: "思考", write: "输出" },
    bar: (name, total, parts) => spaced`${name}：${total}，其中${parts}`,
    each: {
      wait: (time) => `等待 ${time}`,
      think: (time) => `思考 ${time}`,
      write: (time) => `输出 ${time}`,
    },
    costs: "任务的时间与费用",
    columns: ["参赛者", "单个请求", "费用", "30 天费用", "循环", "费用", "使用缓存的费用"],
    drawnOn: "外推值",
    drawnOnHint: "外推值：没有测量过这一长度的回答或提示词。",
    tooLong: "提示词过长",
    loopTooLong: "循环过长",
    readsAtMost: (most: string) =>
      `按价格表，该模型最多读取 ${most} 个 Token，因此不对更长的提示词作预测。`,
    note: "按当前价格计算，包含长提示词的价格层级；推理按输出计费。循环中的各步依次执行：若测量过多种长度的提示词，每步按其自身提示词的 TTFT 计，否则按实测 TTFT 计。使用缓存：每步从提示词缓存读取之前各步已发送的内容。",
  },

  samples: {
    strip: (what) => `${what}：每个请求`,
    lower: "越靠左越好",
    higher: "越靠右越好",
    ecdf: (what) => `${what}：请求占比`,
    ecdfHint: "不超过该值的请求占比",
    share: "占比",
    caption: "各参赛者的百分位数",
    columns: ["参赛者", "n", "最小", "p5", "p25", "p50", "p75", "p95", "p99", "最大"],
    reading: (name, value, share) => `${name}：${share}% 不超过 ${value}`,
    one: (name, value) => `${name}：${value}`,
  },

  time: {
    days: (what) => `${what}，逐日`,
    band: "中位数与 p25 – p75",
    hours: (what) => `${what}，按一周中的小时`,
    zone: (zone) => `中位数，时区 ${zone} · 颜色越深越差`,
    of: "对象",
    date: "日期",
    weekdays: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
    caption: "逐日中位数",
    hoursCaption: "按一周中小时的中位数",
    columns: ["参赛者", "日期", "n", "p25", "中位数", "p75"],
    hourColumns: ["小时", "n", "中位数"],
    reading: (name, day, value, quartiles, n) =>
      `${name}，${day}：${value}${quartiles ? `，p25 – p75 ${quartiles}` : ""}，n ${count(n)}`,
    change: (name, isBetter) =>
      isBetter == null ? `${name} 有变化` : `${name} ${isBetter ? "变好" : "变差"}`,
    drift: (name, isBetter) =>
      isBetter == null ? `${name} 持续变化` : `${name} 持续${isBetter ? "变好" : "变差"}`,
    either: (name, isBetter) =>
      isBetter == null
        ? `${name} 有变化：突变还是渐变？`
        : `${name} ${isBetter ? "变好" : "变差"}：突变还是渐变？`,
    hoursReading: (name, hours) => `一周 168 个小时中，${name} 在 ${count(hours)} 个小时有测量。`,
  },

  runs: {
    title: "两次运行之间有何变化",
    hint: "差异显著处，绿色为更好，红色为更差",
    before: "之前",
    after: "之后",
    caption: "各数字在两次运行中的值",
    columns: ["参赛者", "数字", "之前", "之后", "差异，95%", "结论"],
    verdict: {
      better: "更好",
      worse: "更差",
      differs: "两次运行不同",
      alike: "基本相当",
      unsettled: "差异不显著",
    },
    run: (when, who) => `${when} · ${who}`,
    fromTo: (before, after) => `之前 ${before}，之后 ${after}`,
    reading: (name, what, change, verdict) => `${name}，${what}：${change}，${verdict}`,
  },

  rankings: {
    rank: (from, to) => (from === to ? from : `${from}–${to}`),
    score: (score) => `${score} 分（满分 100）`,
    edit: "更改公式",
    done: "完成",
    reset: "重置",
    weights: "权重",
    limits: "限值",
    unranked: "未排名",
    open: (limits) => `尚无定论，请求太少：${limits}`,
    figure: {
      ttfat: "TTFAT",
      ttfat_tail: "p95 TTFAT",
      speed: "tok/s",
      latency: "延迟",
      cost: "费用",
      loop_time: "循环时间",
      loop_cost: "循环费用",
      error_rate: "错误",
      right: "正确的回答",
      time_per_right: "每个正确回答的时间",
      cost_per_right: "每个正确回答的费用",
    },
    atMost: (what, unit) => spaced`${what}上限，${unit}`,
    atLeast: (what, unit) => spaced`${what}下限，${unit}`,
    units: { s: "s", usd: "$", percent: "%", tps: "tok/s" },
    how: "得分：“最优值与自身值之比”的加权几何平均，100 即各项均为最优。样本不足 20 个时，p95 取其中最差值。",
  },

  hedging: {
    title: "两路并发，取先到者",
    how: "同时发送：保留最先作答的一路，即使它后来中断；若一路未输出任何文本即失败，则保留另一路。延后发送：仅当第一路在其自身 p95 时间内尚未作答时，才发送第二路。凡已发送的都按全额计费，因此费用是上限。",
    idle: (pairs) => `${count(pairs)} 对不会有任何收益。`,
    none: "对冲请求需要两个参赛者，在同一负载下各有 5 个请求。",
    pair: (a, b) => `${a} + ${b}`,
    basis: { paired: "同轮配对", crossed: "全部组合" },
    caption: "两个参赛者单独与合用",
    columns: [
      "两者",
      "依据",
      "n",
      "TTFT p50",
      "p95",
      "单独 p50",
      "单独 p95",
      "延后",
      "第二路占比",
      "延后，最慢 5%",
      "单独，最慢 5%",
      "延后 $",
      "延迟 p95",
      "单独",
      "失败",
      "$ 上限",
      "单独",
    ],
    sooner: (time) => `快 ${time}`,
    x: (unit) => `到首 Token 的时间，${unit}`,
    direction: "实心 p50，空心 p95 · 越靠左越好",
    alone: (name) => `仅 ${name}`,
    together: "同时发送",
    delayed: "延后发送",
    reading: (who, p50, p95) => `${who}：p50 ${p50}，p95 ${p95}`,
  },
};
