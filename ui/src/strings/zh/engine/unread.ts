/** Why a request from elsewhere cannot be read, and what to paste instead, in Chinese. */

export const unread = {
  "unread.too_long": "请求超过 {most} MB，或其中的值比任何请求都多。请缩短消息或缩小图片。",
  "unread.empty": "这里没有内容。请粘贴请求体，或带有请求体的 curl 或 PowerShell 命令。",
  "unread.no_json":
    "这不是 JSON 对象（第 {line} 行，第 {column} 列）。请粘贴请求体，或带有请求体的 curl 或 PowerShell 命令。",
  "unread.no_dialect":
    "该请求体没有说明属于哪个 API：没有 `messages`、`input` 或 `contents`。请指明接口协议，或粘贴完整的请求体。",
  "unread.half_character":
    "请求中有半个字符（如 `\\ud83d` 这样缺少另一半的转义；第 {line} 行，第 {column} 列），像是在字符中间被截断的文本。服务器会视为无效 JSON 而拒绝。请移除。",
  "unread.large_number":
    "请求中有超过 1.8e308 的数字（第 {line} 行，第 {column} 列），大多数服务器会拒绝或读成别的数。请写较小的数，或写成文本。",
  "unread.other_dialect":
    "无法读取 {dialect} 的请求体；可读取 OpenAI Chat Completions、OpenAI Responses、Anthropic Messages 和 Gemini generateContent。请改写成其中之一。",
  "unread.at": "{place}{fault}。",
  "unread.curl": "无法读取该 curl 命令：{fault}。",
  "unread.powershell": "无法读取该 PowerShell 命令：{fault}。",
  "unread.code": "这是 {language}，不会运行。请给出它发送的 JSON：{instead}。",
  "unread.http_request": "传输中的请求",
  "unread.other_program": "curl 以外程序的命令",
  "unread.print_javascript":
    "在传给调用的对象外写上 `console.log(JSON.stringify(…))`，运行后粘贴其输出",
  "unread.print_python": "在调用的参数外写上 `print(json.dumps(dict(…)))`，运行后粘贴其输出",
  "unread.print_object_of_javascript":
    "在其外写上 `console.log(JSON.stringify(…))`，运行后粘贴输出",
  "unread.print_object_of_python": "在其外写上 `print(json.dumps(…))`，运行后粘贴输出",
  "unread.paste_body": "只粘贴其请求体，从第一个大括号开始",
  "unread.write_as_curl": "将请求写成 curl 命令，或只粘贴其请求体",

  "unread.batch_line": "批处理的这一行",
  "unread.batch_address":
    "所指的网址属于无法读取的 API；可读取 `/v1/chat/completions`、`/v1/responses` 和 `/v1/messages`",
  "unread.no_message": "不是对象；每条消息都应为对象",
  "unread.no_item": "不是对象；每一项都应为对象",
  "unread.no_content": "不是对象；每个内容都应为对象",
  "unread.role": "的角色无法读取；可读取 {known}",
  "unread.no_call_id": "来自工具而没有 `tool_call_id`；请加上调用的 ID",
  "unread.partial_call": "含有没有名称或参数的工具调用；函数调用两者都有",
  "unread.partial_item": "是没有 `call_id`、`name` 或 `arguments` 的调用；调用应全部具备",
  "unread.result_without_call": "是没有 `call_id` 的结果；请加上调用的 ID",
  "unread.no_input": "既不是文本也不是列表；请写成其中之一",
  "unread.no_parts": "的 `parts` 不是列表",

  "unread.key_in_address":
    "`{place}` 是一个含有密钥的网址，密钥会发送到每条赛道，并保留在历史记录和导出内容中。请从网址中去掉密钥。",

  "unread.open_quote": "末尾有未闭合的引号；请完整复制",
  "unread.open_bracket": "末尾有未闭合的引号或括号；请完整复制",
  "unread.too_many_options": "其选项比任何请求都多；请只复制一行",
  "unread.no_end_row": "缺少结束其下方文本的那一行；请连同该行复制，例如 `EOF`",
  "unread.no_address": "没有网址；请完整复制",
  "unread.no_uri": "没有网址 `-Uri`；请完整复制",
  "unread.two_addresses": "有两个网址，或有未知的选项；请只复制一个请求",
  "unread.two_uris": "有两个网址；请只复制一个调用",
  "unread.body_in_parts":
    "其请求体分为几个部分，curl 会用 `&` 连接，而那不是 JSON；请把完整的请求体写在一个 `-d` 之后",
  "unread.no_body": "没有发送请求体；请求应在 `{option}` 之后有请求体",
  "unread.no_post": "其方法不是 POST；要求回答的请求是 POST",
  "unread.body_in_file": "其请求体在文件中，不会打开；请给出该文件本身",
  "unread.body_elsewhere":
    "其请求体来自文件或其他程序，既不打开也不运行；请写在 `-d` 之后的单引号之间",
  "unread.variable_in_text":
    "供其读取的文本使用变量 `{name}`；请在其位置写出其值，如果按原样发送则写带引号的 `<<'EOF'`",
  "unread.headers_in_file": "其请求头在文件中，不会打开；请将其写出",
  "unread.variable_first": "它先设置变量 `{name}`；请在其位置写出其值，并以 `curl` 开头",
  "unread.variable": "它使用变量 `{name}`；请在其位置写出其值",
  "unread.command":
    "它插入某个命令的输出（`$(…)` 或反引号），而这里不运行任何内容；请在其位置写出该文本",
  "unread.elsewhere": "它发往网址所指以外的机器；请给出网址本身",
  "unread.form": "它发送表单或文件，而不是 JSON；请在 `{option}` 之后给出 JSON",
  "unread.get": "其 `{option}` 使它成为 GET；要求回答的请求是 POST",
  "unread.options_in_file": "其选项在文件中，不会打开；请将其复制到命令中",
  "unread.several": "它发出几个请求；请复制其中一个",
  "unread.url_query": "它向网址添加内容；请写出完整网址",
  "unread.fills_in": "它填入变量；请将其写出",
  "unread.unknown_parameter": "其参数 `{name}` 未知；请去掉",
  "unread.no_table": "其请求头不是文本表 `{example}`；请这样写",
  "unread.made_body": "其请求体由 PowerShell 生成，而这里不运行任何内容；请写成文本",

  "unread.address": "无法读取其网址；请完整复制",
  "unread.login_in_address":
    "其网址的主机前有用户名或密码，而网址会被保存和显示；请将其去掉，因为赛道只用请求头中的密钥登录",
  "unread.key_in_path": "其网址的路径中有密钥，而网址会被保存和显示",
  "unread.method": "其网址要求 `:{method}`；可读取 `:generateContent` 和 `:streamGenerateContent`",
  "unread.path": "其网址的末尾不是可读取的 API 路径",

  "unread.cat":
    "其请求体在 `cat` 读取的文件中，不会打开；请粘贴文件内容，或在命令行用 `--request` 给出该文件",
  "unread.echo": "`echo` 在各种 shell 中写反斜杠的方式不同；请把请求体写在 `-d` 之后的单引号之间",
  "unread.printf": "其请求体由 `printf` 拼成，而这里不运行它；请把请求体写在 `-d` 之后的单引号之间",
  "unread.other_writer": "其请求体由其他程序写出，而这里不运行任何内容；请粘贴请求体本身",
  "unread.writer":
    "其请求体是 `{program}` 的输出，而这里不运行任何内容；请单独运行该部分并粘贴其输出",
};
