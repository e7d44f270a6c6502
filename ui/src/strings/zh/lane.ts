/** Texts of a lane, in Chinese, during and after a race: its card, and its row on the track. */

import { count, durationUnit } from "../numbers";
import type { Texts } from "../texts";
import { spaced } from "./spacing";

export const track: Texts["strings"]["track"] = {
  label: "赛况",
  axis: "起跑后的秒数",
  wait: "等待",
  think: "思考",
  write: "输出",
  ticks: (every) => `1 格 = ${count(every)} 个 Token`,
  ready: "已就绪。所有连接都在起跑前建立。",
  racing: "竞速中",
  warmup: "预热，不计入测量",
  round: (k, n) => `第 ${k} 轮，共 ${n} 轮`,
  named: (round, name) => `${round} · ${name}`,
  roundAtMost: (k, n) => `第 ${k} 轮，最多 ${n} 轮`,
  rounds: "轮数",
  tps: "tok/s",
  get ttft() {
    return `TTFT ${durationUnit()}`;
  },
  cost: "费用",
  rowLabel: (label, story) => `${label}：${story}`,
};

export const lane: Texts["strings"]["lane"] = {
  brief: (tokens) => `${tokens} 个 Token`,
  label: (place, label, model) => `赛道 ${place}：${label}，${model}`,
  stop: "停止此赛道",
  failed: "失败",
  retryWith: (model) => `改用 ${model} 竞速`,
  remedies: {
    key: "设置密钥",
    address: "检查地址",
    network: "代理设置",
    lane: "更改赛道",
    prompt: "更改提示词",
    retry: "再次竞速",
    timeouts: "延长超时",
  },
  openSite: (host) => `打开 ${host}`,
  sentOtherwise: "发送内容与方案不同",
  adjusted: (field, asked, sent, why) => `${field}：${asked}，${sent}；${why}。`,
  numbered: (name, place) => `${name}（赛道 ${place}）`,
  asked: (what) => spaced`要求${what}`,
  notAsked: "未要求",
  sent: (what) => spaced`实发${what}`,
  notSent: "未发送",
  leftOut: (field) => `其中省略了 ${field}。`,
  numbers: "全部数字",
  copy: "复制回答",
  copyCode: "复制",
  notRendered: "从这里起按原文显示：内容过长或嵌套过深，无法以 Markdown 呈现。",
  copied: "已复制。",
  vote: {
    title: (name) => `你对 ${name} 的回答的评价`,
    none: "评价此回答",
    good: "好",
    bad: "差",
    voted: (isGood, note) => `评价：${isGood ? "好" : "差"}${note ? `，${note}` : ""}`,
    noted: (note) => `备注：${note}`,
    note: "此回答的备注",
    hint: "随运行一起保存。在历史中搜索 vote:good 可找到。",
  },
  silentSince: (moment) => `自 ${moment} 起无输出`,
  failedRounds: (failed, rounds) => `${count(rounds)} 轮中失败 ${count(failed)} 轮`,
  text: (label) => `${label} 的回答`,
  latest: "跳到最新",
  thinking: "思考",
  noText: "没有文本。",
  waiting: "首 Token 将出现在这里。",
  thinned: "文本 5 次/秒",
  thinnedAdvice: "在此速度下，文本每秒重绘五次，以免窗口跟不上。每个 Token 仍然都会测量并保存。",
  tps: "tok/s",
  get ttft() {
    return `TTFT ${durationUnit()}`;
  },
  get first() {
    return `首字 ${durationUnit()}`;
  },
  get total() {
    return `总计 ${durationUnit()}`;
  },
  get elapsed() {
    return `用时 ${durationUnit()}`;
  },
  tokens: "Token",
  cost: "费用",
  queue: (ms) => `服务器排队 ${ms}`,
  again: "重新竞速",
  againAdvice: (earlier) =>
    `首次尝试：${earlier}。其他赛道结束后，它单独重新竞速；上方的竞速结果采用首次尝试。`,
  costUnknown: "费用未知",
  costUnknownAdvice: "价格已知，但用量未知：服务器在回答结束时才发送 Token 计数。",
  noPrice: "无价格",
  noPriceAdvice: "没有此模型的价格，因此费用未知，而不是零。",
  serverAdvice: "由服务器报告；从不与本机测得的数字混用。",
  httpStatus: (status) => `HTTP ${status}`,
  requestId: (id) => `请求 ${id}`,
  retryAfter: (duration) => `要求等待 ${duration}`,
  parameter: (name) => `参数 ${name}`,
  moreTags: (n) => `+${n}`,
  body: "响应",
  summary: (n) => `${count(n)} 轮`,
  typical: (name, value) => `${name} ${value}`,
};
