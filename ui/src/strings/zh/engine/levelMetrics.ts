/** The metrics of a level of a sweep. */

export const levelMetrics = {
  "metric.sys_output_tps.name": "系统吞吐量",
  "metric.sys_output_tps.short": "系统 tok/s",
  "metric.sys_output_tps.formula":
    "稳定窗口内到达的输出 Token（所有请求）÷ 窗口长度。闭环时，窗口始于每个流都得到一次回答，止于最后一个被测请求；开环时，始于 95 % 的请求已有时间得到回答后的首个被测请求，止于最后一个请求应发之时。",
  "metric.sys_output_tps.absent": "负载从未稳定",
  "metric.sys_total_tps.name": "含输入的系统吞吐量",
  "metric.sys_total_tps.short": "系统入+出",
  "metric.sys_total_tps.formula":
    "(稳定窗口内的输入 + 输出 Token) ÷ 窗口长度。输入 Token 在回答的首个 Token 到达时计入。",
  "metric.sys_total_tps.absent": "负载从未稳定",
  "metric.achieved_rate.name": "实际速率",
  "metric.achieved_rate.short": "发送/s",
  "metric.achieved_rate.formula":
    "(已发送请求数 − 1) ÷ (t(最后发送) − t(首次发送))，统计该级别的所有请求。",
  "metric.achieved_rate.absent": "该级别为闭环",
  "metric.rps.name": "每秒请求数",
  "metric.rps.short": "请求/s",
  "metric.rps.formula":
    "成功的请求 ÷ 稳定窗口长度。闭环：每个请求按其时长落在窗口内的部分计；被 Paceline 在级别结束时中断的请求，按用时更长的请求计；与利特尔法则一致：进行中的请求 ÷ 延迟。开环：成功的被测请求 ÷ 它们应发的时段；若请求到达确实快于应答（哪怕只快一点），则为从最早的十分之一有时间得到回答起、到最后一个应发为止结束的请求 ÷ 该时段。",
  "metric.rps.absent": "负载从未稳定",
  "metric.avg_inflight.name": "进行中的请求",
  "metric.avg_inflight.short": "进行中",
  "metric.avg_inflight.formula": "稳定窗口内进行中请求数按时间加权的平均。",
  "metric.avg_inflight.absent": "负载从未稳定",
  "metric.steady_share.name": "稳定占比",
  "metric.steady_share.short": "稳定",
  "metric.steady_share.formula": "稳定窗口长度 ÷ 级别长度。",
  "metric.steady_share.absent": "负载从未稳定",
  "metric.error_rate.name": "错误率",
  "metric.error_rate.short": "错误",
  "metric.error_rate.formula":
    "失败 ÷ (成功 + 失败)，统计被测请求。被 Paceline 停止的请求不计入任何一方。",
  "metric.error_rate.absent": "没有请求自行结束",
  "metric.goodput.name": "有效吞吐 (goodput)",
  "metric.goodput.short": "Goodput",
  "metric.goodput.formula":
    "闭环：每秒请求数 × 成功的被测请求中满足全部限制的占比。开环：每秒请求数所计的请求中满足全部限制的，按同一时段计。检查回答时，只有正确的才计入。",
  "metric.goodput.absent": "没有设置限制，或检查无法判定某个满足限制的回答是否正确",
  "metric.good_fraction.name": "合格占比",
  "metric.good_fraction.short": "合格",
  "metric.good_fraction.formula":
    "满足全部限制的请求 ÷ (成功 + 失败)，与错误率取自同一批请求；检查回答时，只有正确的才合格。",
  "metric.good_fraction.absent": "没有设置限制，或检查无法判定某个满足限制的回答是否正确",
  "metric.adj_ttft_p95_ms.name": "p95 TTFT，含失败",
  "metric.adj_ttft_p95_ms.short": "TTFT p95 含失败",
  "metric.adj_ttft_p95_ms.formula": "p95 TTFT，每个失败请求的 TTFT = ∞；开环时从请求应发之时起计。",
  "metric.adj_ttft_p95_ms.absent": "请求少于 20 个，或超过二十分之一失败",
  "metric.send_lag_p99_ms.name": "发送滞后，p99",
  "metric.send_lag_p99_ms.short": "发送滞后",
  "metric.send_lag_p99_ms.formula":
    "t(发送) − t(应发) − 连接时间 的 p99；请求少于 100 个时取最大值。",
  "metric.send_lag_p99_ms.absent": "没有发送任何内容",
  "metric.sched_lag_p99_ms.name": "调度滞后，p99",
  "metric.sched_lag_p99_ms.short": "调度滞后",
  "metric.sched_lag_p99_ms.formula":
    "该级别期间本程序自身任务被调度的延迟，仅在 1 % 的时间内被超过。",
  "metric.sched_lag_p99_ms.absent": "未进行监测",
  "metric.cpu_pct.name": "CPU 负载",
  "metric.cpu_pct.short": "CPU",
  "metric.cpu_pct.formula": "该级别期间本程序的 CPU 时间 ÷ 所有核心的 CPU 时间。",
  "metric.cpu_pct.absent": "系统未报告",
  "metric.ttft_error_ms.name": "时间戳误差",
  "metric.ttft_error_ms.short": "时间戳误差",
  "metric.ttft_error_ms.formula":
    "在本机上以不少于此数、计时已知的流测得的 (测得 TTFT − 真实 TTFT) 的 p99；请求少于 100 个时取最大值。时间戳只会偏晚，不会偏早。",
  "metric.ttft_error_ms.absent": "本机未校准",
  "metric.window_ms.name": "稳定窗口",
  "metric.window_ms.short": "窗口",
  "metric.window_ms.formula":
    "闭环：t(最后一个被测请求结束) − t(每个流都得到一次回答)。开环：t(最后一个请求应发) − t(95 % 的请求已有时间得到回答后，首个被测请求应发)。",
  "metric.window_ms.absent": "负载从未稳定",
} as const;
