/** Texts for outcomes of requests and runs, in Chinese. */

import type { Texts } from "../texts";

type Results = Texts["results"];

export const phases: Results["phases"] = {
  connecting: "连接中",
  ready: "已就位",
  waiting: "等待中",
  thinking: "思考中",
  writing: "输出中",
  ended: "已结束",
};

export const statuses: Results["statuses"] = {
  ok: "完成",
  ok_empty: "完成，但无文本",
  filtered: "被过滤",
  refused: "模型拒答",
  truncated: "被截断",
  error_stream: "流中失败",
  error_http: "失败",
  throttled: "被限流",
  error_net: "网络失败",
  timeout_first: "无首 Token",
  timeout_idle: "中途无数据",
  deadline: "超过时限",
  cancelled: "被你停止",
  interrupted: "被中断",
};

export const runStates: Results["runStates"] = {
  running: "进行中",
  finished: "已完成",
  stopped: "已停止",
  interrupted: "已中断",
};

export const runStateStories: Results["runStateStories"] = {
  running: "这次竞速正在进行。",
  finished: "所有赛道都自行结束。",
  stopped: "你停止了这次竞速。已收到的内容会保留。",
  interrupted: "这次竞速途中 Paceline 被关闭。已收到的内容会保留。",
};

/** Names of failures on badges; the sentence and the advice come with the fault itself. */
export const faults: Results["faults"] = {
  dns: "找不到主机",
  tcp: "无法连接",
  tls: "TLS 失败",
  proxy: "代理失败",
  connection_lost: "连接断开",
  not_http: "不是 HTTP 服务器",
  wrong_key: "密钥被拒绝",
  no_credit: "余额不足",
  region: "地区不支持",
  unverified: "未完成认证",
  model_gated: "模型需申请",
  forbidden: "无权限",
  model_not_found: "未知模型",
  data_policy: "被策略排除",
  no_such_backend: "无此后端",
  no_such_deployment: "无此部署",
  wrong_api: "接口协议不符",
  path_not_found: "地址错误",
  bad_parameter: "参数被拒绝",
  too_long: "提示词过长",
  filtered: "被过滤",
  throttled: "请求过多",
  capacity: "暂无容量",
  loading: "模型加载中",
  out_of_memory: "内存不足",
  timeout_server: "服务器超时",
  redirected: "被重定向",
  server_error: "服务器错误",
  other_status: "被拒绝",
  not_a_stream: "无法解析",
  in_stream: "回答中途失败",
  too_large: "回答过大",
  refused: "模型拒答",
  empty: "没有文本",
  truncated: "被截断",
  timeout_first: "无首 Token",
  timeout_idle: "中途无数据",
  deadline: "超过时限",
};

/** The reasoning efforts, in the field's own words: they are values that providers take. */
export const efforts: Results["efforts"] = {
  none: "none",
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "xhigh",
  max: "max",
};

export const tokenSources: Results["tokenSources"] = {
  server: {
    tag: "服务器计数",
    story: "按服务器的计数和计费，取自它发送的用量数据。",
  },
  neutral: {
    tag: "本机计数",
    story: "在本机用 o200k_base 对全文计数：各赛道之间可比。",
  },
  chunks: {
    tag: "按数据块计数",
    story: "假定每个到达的数据块为一个 Token：这是估计，而且不准。",
  },
};

export const costSources: Results["costSources"] = {
  reported: "提供商报告",
  computed: "Token 数乘以价格",
  self_hosted: "你的机器的占用时间",
};

export const reasoningTypes: Results["reasoningTypes"] = {
  none: "未见",
  verbatim: "逐字流式输出",
  summary: "以摘要流式输出",
  redacted: "加密流式输出",
  hidden: "计数但从不显示",
  inline_think: "在回答之内，位于 think 标签之间",
};
