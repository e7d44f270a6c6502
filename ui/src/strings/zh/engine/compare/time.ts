/** What changed between runs and over the days, and what hedging would have gained. */

export const time = {
  "change.uneven": "两边的提示词不同，或限制不同，因此每个数字也在比较工作负载。",
  "change.one_run": "只有一次运行；比较差异需要两次。",
  "change.nobody": "没有参赛者同时在两次运行中。",
  "change.moved": "{name} 的{metric}从 {before} 变为 {after}",
  "change.better": "变好：{all}。",
  "change.worse": "变差：{all}。",
  "change.differ": "两次运行不同：{all}。",
  "change.few": "某次运行的请求太少，无法判断。",
  "change.not_significant": "没有显著的变化。",
  "change.unknown_usual": "两边各只有一次运行，运行之间通常的差异未知。",
  "change.unusual":
    "这超出了其他运行之间的差异，但要区分变化与一次异常的运行，两边各需要四次运行。",

  "days.one_day": "所有样本都来自同一天；要判断逐日变化，至少需要 {least} 天。",
  "days.too_few": "要判断数字是否变化，需要 {needed} 天或更多；现有 {days} 天。",
  "days.too_few_shared":
    "要判断数字是否变化，需要 {needed} 天或更多；使用过其他日子也用过的提示词的，现有 {days} 天。",
  "days.none_found":
    "{days} 天内，已回答请求的任何数字都没有出现新水平的跃变，也没有稳定的上升或下降{but}。",
  "days.latencies_unlike": "；回答长度有变化时未比较延迟",
  "days.failures_unseen": "；{n} 个请求中有 {failed} 个失败，失败是否增减未作检查",
  "days.failures_steady": "；{n} 个请求中有 {failed} 个失败，没有发现从某天起失败变多或变少",
  "days.fails_more":
    "{name} 自 {date} 起失败更多：其请求的 {after}，此前为 {before}（此前 {days} 天，此后 {since} 天）。没有变化的历史中，最多 5% 会偶然出现如此明显的变化。",
  "days.fails_less":
    "{name} 自 {date} 起失败更少：其请求的 {after}，此前为 {before}（此前 {days} 天，此后 {since} 天）。没有变化的历史中，最多 5% 会偶然出现如此明显的变化。",
  "days.hardly_yet": "最近 {days} 天内的跃变还几乎看不出来。",
  "days.more": "另有 {n} 处变化，自 {since} 起。",
  "days.step_better":
    "{name} 的{metric}自 {date} 起变好{levels}（此前 {before} 天，此后 {since} 天）。",
  "days.step_worse":
    "{name} 的{metric}自 {date} 起变差{levels}（此前 {before} 天，此后 {since} 天）。",
  "days.step_other":
    "{name} 的{metric}自 {date} 起不同{levels}（此前 {before} 天，此后 {since} 天）。",
  "days.levels": "，从 {from} 变为 {to}{times}",
  "days.times": "，为原来的 {times}",
  "days.times_by_prompts": "，相同提示词下为原来的 {times}",
  "days.rose": "{name} 的{metric}自 {date} 起每天上升 {by}{levels}{so}（测量了 {days} 天）。",
  "days.fell": "{name} 的{metric}自 {date} 起每天下降 {by}{levels}{so}（测量了 {days} 天）。",
  "days.a_day": "{by}（95%：{low} 至 {high}{own}）",
  "days.by_prompts": "，相同提示词下",
  "days.from_to": "，从 {from} 到 {to}",
  "days.gets_better": "：在变好",
  "days.gets_worse": "：在变差",
  "days.changed": "{name} 的{metric}有变化，{step}，或{drift}：{days} 天无法区分二者。",
  "days.got_better": "{name} 的{metric}变好，{step}，或{drift}：{days} 天无法区分二者。",
  "days.got_worse": "{name} 的{metric}变差，{step}，或{drift}：{days} 天无法区分二者。",
  "days.by_step": "在 {date} 跃变{levels}",
  "days.by_rise": "自 {date} 起每天稳定上升 {by}",
  "days.by_fall": "自 {date} 起每天稳定下降 {by}",

  "hedge.nothing": "对这两者做对冲请求不会有任何收益。",
  "hedge.nothing_for_any": "对 {pairs} 对中的任何一对做对冲请求都不会有收益。",
  "hedge.in_rounds": "在共有的 {n} 轮中",
  "hedge.in_combinations": "按两者请求的全部组合（假定没有因素同时拖慢两者）",
  "hedge.too_few": "{basis}，首 Token 太少，无法判断。",
  "hedge.whole": "{basis}，{bought}{paid}{failed}{later}。",
  "hedge.p95": "p95",
  "hedge.median": "中位",
  "hedge.bought": "{one} 加上 {other} 会使{answered} {what} TTFT 从 {from} 变为 {to}",
  "hedge.not_bought": "{one} 加上 {other} 不会缩短{answered} {what} TTFT",
  "hedge.answered": "已作答请求的",
  "hedge.paid": "，每个请求的费用至多 {both}，而非 {alone}（{times}）",
  "hedge.unpaid": "；费用未知",
  "hedge.failed": "。失败的请求会是 {both}，而非 {alone}",
  "hedge.later": "。回答的中位结束时间会是 {to}，而非 {from}",
  "hedge.delayed": "等待 {delay} 仍无输出才发送（占请求的 {share}），{so}{failed}{paid}。",
  "hedge.delayed_tail":
    "{other} 会使{answered}最慢二十分之一的平均 TTFT 从 {alone} 变为 {together}",
  "hedge.delayed_other": "{other}",
  "hedge.delayed_failed": "，失败的请求为 {both}，而非 {alone}",
  "hedge.delayed_paid": "，费用至多为 {times}",
} as const;
