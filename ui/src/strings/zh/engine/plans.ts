/** What prevents the start of a plan, and what is told before it. */

export const plans = {
  verbatim: "{text}",
  "plan.no_lane": "没有可以竞速的赛道。请添加一条，或取消停用一条。",
  "plan.too_many_lanes": "共有 {lanes} 条赛道；最多只能有 {most} 条同时竞速。",
  "plan.deadline": "截止时限须大于 0 且不超过 {most} 秒，或留空。",
  "plan.rounds": "轮数须在 1 到 {most} 之间，包括预热轮。",
  "plan.never_settled": "竞速不能运行到 {metric} 有定论为止；可用于此的有：{known}。",
  "plan.max_tokens": "Max tokens 至少为 1；留空则使用提供商自己的上限。",
  "plan.temperature": "温度为 {given}；须在 0 到 2 之间，或留空。",
  "plan.context_too_short":
    "{label} {model} 最多读取 {context} 个 Token，少于最长的提示词与其系统提示词之和 {longest}。请去掉它读不了的长度，或去掉它。",
  "plan.unlimited_answers":
    "无法遵守预算：没有任何设置限制 {label} {model} 的回答。请设置 max tokens，或不设预算。",
  "plan.uncounted_input": "无法遵守美元预算：只有 {label} 知道 {what} 折合多少 Token。请不设预算。",
  "plan.no_price_for_length":
    "无法遵守美元预算：{label} {model} 没有适用于长达 {tokens} 个 Token 输入的价格。请使用更短的提示词、设置价格，或不设预算。",
  "plan.no_price":
    "无法遵守美元预算：{label} {model} 没有价格。请在“提供商”下或用 `paceline prices set` 设置每 Token 的价格，或不设预算。",
  "plan.priced_by_hour":
    "无法遵守美元预算：{label} {model} 按小时计价，而不是按 Token。请在“提供商”下或用 `paceline prices set` 设置每 Token 的价格，或不设预算。",
  "plan.dollars_of_no_request":
    "预算 {budget} 不足以发送任何请求：向 {label} {model} 发一次请求可能花费 {most}。请提高预算，或减小最大 Token 数或提示词长度。",
  "plan.tokens_of_no_request":
    "{budget} 个输出 Token 的预算不足以发送任何请求：向 {label} {model} 发一次请求可能用去 {most} 个。请提高预算，或减小最大 Token 数。",
  "plan.needs_address":
    "{label} 需要地址，例如 {example}。请在“提供商”下设置，或使用 `paceline providers at {id} ADDRESS`。",
  "plan.needs_model": "{label} 需要一个模型。",
  "plan.plain_http":
    "不能发送任何内容：`{place}` 位于公共网络，经 http:// 时途中任何人都能读到提示词和密钥。请使用 https://，或在“提供商”下或用 `paceline network set --plain-http` 允许对该主机使用明文 HTTP。",
  "plan.unknown_provider":
    "没有提供商 `{id}`；`paceline providers` 会列出所有提供商，其他地址可写成 DIALECT@BASE_URL#MODEL。",
  "plan.length_without_limit": "回答的长度就是其 Token 上限：请设置 max tokens。",
  "plan.no_fixed_length":
    "{label} 不能强制固定的回答长度；vLLM、SGLang、Cerebras、Fireworks、Mistral 和自定义地址可以。",
  "plan.no_tiers": "{label} 没有可在请求中指定的服务层级。请在该赛道中不设层级。",
  "plan.other_tiers": "{label} 没有服务层级 `{tier}`；可用的有 {known}。",
  "plan.no_such_lane": "没有这条赛道。",
  "plan.no_such_step": "没有这个步骤。",
  "plan.cost_unknown_until_start":
    "开始之前无法得知最高费用：届时模型才会说明是否遵守 max tokens。",
  "plan.cost_unknown": "无法得知最高费用：只有提供商知道 {what} 折合多少。",

  "plan.empty_prompt": "提示词为空。请填写给所有参赛者的提示词。",
  "plan.empty_lane_prompt": "该赛道的提示词为空。请填写，或去掉该赛道自己的内容。",
  "plan.too_much":
    "所有赛道的请求共 {total} MB，而开始前最多写入 {most} MB。请减少赛道，或使用更小的图片。",
  "plan.replaces_request":
    "该扫描会生成完整的提示词，而对话、工具或回答格式会改变它们。请去掉这些，或用自己的提示词扫描。",
  "plan.replaces_lane_request":
    "该扫描自带提示词，会取代该赛道自己的请求。请去掉赛道自己的请求，或用自己的提示词扫描。",
  "plan.prompt_length":
    "无法写出 {tokens} 个 Token 的提示词；其长度须在 {shortest} 到 {most} 之间。",
  "plan.unfilled": "无法填充提示词：{why}。",
  "plan.unread_table": "无法读取表格：{why}。",
  "plan.no_prompts": "提示词集合是空的。",
  "plan.judge_of_steps": "裁判是单个模型，而这个裁判带有步骤。请去掉这些步骤。",
  "plan.judge_of_sweep": "裁判比较并排给出的回答，而扫描没有这样的回答。请去掉裁判，或改为竞速。",
  "plan.judge_needs_lanes": "裁判比较两个回答，因此至少需要两条赛道。请添加一条，或去掉裁判。",
  "plan.judged_too_often":
    "裁判将被询问 {requests} 次：每轮中每两条赛道、两种顺序各一次；最多 {most} 次。请减少赛道或轮数，或去掉裁判。",
  "plan.judge_of_other_requests":
    "裁判比较对同一请求的回答，而有一条赛道有自己的提示词或内容。请移除它，或去掉裁判。",
  "plan.judge_criteria": "裁判的评判标准超过 {most} 个字符。请写短一些。",
  "plan.judge_nobody": "没有指定由谁评判本次竞速。请指定一个模型。",
  "plan.judge_not_ended": "只有自行结束的竞速才能评判。",
  "plan.judge_without_prompts": "本次竞速导入时不含提示词，而裁判必须知道问了什么。",
  "plan.judged_already":
    "{judge} 对本次竞速已全部作答。一次竞速只有一位裁判，以免有人一直问到有裁判同意为止；要请另一位，请重新竞速。",
  "plan.judged_by_another":
    "本次竞速已询问 {judge} 并为其付费，其余部分只能继续问它。一次竞速只有一位裁判，以免有人一直问到有裁判同意为止；要请另一位，请重新竞速。",
  "plan.judge_needs_key":
    "裁判的提供商 {label} 需要密钥。请在“提供商”中或用 `paceline keys set` 添加，或去掉裁判。",

  "plan.chain_of_sweep": "扫描逐个发送请求，而链是多个请求。请在竞速中使用链，或逐个扫描它的步骤。",
  "plan.too_many_steps": "该链有 {steps} 个步骤；最多询问 {most} 个。",
  "plan.of_rows": "{said}（{rows} 个提示词中的 {with} 个，第一个是 `{name}`）",
  "plan.more_of_rows": "另有 {more} 条类似内容未列出。",
  "plan.of_step": "步骤 {step}：{why}",
  "plan.nested_chain": "步骤不能有自己的步骤。请把它们加入链中。",
  "plan.step_payload": "步骤使用其赛道的工具、图像和对话轮次。请去掉它自己的。",
  "plan.step_variable":
    "此步骤之前没有 `{name}`。请写 `prompt`、`answer`，或 `answer` 加上前面某一步骤的编号。",
  "plan.step_without_checks":
    "检查未通过时才询问它，而没有任何检查。请为计划或此步骤添加一个检查。",
  "plan.step_by_command":
    "检查未通过时才询问它，而您自己的命令要等测量全部结束后才给出结果。请为此步骤设置不含命令的检查。",
  "plan.step_name": "回答用来选中它的名称须为单行，长度在 1 到 {most} 个字符之间。",
  "plan.step_name_twice": "旁边的另一个步骤也由 `{name}` 选中。",
  "plan.no_otherwise": "回答可能不提到任何一个步骤。请把其中最后一个设为其余情况下询问的步骤。",
  "plan.otherwise_of_nothing": "它在其余情况下被询问，而它之前没有由名称选中的步骤。",

  "plan.no_levels": "扫描需要档位：并发请求数、每秒请求数或阶梯。",
  "plan.streams": "无法扫描 {level} 个并发请求；档位须在 1 到 {most} 之间。",
  "plan.rate": "无法每秒发送 {rate} 个请求；速率须大于 0 且不超过 {most}。",
  "plan.samples": "每个档位的样本数须在 1 到 {most} 之间。",
  "plan.waves": "每个档位的波数须在 1 到 {most} 之间。",
  "plan.settled_share":
    "当一个档位的 TTFT 中位数已知的精度达到某个比例（0 到 100% 之间）时，该档位即可结束。",
  "plan.settled_or_capacity": "寻找容量的扫描会在答案明确时结束一个档位；请不设档位有定论的精度。",
  "plan.agent_rate":
    "智能体的各步依次进行，因此其负载是并发的智能体数，而不是每秒请求数。请选择并发数。",
  "plan.budget": "预算须大于 0 美元。",
  "plan.one_axis": "扫描要么沿提示词长度，要么沿负载，不能同时：使用提示词长度时请只选一个并发数。",
  "plan.own_prompts": "沿提示词长度的扫描自行生成提示词；请不选已发布的方法和提示词集合。",
  "plan.lengths_need_unique":
    "沿提示词长度的扫描需要各不相同的提示词，否则提示词缓存会掩盖长度的影响；如需两者都测，请加上带缓存的一遍。",
  "plan.number_of_lengths": "沿提示词长度的扫描须有 1 到 {most} 个长度。",
  "plan.length_twice": "提示词长度 {tokens} 出现了两次；请只写一次。",
  "plan.no_service_level": "容量需要服务等级：p95 TTFT、错误率或合格请求的比例。",
  "plan.ttft_limit": "p95 TTFT 的限值须大于 0 毫秒。",
  "plan.level_shares": "服务等级的错误率和合格请求比例须在 0 到 100% 之间。",
  "plan.no_goodput_limits": "合格请求的比例需要 goodput 限值。请设置。",

  "plan.retired": "{model} 原定于 {day} 停用，可能不再响应。",
  "plan.retires_today": "{model} 于今天（{day}）停用。",
  "plan.retires_tomorrow": "{model} 将于明天（{day}）停用。",
  "plan.retires_in": "{model} 将于 {day} 停用，还有 {days} 天。",
  "plan.of_row": "第 {at} 个提示词：{why}",
  "plan.of_named_row": "第 {at} 个提示词“{name}”：{why}",
  "plan.row_asks_nothing": "没有任何内容。请写上提示词，或将其删除。",
  "plan.set_without_rows": "提示词集合中没有任何提示词。",
  "plan.set_of_too_many": "提示词集合中有 {rows} 个提示词；最多询问 {most} 个。请拆分。",
  "plan.set_too_large": "提示词集合的提示词总计超过 {most} MB。请拆分。",
  "plan.set_and_generated": "自行生成提示词的扫描不会询问提示词集合。请去掉其中一个。",
  "plan.set_until_settled":
    "使用提示词集合的竞速会询问全部提示词，因此不会在某项指标有定论后立即结束。请给出轮数。",
  "plan.too_many_checks": "共有 {checks} 项检查；一个回答最多应用 {most} 项。",
  "plan.checks_of_row": "有 {checks} 项检查，最多应用 {most} 项。",
  "plan.checks_too_large": "检查总计超过 {most} MB。",
  "values.braces_open":
    "第 {character} 个字符处（第 {line} 行）的 `{open}` 没有闭合；请在变量名之后写 `{close}`，或用 `{literal}` 表示两个花括号本身",
  "values.no_variable":
    "第 {character} 个字符处（第 {line} 行）的 `{given}` 不是变量；请在花括号之间写一个名称，例如 `{example}`，或用 `{literal}` 表示两个花括号本身",
  "values.no_value": "{names} 没有值；请为模板的每个变量提供一个值",
  "values.no_rows": "表格没有数据行；第一行写变量名，其后每行给出它们的值",
  "values.no_name": "第 {column} 列在表头（第 {line} 行）中没有名称；请以变量命名，或删除该列",
  "values.named_twice": "表头（第 {line} 行）两次使用名称 `{name}`；请重命名其中一列",
  "values.other_length":
    "第 {line} 行有 {found} 个值，而表头有 {expected} 个名称；请补充或删除值，并给含逗号的值加上双引号",
  "values.quote_open":
    "从第 {line} 行开始的那一行中有一个双引号没有闭合；请将其闭合，并在带引号的值内把引号写两遍",
  "values.too_many_rows": "表格超过 {most} 行，而最多只发送这么多提示词；请拆分",
  "values.too_many_cells": "表格超过 {most} 个值；请删除没有提示词用到的列，或拆分表格",
  "values.unreadable": "{why}；请以 UTF-8 编码的 CSV 重新保存",
} as const;
