/** What the charts of cost, scatter and quality show. */

export const charts = {
  "cost_speed.same_price": "价格大致相同",
  "cost_speed.just_above": "价格略高",
  "cost_speed.times_price": "价格为其 {times}",
  "cost_speed.not_free": "并非免费",
  "cost_speed.same_speed": "速度大致相同",
  "cost_speed.times_speed": "速度为其 {times}",
  "cost_speed.times_time": "时间为其 {times}",
  "cost_speed.a_request": "每个请求 {cost}",
  "cost_speed.a_request_of_chain": "平均每个请求 {cost}，{n} 个中有 {climbed} 个进入了后面的步骤",
  "cost_speed.per_million": "每百万 Token {cost}",
  "cost_speed.unbeaten": "没有参赛者在两方面都显著更好",
  "cost_speed.beaten": "被 {by} 超越：{how}",
  "cost_speed.mark": "{name}：{cost}，{speed}；{so}。",
  "cost_speed.nobody": "没有可以放入图中的参赛者。",
  "cost_speed.all_lack": "没有参赛者同时有费用和速度；各自缺少什么见列表。",
  "cost_speed.alone": "这里只有 {name}，没有可比较的对象。",
  "cost_speed.only_one_placed": "只有 {name} 可以放入图中，没有可比较的对象。未放入：{others}。",
  "cost_speed.left_out": "{name}（{why}）",
  "cost_speed.more_left_out": "另外 {n} 个",
  "cost_speed.all_on_frontier":
    "位于前沿：{names}。没有参赛者在费用和速度两方面都显著优于另一个{rest}。",
  "cost_speed.unshown": "未证明有参赛者两方面都更优",
  "cost_speed.unshown_on_frontier":
    "位于前沿：{names}。未证明有参赛者在费用和速度两方面都优于另一个{rest}。",
  "cost_speed.untested": "运行、轮次或波太少，无法得知是否有参赛者两方面都更优",
  "cost_speed.untested_on_frontier":
    "位于前沿：{names}。运行、轮次或波太少，无法得知是否有参赛者在费用和速度两方面都优于另一个。",
  "cost_speed.on_frontier": "位于前沿：{names}。",
  "cost_speed.is_beaten": "{name} 被 {by} 超越：{how}{more}。",
  "cost_speed.more_beaten": "；另有 {n} 个被超越",

  "samples.unknown": "{metric}未知。",
  "samples.none_strays":
    "在这些请求中，各参赛者的{metric}都很稳定：偏离最远的是 {name}，通常为 {middle}，最远达 {tail}。",
  "samples.no_known_strays":
    "在这些请求中，已知的{metric}都很稳定：偏离最远的是 {name}，通常为 {middle}，最远达 {tail}。",
  "samples.scatters": "{name} 的{metric}{over}波动{most}：{tail}，{from}（n = {n}）。",
  "samples.most": "在这些请求中最大（未经检验）",
  "samples.most_of_enough": "在这些请求中、样本足够者之间最大（未经检验）",
  "samples.most_of_as_many": "在这些请求中、样本同样多者之间最大（未经检验）",
  "samples.over_prompts": "在 {least} 至 {most} 个 Token 的提示词上",
  "samples.its_worst": "最差值为 {tail}",
  "samples.its_p5": "p5 为 {tail}",
  "samples.its_p95": "p95 为 {tail}",
  "samples.its_median": "是中位数 {middle} 的 {times}",
  "samples.its_median_at_longest": "是最长提示词上中位数 {middle} 的 {times}",
  "samples.its_mean_at_longest": "是最长提示词上均值 {middle} 的 {times}",
  "samples.its_mean": "是均值 {middle} 的 {times}",

  "quality.right": "{name} 的 {n} 个请求正确率 {share}{failed}",
  "quality.failed": "（其中 {n} 个失败）",
  "quality.unknown": "{name}",
  "quality.alone": "{one}。",
  "quality.none_more": "{first}，{last}；没有参赛者的正确率显著高于另一个。",
  "quality.more": "{first}，{last}；{name} 的正确率显著高于 {others}。",
} as const;
