/** Why a set of prompts cannot be read, and where. */

export const unreadSets = {
  "unread_set.at": "提示词第 {line} 行，{place}：{why}",
  "unread_set.within": "提示词，{place}：{why}",
  "unread_set.column": "第 {number} 列",
  "unread_set.named_column": "列 `{name}`",
  "unread_set.request": "请求 {number}",
  "unread_set.row": "第 {number} 条",
  "unread_set.prompt": "提示词 {number}",
  "unread_set.test": "测试 {number}",
  "unread_set.configuration": "配置",
  "unread_set.files": "其文件",
  "unread_set.providers": "其提供商",
  "unread_set.of_row": "第 {number} 条：{why}",
  "unread_set.of_field": "`{field}`：{why}",

  "unread_set.empty": "提示词集合中没有提示词。",
  "unread_set.pointer": "这是 Git LFS 指针。`git lfs pull` 会取得文件本身。",
  "unread_set.registry": "这是 OpenAI evals 的注册表。请提供其 `samples_jsonl` 所指的文件。",
  "unread_set.no_json": "不是 JSON：{error}。",
  "unread_set.no_json_line":
    '不是 JSON：{error}。请把每个提示词写成 JSON 字符串，例如 "Why do rivers bend?"，或带有 "prompt" 的对象。',
  "unread_set.no_list": "不是提示词的 JSON 列表：{error}。",
  "unread_set.no_yaml": "不是可读取的 YAML：{error}。",
  "unread_set.too_many": "共有 {many} 个提示词；最多询问 {most} 个。请拆分文件。",
  "unread_set.too_large": "其值会占用超过 {most} MB 内存。请拆分文件，或去掉提示词不需要的内容。",
  "unread_set.too_long": "填充后提示词超过 {most} MB。请拆分表格，或缩短提示词。",

  "unread_set.unknown_column":
    "提示词集合没有这样的列。可用的列为 {known}；填充提示词变量的表格用 --table 提供。",
  "unread_set.no_prompt": "没有提示词。请在该列中填写一个。",

  "unread_set.no_row": "一条应是 JSON 字符串形式的提示词，或一个对象。",
  "unread_set.unknown_field":
    "一条没有这样的字段。其字段为 name、prompt、system、messages、{known}、request、payload、expected、check 和 checks。",
  "unread_set.settings": "其 Token 上限、温度和推理强度是计划的设置。请将其去掉。",
  "unread_set.unlike":
    "其 {name} 为 {asked}，而之前各条为 {before}。这是计划的设置，对每一条都相同：请使其一致，或从各条中去掉并在计划中设置。",
  "unread_set.name_is_text": "名称应是文本。",
  "unread_set.prompt_is_text": "提示词应是文本。",
  "unread_set.system_is_text": "系统提示词应是文本。",
  "unread_set.two_ways": "一条只以一种方式提问，而这一条有 {ways}。请只留一个。",
  "unread_set.no_way": '一条以 "prompt"、"messages" 或完整的 "request" 提问。请提供其中一个。',
  "unread_set.two_systems": "请求自带系统提示词。请只留一个。",
  "unread_set.two_payloads": "该条的 messages 或 request 就是其 payload。请只留一个。",
  "unread_set.no_payload": "不是运行文档中的形式：{error}。",
  "unread_set.messages_are_list": 'messages 应是列表，每一条带有 "role" 和 "content"。',
  "unread_set.no_ideal":
    '没有 "ideal" 的 evals 样本由模型评判，而这里没有检查会这样做。请提供 "ideal" 或 "check"，或用 "messages" 提问并为竞速指定评判模型。',
  "unread_set.ideal_is_text": "它应是文本或文本列表。",

  "unread_set.no_number": "没有回答会有这样的数字。",
  "unread_set.no_expected":
    '期望的回答应是文本或数字。对 JSON 请提供带 `json-schema:…` 的 "checks"，对工具调用请提供 `tool-call-equals:…`。',
  "unread_set.no_checks": '检查应是列表，例如 ["icontains:Paris"]。',
  "unread_set.no_list_of_checks": '检查应是 JSON 列表，例如 ["icontains:Paris"]；这不是：{error}。',
  "unread_set.no_check": "这不是文档中的检查形式：{error}。",
  "unread_set.check_is_text": '检查应是 "icontains:Paris" 这样的文本，或带有 "kind" 的对象。',
};
