/** Warnings beside numbers: a tag of a few words, and what it means. */

export const warnings = {
  "warning.buffered.tag": "被缓冲",
  "warning.buffered.advice":
    "文本成批到达，因此这个回答没有输出速度；请检查是否有代理或网关在缓冲。",
  "warning.not_streamed.tag": "非流式",
  "warning.not_streamed.advice":
    "服务器以一个完整的 JSON 回复，因此没有首个 Token 可计时。请确认它是否支持流式输出。",
  "warning.usage_missing.tag": "未返回 usage",
  "warning.usage_missing.advice": "服务器没有返回 usage，因此 Token 在此用 o200k_base 计数。",
  "warning.counts_disagree.tag": "计数不一致",
  "warning.counts_disagree.advice":
    "服务器的 Token 计数与 o200k_base 相差超过 10%，或少于任何分词器对该文本所需的数量；比较赛道时请统一使用其中一种。",
  "warning.tokens_bundled.tag": "每块多个 Token",
  "warning.tokens_bundled.advice": "一个数据块含多个 Token，因此块间间隔不等于 Token 间延迟。",
  "warning.tpot_approx.tag": "速度为近似值",
  "warning.tpot_approx.advice": "首个数据块的 Token 数是估计值，因此较短回答的速度只是近似。",
  "warning.split_estimated.tag": "拆分为估计",
  "warning.split_estimated.advice":
    "服务器没有分别统计推理和回答，因此两者的速度都基于估计的 Token 数。",
  "warning.count_impossible.tag": "计数不可能",
  "warning.count_impossible.advice":
    "服务器报告的 Token 计数与文本或其他计数矛盾，因此不采用该计数。",
  "warning.prompt_cached.tag": "提示词命中缓存",
  "warning.prompt_cached.advice":
    "服务商从缓存中读取了部分提示词，这会缩短 TTFT。一场比赛的中位数把这类请求与其他请求放在一起，比较页面则将其分开；要排除缓存请发送唯一的提示词。",
  "warning.connected_late.tag": "连接较晚",
  "warning.connected_late.advice": "连接是在发令之后建立的；所花时间不计入 TTFT。",
  "warning.stopped_at_limit.tag": "达到 Token 上限",
  "warning.stopped_at_limit.advice": "回答在 Token 上限处被截断；提高 max tokens 可得到完整回答。",
  "warning.limit_not_asked.tag": "并非你的上限",
  "warning.limit_not_asked.advice":
    "回答被服务商或模型的上限截断，而不是你设置的上限；设置 max tokens 才能比较相同长度。",
  "warning.second_attempt.tag": "第二次尝试",
  "warning.second_attempt.advice":
    "服务器拒绝了某个选项，因此去掉该选项重新发送了请求，并重新计时。",
  "warning.stale_connection.tag": "已重新发送",
  "warning.stale_connection.advice":
    "服务器已关闭被复用的连接，因此在新连接上重新发送了请求并重新计时；第一次请求也可能被计费。",
  "warning.no_terminator.tag": "没有结束标记",
  "warning.no_terminator.advice": "流在没有结束标记的情况下结束；最后几个词可能缺失。",
  "warning.event_unread.tag": "事件未读取",
  "warning.event_unread.advice":
    "流中的某些事件损坏、过大或在结束之后才到达，因此未被读取；回答或其 Token 计数可能不完整。",
  "warning.reasoning_hidden.tag": "隐藏推理",
  "warning.reasoning_hidden.advice":
    "模型进行了推理但没有显示；这段时间计入延迟，若有 TTFT 也计入其中。",
  "warning.reasoning_summary.tag": "推理摘要",
  "warning.reasoning_summary.advice":
    "服务器统计的推理远多于其文本所能容纳，因此该文本只是摘要：输出速度仅为回答的速度，模型推理有多快并不清楚。",
  "warning.cost_estimated.tag": "成本为估计",
  "warning.cost_estimated.advice":
    "成本是估计值：服务器没有给出该请求的 Token 数（有些服务器从不给出，失败或被取消的请求也没有），或应答的服务等级没有列出价格。",
  "warning.not_steady.tag": "负载不稳定",
  "warning.not_steady.advice":
    "负载稳定的时间不到该级别的 80%；请增加样本，若请求被拒绝或到达快于应答，请降低负载。",
  "warning.few_waves.tag": "独立请求太少",
  "warning.few_waves.advice":
    "所测请求只相当于太少的独立请求，因此 TTFT 中位数的不确定度未知，百分位数也可能如此：同时进行的请求共享服务器的状态，前后相继的请求也可能彼此相似。每个并发请求至少八个样本才可能确定；若请求彼此相似，或按速率发送的请求可能在排队，请取更多。",
  "warning.client_limited.tag": "受本机限制",
  "warning.client_limited.advice":
    "本机发送或读取不及时，因此数值中含有本机的延迟，一次读完的回答没有输出速度；请减少并发流，或换一台较空闲的机器。",
  "warning.clock_gap.tag": "时钟中断",
  "warning.clock_gap.advice":
    "运行期间机器休眠过或时钟被调整，因此这些时间不计入任何汇总。请重新运行。",
  "warning.short.tag": "过短",
  "warning.short.advice":
    "首次读取之后到达的 o200k Token 少于 20 个，不足以得出有意义的速度；请要求更长的回答。",
  "warning.stopped_early.tag": "提前结束",
  "warning.stopped_early.advice": "回答在要求的长度之前结束；请比较速度，而不是总时间。",
  "warning.adjusted.tag": "请求已更改",
  "warning.adjusted.advice":
    "模型不接受计划中的某项设置，因此请求被更改；赛道上会显示如何更改。只应与发送了相同请求的赛道比较。",
  "warning.stray_tag.tag": "孤立的思考标签",
  "warning.stray_tag.advice":
    "回答中有结束的思考标签却没有开始标签；其前的文本可能是推理，因此首个回答 Token 的时间可能偏短。",
  "warning.prompt_cut.tag": "提示词被截断",
  "warning.prompt_cut.advice":
    "服务器统计的输入 Token 远少于发送的数量：它截断了提示词，或不计缓存的 Token。预填充速度和成本对应的是较短的提示词。",
  "warning.tiers_mixed.tag": "服务等级混用",
  "warning.tiers_mixed.advice":
    "该赛道的请求由不同的服务等级应答。它们的速度和价格不同，请勿合并统计。",
  "warning.models_mixed.tag": "模型混用",
  "warning.models_mixed.advice":
    "按回答中的名称，该赛道或档位的请求由不同的模型应答，因此其中位数和结论涵盖所有这些模型；“对比”会将它们分开，但链中只有部分轮次询问的步骤除外。请指定模型的一个版本，或查明是什么在分配请求。",
  "warning.first_schema_use.tag": "首次使用 schema",
  "warning.first_schema_use.advice":
    "这是本次运行中该赛道首次使用此 schema 的请求，服务商可能为此进行了编译；多轮时，汇总不含这一次。",
  "warning.other_tier.tag": "其他服务等级",
  "warning.other_tier.advice":
    "应答的服务等级与要求的不同，例如因为后者已满；速度和价格以实际应答的等级为准。",
} as const;
