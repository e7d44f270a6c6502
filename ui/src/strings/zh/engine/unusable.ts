/** Why a check cannot be used, and how it is written. */

export const unusable = {
  "unusable.empty_text": "每个回答都包含空文本。",
  "unusable.long_text": "期望的文本超过 {most} 字节。",
  "unusable.number": "期望的数不是有限数。",
  "unusable.tolerance": "容差为负或不是有限数。",
  "unusable.no_limit": "长度没有限制；请给出下限或上限。",
  "unusable.no_length": "没有长度能既至少为 {least} 又至多为 {most}。",
  "unusable.language":
    "该语言不在可识别的 {known} 种之内。请给出其 ISO 639 代码，例如 `de` 或 `deu`。",

  "unusable.long_pattern": "模式超过 {most} 字节。",
  "unusable.large_pattern": "模式编译后超过 1 MB。",
  "unusable.pattern": "无法理解该模式：{error}。",
  "unusable.pattern_panicked": "该模式无法编译。",
  "unusable.too_many_patterns": "所有检查和工具的模式合计太大，无法编译。",

  "unusable.schema": "这不是 Schema：{error}，位于 {place}。",
  "unusable.schema_panicked": "该 Schema 无法编译。",
  "unusable.large_schema": "Schema 太大：最多可有 {values} 个值和 {bytes} 字节文本。",
  "unusable.deep_schema": "Schema 的各部分嵌套超过 {most} 层。",
  "unusable.endless_schema":
    "Schema 把自身的一部分无休止地再次用于同一个值。JSON Schema 没有规定其含义。",
  "unusable.no_schema": "Schema 应是对象，或 true 或 false。",
  "unusable.keyword": "Schema 使用了 `{keyword}`，这里不检查它。",
  "unusable.inner_id": "Schema 的一部分有自己的 `{keyword}`。",
  "unusable.reference_outside": "Schema 的一个 `$ref` 指向其外部或一个锚点。请写成 `#/…`。",
  "unusable.reference_nowhere": "Schema 的一个 `$ref` 没有指向任何位置。",
  "unusable.patterns_of_schema": "Schema 有超过 {most} 个模式。",

  "unusable.no_tool": "请求没有提供任何工具，因此不会有有效的工具调用。",
  "unusable.of_tool": "工具 {tool}：{why}",
  "unusable.many_calls": "期望的工具调用超过 {most} 个。",
  "unusable.arguments": "{tool} 的期望参数不是对象。",
  "unusable.arguments_twice": "{tool} 的期望参数给出了两次，其中一次为可能的值。",
  "unusable.argument_without_list": "{tool} 的期望参数中有一个没有其可能值的列表。",

  "unusable.twice_opposite": "相反的相反就是该检查本身。",
  "unusable.opposite_of_valid":
    "工具调用要求的是有效。若回答不应调用工具，请期望没有调用：`tool-call-equals:[]`。",
  "unusable.opposite_of_command": "命令通过其结束状态自行表达相反，例如 `! grep -q Paris`。",
  "unusable.opposite_of_foreign": "这里没有检查能判断的内容，也没有相反。",

  "unusable.no_command": "没有命令。",
  "unusable.long_command": "命令超过 {most} 个字符。请放入单独的文件。",
  "unusable.hidden_in_command": "命令含有不可见的字符，例如换行。请放入单独的文件。",

  "misspelt.nothing": "检查 `{kind}` 缺少要检查的内容：`{form}`。",
  "misspelt.json": "请写 `json` 或 `json:fenced`。",
  "misspelt.no_json": "这不是所需形式的 JSON：{error}。",
  "misspelt.alone": "请只写 `{kind}`。",
  "misspelt.opposite": "没有这样的检查。请写 `not:{kind}:…`。",
  "misspelt.unknown": "没有这样的检查。可用的检查为 {forms}。",
  "misspelt.number": "数请写成 `42`、`42±0.5`、`42±1%` 或 `first:42`；`+-` 即 `±`。",
  "misspelt.length": "长度请写成 `10..50`、`10..`、`..50` 或 `10`。",
} as const;
