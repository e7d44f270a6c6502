/** Verdicts of races. */

export const verdicts = {
  sentences: "{all}",
  clauses: "{all}",
  "separator.sentences": "",
  "separator.clauses": "；",

  "pair.apart":
    "{metric}：本次比赛期间，{leader} 优于 {other}，{rounds}领先，差距 {by}（95%：{ci}）。",
  "pair.contrary":
    "{metric}：{leader} 自身各轮的中位数更好，但{rounds}，{other} 更好，差距 {by}（95%：{ci}）。不能说哪一方更好。",
  "pair.alike": "{metric}：{leader} 与 {other} 相差不到 {tie}（{tally}）。",
  "pair.tied": "{metric}：{leader} 与 {other}{among}没有显著差异（{tally}）。{needed}",
  "pair.ahead": "{metric}：{leader} {rounds}优于 {other}。{why}",
  "pair.behind": "{metric}：{leader} 与 {other}：{tally}。{why}",
  "pair.won_in": "在 {n} 轮中的 {won} 轮{equal}",
  "pair.won_of_both": "在双方都有结果的 {n} 轮中的 {won} 轮{equal}",
  "pair.first_won": "前者在 {n} 轮中的 {won} 轮更好{equal}",
  "pair.all_equal": "{n} 轮全部相等",
  "pair.equal": "（{equal} 轮相等）",
  "pair.metric": "{metric}",
  "pair.metric_in_o200k": "{metric}（o200k Token）",
  "pair.among": "在 {lanes} 条赛道之间",
  "pair.needs": "约 {rounds} 轮的比赛有 80% 的把握判定这种大小的差异{steps}。",
  "pair.open": "尚无定论。{more}",
  "pair.more": "再进行约 {rounds} 轮，有 80% 的把握判定所见大小的差异{steps}。",
  "pair.few": "至少需要 {rounds} 轮才能下结论。",
  "pair.models": "{lane} 由 {n} 个模型应答，因此其数字涵盖所有这些模型。",
  "pair.steps": "；若时间的步长粗到其散布的一半，则为 65% 到 75%",
  "pair.short": "{lane} 的 {n} 个回答中有 {short} 个太短，速度没有意义。",
  "pair.over_lengths":
    "各轮的提示词为 {least} 到 {most} 个 Token：该差异是这些长度上的中间值，在每个长度上可能不同。",
  "pair.cached": "据服务器统计，提示词缓存在 {n} 轮中的 {cached} 轮服务了 {lane}{beside}。",
  "pair.cached_beside": "，在 {n} 轮中的 {cached} 轮服务了 {lane}",
  "pair.cache_unknown": "；{lane} 的服务器未说明",
  "pair.failed": "{lane} 在 {n} 轮中失败了 {failed} 轮。",

  "part.images": "{lane} 比 {other} 多发送 {n} 张图片，其余相同",
  "part.schema": "{lane} 发送了回答的 schema 而 {other} 没有，其余相同",
  "part.longer": "{what}：{n} 轮中 TTFT 长 {by}（95%：{ci}）{each}。",
  "part.shorter": "{what}：{n} 轮中 TTFT 短 {by}（95%：{ci}）{each}。",
  "part.unclear": "{what}：{n} 轮中 TTFT 没有显著差异（95%：短 {low} 至长 {high}）。",
  "part.each": "，每张图片 {by}（95%：{ci}）",

  "round_step.waited":
    "{lane} 在本次比赛中发生跳变：TTFT 中位数在第 {last} 轮及之前为 {before}，从第 {round} 轮起为 {after}。没有跳变的比赛中，最多 5% 会偶然出现如此明显的跳变。所有轮次的中位数混合了两者。",
  "round_step.wrote":
    "{lane} 在本次比赛中发生跳变：输出速度中位数（按 o200k token 计）在第 {last} 轮及之前为 {before}，从第 {round} 轮起为 {after}。没有跳变的比赛中，最多 5% 会偶然出现如此明显的跳变。所有轮次的中位数混合了两者。",

  "cache_use.at_step":
    "在{step}时，有 {share} 的输入来自缓存（按服务器统计）：TTFT 为 {warm}，未使用缓存时为 {cold}{saved}。",
  "cache_use.of_lane":
    "{lane} 有 {share} 的输入来自缓存（按服务器统计）：TTFT 为 {warm}，未使用缓存时为 {cold}{saved}。",
  "cache_use.of_two":
    "{lane} 有 {share} 的输入来自缓存（按服务器统计）：TTFT 为 {warm}；{other} 未使用缓存：{cold}{saved}。",
  "cache_use.over": "{ttft}（{n} 轮）",
  "cache_use.over_requests": "{ttft}（{n} 个请求）",
  "cache_use.saves": "，因此节省了 {low} 至 {high} 的时间",
  "cache_use.saves_at_most": "，因此最多节省 {high} 的时间",
  "cache_use.saves_nothing": "，因此没有节省时间",
  "schema.used": "{lane} 首次使用其 schema：TTFT 为 {first}，而{than} {others}{standing}{cached}。",
  "schema.of_rows":
    "{lane} 首次使用 {n} 个 schema：TTFT 为 {first}，再次询问相同内容时为 {later}{standing}{cached}。",
  "schema.other_round": "另一轮为",
  "schema.median": "其余 {n} 轮的中位数为",
  "schema.mean": "其余 {n} 轮的平均值为",
  "schema.slower": "，比其中任何一轮都慢",
  "schema.faster": "，比其中任何一轮都快",
  "first_use.longer": "，长 {by}（95%：{ci}）",
  "first_use.shorter": "，短 {by}（95%：{ci}）",
  "first_use.unclear": "，没有显著差异（95%：短 {low} 至长 {high}）",
  "first_use.cached": "；之后有 {n} 个请求报告提示词更多来自缓存，这也会缩短 TTFT",

  "same.differs":
    "{lane} {how}与 {reference} 不是相同的权重、模板或设置：{what}。同一服务的赛道之间，偶然出现如此明显差异的比赛至多占 {alarms}%。",
  "same.probably": "很可能",
  "same.very_probably": "非常可能",
  "same.almost_certainly": "几乎可以肯定",
  "same.alike":
    "就双方各 {n} 个回答所见，{lane} 与 {reference} 的答法一致，比较的是：{what}。按全部比较合计 {alarms}% 的水平，没有任何一项不同；这并不证明它们是同一服务。",
  "same.unknown":
    "无法得知 {lane} 与 {reference} 是否为同一服务：双方对相同提示词至少各需 {least} 个回答。",
  "same.too_short":
    "无法得知 {lane} 与 {reference} 是否为同一服务：它们的回答大多不足 {least} 个 o200k Token，而这么短的回答无论由谁给出都很相似。请要求更长的回答。",
  "same.other_trigger": "它在其他提示词上调用工具（F1 {f1}）",
  "same.other_validity": "其调用工具的回答中 {own} 有效，而参照的为 {of}",
  "same.other_opening": "它对同一提示词的回答开头不同",
  "same.other_length": "它的回答中位数为 {own} 个 Token，而参照的为 {of}",
  "same.other_ending": "它的回答结束方式不同",
  "same.trigger": "何时调用工具",
  "same.validity": "调用是否有效",
  "same.opening": "回答如何开头",
  "same.length": "回答长度",
  "same.ending": "如何结束",
} as const;
