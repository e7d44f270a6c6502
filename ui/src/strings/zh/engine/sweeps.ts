/** What a sweep found: loads, capacity, knee, and how TTFT grows with the prompt. */

export const sweeps = {
  "step.in_flight": "并发 {n}",
  "step.one_per_second": "每秒 1 个请求",
  "step.per_second": "每秒 {rate} 个请求",
  "step.tokens": "{n} {n:个 Token}{cached}{in_flight}",
  "step.cached": "（已缓存）",
  "step.and_in_flight": "，并发 {n}",
  "step.list": "{all}、{next}",

  "capacity.is":
    "在{target}的条件下，容量{answer}（两端各 95% 置信，前提是负载更高时服务不会更好{shares}）。",
  "capacity.unknown": "在{target}的条件下，容量未知：请求太少。",
  "capacity.between": "至少为{within}，低于{past}",
  "capacity.at_least": "至少为{within}；在不超过{highest}的任何负载下，都不能确定超出限值",
  "capacity.below": "低于{past}；在任何负载下都不能确定满足限值",
  "capacity.no_waves_of_either": "，且失败和不合格的请求不会整波出现",
  "capacity.no_waves_of_failures": "，且失败不会整波出现",
  "capacity.no_waves_outside": "，且不合格的请求不会整波出现",
  "target.both": "{one}、{other}",
  "target.ttft_under": "p95 TTFT 低于 {ttft}",
  "target.errors_under": "错误率低于 {share}",
  "target.good_over": "超过 {share} 的请求合格",

  "knee.is": "拐点在{good}，即实测的最后一个良好负载：{why}。",
  "knee.elasticity":
    "弹性 {value}，95% 置信区间 {low} 至 {high}；1 为成正比，低于 0.5 则不再随之增长",
  "knee.no_longer_follows": "在{bad}时，吞吐量不再随负载增长",
  "knee.no_longer_follows_by": "在{bad}时，吞吐量不再随负载增长（{how}）",
  "knee.backlog": "在{bad}时，请求到达快于应答",
  "knee.backlog_of": "在{bad}时，请求到达快于应答：已到达的请求中有 {share} 尚未应答",
  "knee.waiting":
    "在{bad}时，估计回答时间的四分之一或更多、且确定超过十分之一，是对首 Token 的额外等待",
  "knee.failures": "在{bad}时，失败的请求更多",
  "knee.refused": "{bad}被以 429 拒绝{held}",
  "knee.held": "，{all} 个请求中有 {refused} 个{also}，平均并发 {average}",
  "knee.measured_or_not": "（无论是否计入测量）",
  "knee.past_limit": "在{bad}时，p95 TTFT 超出限值",
  "knee.full_in_flight":
    "其最大吞吐量相当于以低负载时的速度并发 {full}（95% 置信区间 {low} 至 {high}）。",
  "knee.full_rate": "每秒约能应答 {full} 个请求（95% 置信区间 {low} 至 {high}）。",
  "knee.unknown": "是否有拐点未知：没有成功的请求。",
  "knee.none": "到{most}为止没有拐点：{follows}。",
  "knee.none_shown": "到{most}为止未显示出拐点：{follows}。",
  "knee.follows": "吞吐量随负载增长（{how}）",
  "knee.seems_to_follow": "吞吐量似乎随负载增长（{how}）",
  "knee.follows_not_settled": "吞吐量是否随负载增长尚无定论（{how}）",
  "knee.follows_unknown": "吞吐量是否随负载增长未知",
  "knee.few_waves": "{steps}的波太少或差别太大，无法确定这一点。",

  "length.unknown": "TTFT 如何随提示词增长未知：需要两种长度的回答，其中一种至少是另一种的两倍。",
  "length.bent":
    "TTFT 不随提示词线性增长（95% 置信）：从最短到次短长度，每 1,000 个未缓存的输入 Token 增加 {first}，从次长到最长增加 {last}。测量范围为 {from} 至 {to} 个 Token{counter}；更长的提示词所需时间未知。",
  "length.in_o200k": "，按 o200k 计数",
  "length.third_length": "再测第三种长度即可判断是否为直线。",
  "length.within_line": "各中位数与该直线相差不超过 {share}。",
  "length.falls":
    "TTFT 不随提示词增长：每 1,000 个未缓存的输入 Token 减少 {by}（95% 置信区间 {low} 至 {high}）。测量范围为 {from} 至 {to} 个 Token{counter}；超出范围则未知。",
  "length.line":
    "TTFT 为 {base}，每 1,000 个未缓存的输入 Token 另加 {per}{rate}。测量范围为 {from} 至 {to} 个 Token{counter}；超出范围为外推。",
  "length.base": "{base}{ci}{network}",
  "length.per": "{per}{ci}",
  "length.ci": "（95% 置信区间 {low} 至 {high}，前提是请求相互独立）",
  "length.of_network": "，其中网络往返时间为 {round_trip}",
  "length.read_per_second": "，即每秒读取 {n} 个 Token",
  "length.may_be_zero": "，也可能为零",
  "length.no_interval": "；请求太少，无法给出区间",
  "cache.sent_again": "再次发送同一提示词时，TTFT 为{all}。",
  "cache.instead": "{n} 个 Token 时 {with}，而非 {without}（{read}）{saved}",
  "cache.read": "{n} 个来自缓存",
  "cache.none_read": "均未报告为缓存",
  "cache.saves": "，节省提示词长度所需时间的 {low} 至 {high}",
  "cache.saves_at_most": "，最多节省提示词长度所需时间的 {high}",

  "event.silence_of_one": "从该档位开始后 {from} 起的 {span} 内，唯一在途的请求没有收到任何数据。",
  "event.silence": "从该档位开始后 {from} 起的 {span} 内，至多 {n} 个在途请求都没有收到任何数据。",
  "event.waiting":
    "从该档位开始后 {from} 起的 {span} 内没有回答开始，其间至多有 {n} 个请求在等待。",
  "event.failed_in_a_row":
    "在该档位开始后 {from} 至 {to} 发送的 {n} 个请求连续失败：多于该错误率下偶然出现的次数。",
  "event.stepped": "TTFT 中位数在该档位开始后 {at} 之前为 {before}，此后为 {after}。",
  "preset.general_compute":
    "General Compute，“LLM Token Generation Speed: How Providers Compare in 2025”，2025 年 6 月测量",
  "preset.by_1k":
    "Artificial Analysis 关于其性能测量方法的页面，2026 年版，默认输入为 1k；另一版为 10k",
  "preset.short_by_1k":
    "Artificial Analysis 关于其性能测量方法的页面，2026 年版，默认输入为 1k，也只有这一种同时发送十个；默认 10k 的版本没有 100 的输入",
  "preset.by_10k":
    "Artificial Analysis 关于其性能测量方法的页面，默认输入为 10k、输出至少 1,500 个 Token 的版本；到 2026 年 11 月无法确定其哪一版最新",
  "preset.long_by_1k":
    "Artificial Analysis 关于其性能测量方法的页面，2026 年版，默认输入为 1k，也只有这一种同时发送十个；100k 的输入每周发送一次",
  "preset.own": "Paceline 自有，2026 年 11 月",
  "preset.own_by_morph": "Paceline 自有，2026 年 11 月，采用 Morph 2026 年 4 月指南中的 20 个步骤",
  "preset.own_form_of_morph":
    "Paceline 自有，2026 年 11 月，采用 Morph 为其模型记录的形式，截至 2026 年",
} as const;
