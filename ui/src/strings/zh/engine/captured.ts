/** What is told of a request that was sent elsewhere, and of a set of such requests, in Chinese. */

export const captured = {
  "captured.several": "共有 {requests} 个请求，这里只读取一个：{first}。如需其他，请单独粘贴。",
  "captured.first": "第一个",
  "captured.first_named": "第一个，`{name}`",
  "captured.of_batch": "这是批处理中的一行：`{place}` 作为单独的请求读取。",
  "captured.of_batch_without":
    "这是批处理中的一行：`{place}` 作为单独的请求读取，{left} {n:不发送}。",
  "captured.unsure":
    "按 Anthropic Messages 的请求体读取，因为{why}；其中没有确凿的依据。如果它属于 OpenAI Chat Completions，请粘贴 curl 命令，其网址会说明。",
  "captured.claude": "其模型属于 Anthropic",
  "captured.thinks": "它以 Anthropic API 的方式要求思考",
  "captured.marked": "它含有 Anthropic 的缓存标记",
  "captured.rounded":
    "数字 {number} 的位数超过 JSON 读取时所保留的，因此按舍入值发送。如果每一位都重要，请写成文本。",
  "captured.more_rounded": "另有 {more} 个数字同样如此。",
  "captured.repeated": "`{place}` 出现不止一次；与大多数服务器一样，读取最后一个。",
  "captured.more_repeated": "另有 {more} 个名称也是如此。",
  "captured.more_notes": "另有 {more} 条类似的说明未列出。",
  "captured.key_in_field": "`{place}` 不发送，因为它含有密钥，而密钥只能由请求头携带。",
  "captured.more_keys": "另有 {more} 个含密钥的字段同样被去掉。",
  "captured.key_in_text":
    "`{place}` 中有一个词看起来像密钥。它会原样发送到每条赛道，并保留在历史记录和导出内容中。如果确实是密钥，请将其去掉后重新粘贴请求。",
  "captured.more_keys_in_text": "另有 {more} 段文本同样如此。",
  "captured.of_sdk": "`{name}` 不发送：它是 SDK 自己的设置。",

  "captured.rest_of_line": "不读取该行中的 `{sign}` 及其后的内容：只读取一个请求，不运行任何内容。",
  "captured.below_text": "不读取该行下方文本之后的内容：只读取一个请求，不运行任何内容。",
  "captured.after_call": "不读取该调用之后的内容：只读取一个请求，不运行任何内容。",
  "captured.doubled_quotes": "单引号之间的 `''` 按 PowerShell 的方式读作一个引号。",
  "captured.escaped_quotes": '正文中的 `\\"` 按一个引号读取，与 Windows PowerShell 传递的一致。',
  "captured.files_of_line": "不使用该行以 `<` 和 `>` 读写的文件。",
  "captured.unsent_text": "不使用供该行读取的文本：没有 `-d @-` 之类的选项发送它。",
  "captured.own_way": "不使用 `{name}`：赛道按“网络”下的设置连接，并且只用请求头中的密钥登录。",
  "captured.session": "不使用会话及其 Cookie：赛道只用请求头中的密钥登录。",

  "captured.query": "不使用网址中的 `{name}`：赛道的网址没有查询参数。",
  "captured.slash": "去掉网址末尾的 `/`。",
  "captured.without_versions": "发往 `/openai/v1`，即 Azure 不带版本的网址。",
  "captured.deployment": "部署 `{model}` 就是模型，发往 `/openai/v1`，即 Azure 不带版本的网址。",

  "captured.header_in_variable": "不使用变量 `{name}` 中的请求头；如果其中没有密钥，请将其写出。",
  "captured.agent": "不使用 User-Agent：每个请求都说明来自 Paceline。",
  "captured.empty_header": "不使用没有名称或没有值的请求头。",
  "captured.no_text_header": "不使用不是文本的请求头。",
  "captured.login_header": "不使用请求头 `{name}`，因为它含有密钥或登录信息。",
  "captured.host_header":
    "不使用值为 `{host}` 的请求头 `host`：赛道使用其网址中的主机。如果服务器为多个主机提供服务，请用该名称填写网址。",
  "captured.repeat_header": "不使用请求头 `{name}`：服务器会因它而把一场竞速的所有请求当作同一个。",
  "captured.version_header": "不使用请求头 `{name}`：每个请求都以 {version} 发送。",
  "captured.header_twice": "请求头 `{name}` 出现两次；发送最后一个。",
  "captured.header": "请求头 `{name}` 按原样发送，只发给使用该请求的接口协议的赛道。",

  "captured.streamed": "`stream` 为 false；回答以流式发送，因为要计时。",
  "captured.own_field": "`{name}` 按原样发送，只发给使用 {api} 的赛道。",
  "captured.more_own_fields": "请求体中另有 {more} 个字段也是如此。",
  "captured.results_first": "{place}：对使用其他 API 的赛道，工具的返回结果放在其余内容之前。",
  "captured.functions":
    "`functions`、`function_call` 和角色为 `function` 的消息读作工具，并以工具发给使用其他 API 的赛道。",
  "captured.system_role": "系统指令的 `role` 不发给使用其他 API 的赛道：没有模型读取它。",
  "captured.item_ids":
    "不发送先前各项的 `id` 和 `status`，但发往 Responses 的多部分回答除外：没有模型读取它们。",
  "captured.version_field": "不使用 `anthropic_version`：每条赛道说明其提供商所接受的版本。",
  "captured.begun_answer":
    "它以助手的消息结尾。Claude 会把它当作自己回答的开头继续写，而大多数其他模型会另起回答。",
  "captured.stream_option":
    "`stream_options` 的 `{name}` 按各赛道的设置，使所有流以相同方式计时和计数。",
  "captured.added": "在粘贴的内容之外添加，以便回答流式发送且不被存储：{names}。",
  "captured.added_options": "在提供商接受 `{name}` 的每条赛道中添加它，以便统计词元。",
  "captured.not_word_for_word": "`{name}` 不会逐字发送；各赛道发送的内容在开始前可见。",
  "captured.too_long_for_words": "`{name}` 太长，无法逐字保留，将以相同含义重新写出。",
  "captured.key_without_owner":
    "其中的密钥不使用也不保留：没有内容说明它曾发往哪个网址。请在“提供商”中设置。",
  "captured.key_not_taken": "其中的密钥不使用也不保留。{why}",

  "set.of_some": "{note}（{rows} 个请求中的 {with} 个）",
  "set.more_notes": "另有涉及 {rows} 个请求中 {with} 个的说明未列出。",
  "set.model": "不使用其中的模型；每条赛道有自己的模型。",
  "set.tier": "不会请求其服务层级 `{tier}`：服务层级由各提供商自定，因此按赛道选择。",
  "set.key": "其中的密钥不使用也不保留。",
  "set.begins_with_ideal":
    '与 OpenAI evals 的 Match 类一样，以理想回答开头的回答算正确。如需其 Includes 类，请用 "check": "contains:…" 代替 "ideal"。',
  "set.renamed": "函数名称中的点以下划线发送，因为大多数 API 不接受点。",
  "set.providers_unread":
    "其中的提供商只读取工具和回答的形式，因为赛道由比赛指定。未读取：{names}。",
  "set.no_right_calls":
    "该集合没有说明哪些调用正确，因此调用有效即算回答正确。排行榜把它们放在文件夹 {folder} 的同名文件中，`paceline race --prompts` 会在该集合旁读取。",
};
