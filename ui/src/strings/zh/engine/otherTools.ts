/** What of the sets of other tools has no equal here, and what of them cannot be carried. */

export const otherTools = {
  "promptfoo.field": "断言的 `{name}` 在这里没有对应项",
  "promptfoo.weightless": "其权重为 0，promptfoo 因此视为通过",
  "promptfoo.threshold": "其 `threshold` 在这里没有对应项",
  "promptfoo.one_of_several": "没有检查能表示多个文本之一不存在",
  "promptfoo.invalid_calls": "没有检查要求无效的调用",
  "promptfoo.no_function": "请求没有提供函数，因此无法据以核对调用；请用 `tools` 提供",
  "promptfoo.code":
    "promptfoo 的代码不会运行；请为方案提供自己的命令，`command:python3 check.py`，或用 `regex` 或 `contains` 说明要查找的内容",
  "promptfoo.graded":
    "这是模型的看法，不是检查；请指定评判模型，`--judge LANE`，它会以两种顺序比较每两个回答",
  "promptfoo.other_model":
    "它询问另一个模型，而检查不会这样做；请用 `contains` 或 `regex` 说明回答怎样才正确",
  "promptfoo.latency": "回答可用的时间是 `paceline gate` 的限制，在负载扫描中是 `--goodput` 的限制",
  "promptfoo.cost": "回答可用的费用是 `paceline gate` 的限制",
  "promptfoo.json_within": "没有检查会在文本中查找 JSON；请只要求 JSON，并使用 `is-json`",
  "promptfoo.other": "没有检查与之对应",
  "promptfoo.scored": "其测试的 `assertScoringFunction` 在这里没有对应项：回答通过所有检查才正确",
  "promptfoo.transformed": "其测试的 `{setting}` 会先改变回答，而这里不运行 promptfoo 的任何内容",
  "promptfoo.share":
    "按 {whose} 的 `threshold` {share}，{enough}，而这里回答必须通过全部；请为每个断言各建一个测试，或在自己的命令中计数，`command:python3 check.py`",
  "promptfoo.its_test": "其测试",
  "promptfoo.its_set": "其 `assert-set`",
  "promptfoo.some": "{all} 个断言中通过 {some} 个即可",
  "promptfoo.none": "不要求任何断言通过",
  "promptfoo.share_of_weight": "达到该权重占比的断言即可",

  "unread_promptfoo.no_prompts":
    "没有 `prompts`，因此不是提示词集合。请像 promptfoo 那样写成该名称的列表，或每行一个。",
  "unread_promptfoo.redteam":
    "使用 `redteam` 时，测试由 promptfoo 生成。请提供 `promptfoo redteam generate` 写出的文件。",
  "unread_promptfoo.field": "`{name}` 不会被采用。请去掉。",
  "unread_promptfoo.no_list": "请写成列表。",
  "unread_promptfoo.file":
    "这里不读取文件 {file}。请把配置交给 `paceline race --prompts`，它会读取旁边的文件，或写出其内容。",
  "unread_promptfoo.column": "promptfoo 的这一列不会被采用。请删除。",
  "unread_promptfoo.labels": "测试的 `prompts` 应是提示词标签的列表。",
  "unread_promptfoo.label": "没有标签为 `{name}` 的提示词。",
  "unread_promptfoo.prompt": "提示词应是文本。函数不会运行；请写出文本。",
  "unread_promptfoo.providers_differ":
    "它们的 {names} 不同，而每一条对所有赛道的提问相同。请为每个提供商各建一个配置。",
  "unread_promptfoo.test": "测试应是对象。",
  "unread_promptfoo.option": "其选项 `{name}` 不会被采用。请去掉。",
  "unread_promptfoo.assert_list": "`assert` 应是列表。",
  "unread_promptfoo.by_name": "`{name}` 应为每个名称提供一个值。",
  "unread_promptfoo.nested":
    "变量 `{name}` 中有 `{other}`，promptfoo 也会填充它。请写出它所代表的内容。",
  "unread_promptfoo.empty_variable": "变量 `{name}` 为空。请写成文本，没有内容时写 `''`。",
  "unread_promptfoo.variable": "变量 `{name}` 不是文本、数或其列表。请写成文本。",
  "unread_promptfoo.values": "变量 `{name}` 没有值，或超过 {most} 个。",
  "unread_promptfoo.unfilled": "{why}。",
  "unread_promptfoo.program":
    "其中有 `{tag}`，promptfoo 用它来填充；这里只填充 `{names}`。请写出内容。",
  "unread_promptfoo.set_field": "`assert-set` 的 `{name}` 不会被采用。请去掉。",
  "unread_promptfoo.set_list": "`assert-set` 的断言应在列表 `assert` 中。",
  "unread_promptfoo.set_within": "`assert-set` 应含断言，而不含其他集合。请写出各断言。",
  "unread_promptfoo.reference": "该配置的 `{name}` 处没有断言。",
  "unread_promptfoo.threshold": "{whose} 的 `threshold` 应是 0 到 1 的数。",
  "unread_promptfoo.assertion": "断言应是带有 `type` 的对象。",
  "unread_promptfoo.no_type": "断言没有 `type`。",
  "unread_promptfoo.value_file": "`{kind}` 的值是文件 {file}，它没有被读取。请写出内容。",
  "unread_promptfoo.of_value": "`{kind}` 的值：{why}",
  "unread_promptfoo.value": "`{kind}` 的值应是文本。",
  "unread_promptfoo.no_value": "`{kind}` 没有值。",
  "unread_promptfoo.value_list": "`{kind}` 的值应是含 1 到 {most} 个文本的列表。",
  "unread_promptfoo.value_schema": "`is-json` 的值应是对象形式的 JSON Schema。",
  "unread_promptfoo.value_words": "`word-count` 的值应是数，或 `min` 和 `max`。",
  "unread_promptfoo.empty_text":
    "`{kind}` 有一个空文本，任何回答都会通过。请填写文本，或去掉该断言。",
  "unread_promptfoo.comma": "引号中的每个文本之后应有逗号。",
  "unread_promptfoo.open_quotation": "引号中的文本没有结束。",

  "unread_leaderboard.played": "它要用排行榜自己的服务分多轮回答，而一条只问一次。请去掉。",
  "unread_leaderboard.no_questions":
    "这些是没有问题的正确调用。请提供问题的文件，它会读取旁边 possible_answer 文件夹中的这个文件。",
  "unread_leaderboard.other_code":
    "其参数是文本形式的 Java 或 JavaScript，排行榜在比较前会转换它们。请去掉。",
  "unread_leaderboard.several_turns": "它有多轮，每轮各有回答，而一条只问一次。请去掉。",
  "unread_leaderboard.no_such_type": "JSON 没有类型为 `{kind}` 的值。请去掉。",
  "unread_leaderboard.call_list": "它应是调用的列表。",
  "unread_leaderboard.python_calls": "它是 Python 调用，排行榜会运行它们以比较返回值。请去掉。",
  "unread_leaderboard.call_form": "每个调用应是带有函数名的对象，例如 {form}。",
  "unread_leaderboard.argument_list": "`{name}` 的每个参数应有其可能值的列表，例如 {form}。",
} as const;
