/** What a lane cannot carry of a request, and what to change, in Chinese. */

export const uncarried = {
  "place.turn": "第 {number} 条消息",
  "place.turn_begins": "第 {number} 条消息",
  "place.call": "第 {number} 条消息的工具调用",
  "place.call_begins": "第 {number} 条消息的工具调用",
  "place.result": "第 {number} 条消息的工具结果",
  "place.result_begins": "第 {number} 条消息的工具结果",
  "place.tool": "工具 `{name}`",
  "place.tool_begins": "工具 `{name}`",
  "place.item": "`input` 的第 {number} 项",
  "place.item_begins": "`input` 的第 {number} 项",
  "place.field": "`{name}`",

  "uncarried.lacks": "{api} 不支持：{what}。{instead}",
  "uncarried.seed": "随机种子",
  "uncarried.stop_texts": "停止文本",
  "uncarried.prediction": "预测的回答",
  "uncarried.json_alone": "没有 Schema 的 JSON",
  "uncarried.tool_choice": "工具选择",
  "uncarried.choice_of_one": "选定某一个工具，例如 `{name}`",
  "uncarried.parallel_calls": "同时调用的设置",
  "uncarried.mixed_strict": "部分工具有 `strict` 而其他没有",
  "uncarried.conversation": "对话，只有一条提示词",
  "uncarried.tools": "工具",
  "uncarried.response_format": "回答格式",
  "uncarried.known_stop_texts": "所有模型通用的停止文本",
  "uncarried.known_top_p": "所有模型通用的 top_p",
  "uncarried.known_seed": "所有模型通用的随机种子",

  "uncarried.remove_it": "请在该赛道中移除。",
  "uncarried.remove_them": "请在该赛道中移除。",
  "uncarried.remove_prediction": "请在该赛道中移除预测的回答。",
  "uncarried.prediction_elsewhere": "请在该赛道中移除预测的回答，或改用 OpenAI Chat Completions。",
  "uncarried.remove_parallel_calls": "请在该赛道中移除 `parallel_tool_calls`。",
  "uncarried.give_schema": "请给出 Schema，或在该赛道中移除回答格式。",
  "uncarried.leave_to_model": "请在该赛道中交由模型决定。",
  "uncarried.require_any": "请在该赛道中要求任意一个，或交由模型决定。",
  "uncarried.strict_alike": "请在该赛道中全部设置或全部不设。",
  "uncarried.as_own_input": "请在该赛道中移除，或用模型页面给出的名称，作为附加字段 `input` 发送。",

  "uncarried.late_system": "{place}来自系统，而 {api} 只在开头有指令。请在该赛道中移到开头。",
  "uncarried.system_is_text":
    "{place}不只是文本，而 {api} 的指令是一段文本。请在该赛道中改为文本。",
  "uncarried.of_instructions": "{place}的 `{name}` 在 {api} 的指令中没有位置。请在该赛道中移除。",
  "uncarried.misplaced_call":
    "{place}含有工具调用或结果，而 {api} 在此处没有。请为它单独设一条相应角色的消息。",
  "uncarried.call_in_result":
    "{place}在工具结果中含有工具调用或结果，而 {api} 在其中没有。请移除。",
  "uncarried.text_after_call":
    "{place}在工具调用之后有文本，而 {api} 的文本只在其前。请在该赛道中移动它。",
  "uncarried.more_than_results":
    "{place}不只含工具的返回结果。请为其余内容单独设一条相应角色的消息。",
  "uncarried.misplaced_part":
    "{place}含有 {api} 的该角色所没有的部分。请为它单独设一条相应角色的消息。",
  "uncarried.part": "{place}含有 {api} 没有位置可放的部分。请在该赛道中改为文本。",
  "uncarried.of_message": "{place}的 {names} 属于一条文本消息，而它没有文本。请在该赛道中移除。",

  "uncarried.image_at_address":
    "{place}含有一张网址上的图片，而 {api} 只接受其字节。请在该赛道中把字节放入请求。",
  "uncarried.document_at_address":
    "{place}含有一个网址上的文档，而 {api} 只接受其字节。请在该赛道中把字节放入请求。",
  "uncarried.document": "{place}含有文档，而 {api} 只接受其文本。请在该赛道中改为其文本。",
  "uncarried.kind_of_document":
    "{place}的文档是 `{kind}`，而 {api} 接受 PDF 和纯文本。请在该赛道中转换。",
  "uncarried.no_text": "{place}的文档声明为文本，但其字节不是。请更正。",
  "uncarried.no_bytes": "有图片或文档没有字节：其数据不是 Base64，或已丢失。请重新附加。",

  "uncarried.result_is_text": "{place}不只是文本，而 {api} 在此只接受文本。请在该赛道中改为文本。",
  "uncarried.nameless_result":
    "{place}没有说明属于哪个工具，而 {api} 以此查找。请写明工具，或加上其调用。",
  "uncarried.result_out_of_order":
    "{place}排在同一工具较早调用的结果之前，而 {api} 只靠顺序区分它们。请在该赛道中按调用顺序排列结果。",
  "uncarried.of_result": "{place}的 `{name}` 在 {api} 中没有位置。请在该赛道中移除。",
  "uncarried.inexact":
    "{place}中 `{name}` 的参数含有只有其文本才能保留的数字或重复的名称，而 {api} 接受对象。请在该赛道中把数字写成文本，或让名称只出现一次。",
  "uncarried.arguments":
    "{place}中 `{name}` 的参数不是 JSON 对象，而 {api} 只接受对象。请在该赛道中更正。",

  "uncarried.cache_mark": "{place}有缓存标记，而 {api} 在此处没有。请在该赛道中移除标记。",
  "uncarried.undocumented_mark":
    "{place}有缓存标记，而 {label} 的文档中没有。请在该赛道中移除标记。",
  "uncarried.cache_time": "{place}的缓存标记时效为 `{time}`；{api} 有 {known}。请在该赛道中更改。",

  "uncarried.own": "{what}按 {own} 的形式保留，不会转换给 {api}。请在该赛道中移除。",
  "uncarried.own_tool": "工具 `{name}`",
  "uncarried.own_part": "{place}的部分 `{name}`",
  "uncarried.own_field": "字段 `{name}`",
  "uncarried.own_header": "请求头 `{name}`",
  "uncarried.own_name": "{place}的 `{name}`",
  "uncarried.set_twice": "{place}的 `{name}` 设置了两次。请从其自有字段中移除。",

  "uncarried.only_instructions": "请求只有指令，而 {api} 需要一条用户消息。请为该赛道填写提示词。",
  "uncarried.turns": "对话有 {turns} 条消息；最多发送 {most} 条。请缩短。",
  "uncarried.large_seed": "随机种子超过 2^53，JSON 读取时会被舍入。请取较小的值。",
  "uncarried.length": "请求超过 {most} MB。请缩短消息或缩小图片。",
  "uncarried.depth": "该请求的列表和对象嵌套超过 {most} 层。请简化其 Schema 或参数。",
  "uncarried.key_in_field":
    "字段 `{name}` 看起来像密钥，而密钥只由请求头携带。请移除，并在“提供商”下设置密钥。",

  "uncarried.written_field": "附加字段 `{name}` 由请求的其余部分写出。请移除。",
  "uncarried.limiting_field":
    "附加字段 `{name}` 限制回答长度。请改为设置 max tokens，费用据此计算。",
  "uncarried.background": "附加字段 `background` 需要存储回答，而竞速不存储任何回答。请移除。",
  "uncarried.several_answers": "附加字段 `{name}` 要求多个回答，而只对一个计时。请移除。",
  "uncarried.field_set_twice": "附加字段 `{name}` 已由请求的其余部分设置。请移除其中之一。",
  "uncarried.headers": "共有 {headers} 个附加请求头；最多发送 {most} 个。请移除一些。",
  "uncarried.our_header": "请求头 `{name}` 只由 Paceline 设置；密钥在“提供商”下设置。请移除。",
  "uncarried.providers_header": "请求头 `{name}` 已为 {label} 设置。请移除。",
  "uncarried.long_header": "请求头 `{name}` 超过 {most} 字节。请缩短。",
  "uncarried.key_in_header": "请求头 `{name}` 看起来像密钥。请移除，并在“提供商”下设置密钥。",
  "uncarried.no_sampling": "`{name}`设置采样，而 {model} 不接受它：{why}。请为该赛道删除它。",
  "uncarried.thinking_type":
    "{model} 不接受类型为 `{kind}` 的 `thinking`，只接受 {known}。请为该赛道更改。",
  "uncarried.budget_alone":
    "`thinking.budget_tokens` 属于 `enabled` 类型，`{kind}` 不接受它。请为该赛道删除它。",
  "uncarried.no_budget":
    "`enabled` 类型的 `thinking` 没有 `budget_tokens`，{model} 至少需要 {least}。请为该赛道补上。",
  "uncarried.least_budget":
    "`thinking.budget_tokens` 为 {asked}，而 {model} 至少接受 {least}。请为该赛道调高。",
  "uncarried.budget_beyond_limit":
    "`thinking.budget_tokens` 为 {asked}，必须小于最大 token 数 {limit}。请为该赛道调低它，或调高最大 token 数。",
  "uncarried.forced_tool":
    "{model} 在思考时不能被强制调用工具。请为该赛道让模型自行选择，或去掉思考。",
  "uncarried.no_header": "请求头 `{name}` 含有请求头不允许的字符。请更正。",

  "uncounted.images": "图片",
  "uncounted.documents": "文档",
  "uncounted.files": "文件",
  "uncounted.own_tools": "其自有工具",
  "uncounted.stored_turns": "其存储的先前消息",
  "uncounted.stored_prompts": "其存储的提示词",
  "uncounted.stored_prefixes": "其存储的前缀",
  "uncounted.searches": "搜索",
  "uncounted.plugins": "插件",
  "uncounted.sounds": "语音回答",
  "uncarried.kind_of_image": "{place}的图片是 `{kind}`，而 {api} 接受 {kinds}。请在该赛道中转换。",
  "uncarried.silent_failure":
    "{place}没有任何说明就失败了，而 {api} 没有工具失败的标记。请在其文本中说明发生了什么。",
};
