/** Texts of the views of a race, in Chinese: track, medals, pace, gaps, diff, rounds. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { spaced } from "./spacing";

const tokensOf = (tokens: number) => `${count(tokens)} 个 Token`;

export const stage: Texts["strings"]["stage"] = {
  views: "视图",
  view: {
    lanes: "赛况",
    grid: "网格",
    focus: "聚焦",
    pace: "配速",
    rounds: "各轮",
    table: "表格",
    diff: "差异",
    judge: "裁判",
  },
  axis: "赛况的横轴",
  clock: "时间",
  clockHint: "起跑后的时间",
  distance: "终点照片",
  distanceHint: "第一名冲线那一刻，各赛道距终点线的 Token 数",
  finish: "终点线",
  finishAt: tokensOf,
  longestCommon: (tokens) => `${count(tokens)}，最长共有长度`,
  markdown: "Markdown",
  markdownHint: "以 Markdown 显示已完成的回答",
  asWritten: "按收到的原文显示",
  again: (times) => `再赛 ×${times}`,
  againHint: "让这些赛道再次竞速，共数轮",
  untilSettled: "直到有定论",
  untilSettledHint: (most) =>
    `让这些赛道竞速，直到最低的首 Token 时延在 95% 置信水平上有定论，最多 ${most} 轮`,
  replay: "回放",
  replayHint: "根据原始日志重放这次竞速",

  find: {
    label: "在回答中查找",
    found: (at, all, more) =>
      all === 0 ? "未找到" : `${count(at)}/${count(all)}${more ? "+" : ""}`,
    before: "上一处",
    next: "下一处",
    close: "关闭",
  },

  medals: {
    label: "结果",
    honours: {
      first_token: "最早首 Token",
      first_answer: "最早作答",
      cheapest: "费用最低",
    },
    firstTo: (tokens) => `最先到 ${tokensOf(tokens)}`,
    firstToUnknown: "暂时领先",
    tie: "并列",
    unranked: {
      nobody: "没有赛道完成，因此不排名。",
      nobody_real: "没有真实赛道完成，而模拟赛道不与真实赛道一同排名。",
      alone: "只有一条赛道完成，无从排名。",
      alone_real: "只有一条真实赛道完成，而模拟赛道不与真实赛道一同排名。",
      nobody_right: "已完成的赛道都有错误的回答，因此不作排名。",
      alone_right: "已完成的赛道中只有一条的回答全部正确，因此没有可排名的对象。",
    },
    rule: (from) =>
      `差异小于 2% 记为并列。多轮竞速中，胜者每一轮都更好；满 ${from} 轮后，差异即为显著（5% 水平，对所有赛道整体而言）。`,
  },

  pace: {
    title: "Token 随时间变化",
    direction: "越陡越快，越靠左越早",
    tokens: "输出 Token",
    clock: { s: "起跑后的秒数", ms: "起跑后的毫秒数" },
    numbered: (place, name) => `${place} ${name}`,
    none: "没有赛道超越其他赛道。",
    overtakes: "超越",
    overtake: (who, whom, tokens, at) =>
      `${who} 在第 ${count(tokens)} 个 Token 处超过 ${whom}，${at}`,
    or: "或",
    always: (who) => `任何长度都是 ${who} 最先。`,
    split: (shorter, tokens, longer) =>
      spaced`短于${tokensOf(tokens)}选${shorter}，更长则选${longer}。`,
    upTo: (who, tokens) => spaced`${tokensOf(tokens)}以内选${who}`,
    beyond: (who) => `更长选 ${who}`,
    choose: (parts) => `${parts}。`,
    extrapolated: (tokens) => `此处没有赛道输出超过 ${tokensOf(tokens)}；更长时的建议为外推。`,
    noAdvice: "测量太少，无法说明哪条赛道适合哪种长度。",
    formula: "公式：延迟 = TTFT + Token 数 ÷ 速度。",
    point: (who, tokens, at) => `${who}：${at} 时 ${tokensOf(tokens)}`,
    columns: ["赛道", "首 Token", "末 Token", "Token 数"],
    running: "实时显示；竞速结束后根据原始日志计算超越。",
    soFar: (who, tokens) => `${who} ${tokens}`,
  },

  gaps: {
    title: "数据块间隔",
    legend: "每条线是一个数据块；线越深，其前的等待越长。停顿为红色。",
    tokensLegend: "下方：每个数据块的 Token 数。",
    stalls: (n, longest) =>
      n === 0 ? `无停顿，最长间隔 ${longest}` : `${count(n)} 次停顿，最长 ${longest}`,
    one: "一个数据块",
    none: "没有数据块",
    noLog: "没有原始日志",
    binned: (n) => `每条线 ${count(n)} 个数据块`,
    sentence: (who, chunks, median, stalls) =>
      `${who}：${count(chunks)} 个数据块，间隔中位数 ${median}，${stalls}。`,
    columns: ["赛道", "数据块", "间隔中位数", "最长间隔", "停顿", "停顿起点"],
    table: "以表格显示数字",
    strips: "显示条带图",
  },

  outcome: {
    stopped: (tokens, limit) => `止于 ${tokens} 个 Token，上限 ${limit}`,
    short: (tokens, limit) => `${tokens}/${limit}`,
    stoppedFreely: (tokens) => `止于 ${tokens} 个 Token`,
    /** The limit is in the server's own tokens. */
    cut: (limit) => `在上限 ${limit} 处被截断`,
    cutOwn: (tokens) => `在提供商自己的上限处被截断，${tokens} 个 Token`,
    /** The count of somebody else than the limit's, or one that is not the limit. */
    counted: {
      server: (tokens) => `服务器计数 ${tokens}`,
      neutral: (tokens) => `o200k 计数 ${tokens}`,
      chunks: (tokens) => `${tokens} 个数据块`,
    },
    counts: (server, neutral, thought) =>
      `上限以服务器自己的 Token 计。服务器计数为 ${server}${thought === null ? "" : `，其中推理 ${thought}`}；对各赛道口径一致的 o200k 计数为 ${neutral}。`,
    reason: (reason) => `结束原因：${reason}`,
    noReason: "提供商没有给出结束原因。",
  },

  diff: {
    title: "两个回答，逐词对比",
    from: "从",
    to: "到",
    lane: (place, name) => `${place}：${name}`,
    same: "两个回答逐词相同。",
    counts: (same, removed, added) =>
      `两者共有 ${count(same)} 词，仅前者有 ${count(removed)} 词，仅后者有 ${count(added)} 词。`,
    wait: "两条赛道都结束后才对比回答。",
    two: "对比需要两条已作答的赛道。",
    removed: "仅前者有",
    added: "仅后者有",
    working: "正在对比…",
    tooLong: "这些回答过长或差异太多，无法在合理时间内完成对比。",
  },

  rounds: {
    title: "每一轮",
    columns: ["赛道", "n", "最小", "p50", "p95", "最大"],
    reading: (parts) => `中位数（不足五轮时为均值）：${parts}。`,
    of: (who, value) => `${who} ${value}`,
    verdicts: "谁更好",
    zeroIs: (leader) => `${leader} 领先；竖线右侧为较差`,
    failed: (who, failed, rounds) =>
      failed === rounds
        ? `${who} 在全部 ${count(rounds)} 轮中失败。`
        : `${who} 在 ${count(rounds)} 轮中失败 ${count(failed)} 轮；以下数字只含其余各轮。`,
    nothing: "没有可在两条赛道间比较的指标。",
    sample: (who, round, value) => `${who}，第 ${round} 轮：${value}`,
  },
};
