/** Advice on failures: connections, proxies, TLS, streams, lists of models, and answers that are not whole. */

export const advice = {
  "advice.check_provider_address": "请检查提供商的地址。",
  "advice.check_address": "请检查地址。",
  "advice.check_name": "请检查地址是否有拼写错误，以及本机是否联网。",
  "advice.check_address_and_network": "请检查地址，以及本机是否联网。",
  "advice.nothing_listens": "该处没有服务在监听。请启动服务器，或检查端口。",
  "advice.too_many_files":
    "本机不允许一个程序打开更多文件和连接：减少同时竞速的赛道，或提高上限（`ulimit -n`）。",
  "advice.nothing_answers": "该处没有任何响应。请检查地址以及中间的防火墙。",
  "advice.no_route": "本机没有通往该处的路由。请检查是否联网，以及是否需要 VPN 或代理。",
  "advice.slow_connection":
    "域名解析、连接、代理和 TLS 加起来耗时过长。请检查地址以及中间的防火墙或代理。",
  "advice.try_again": "请重试。",
  "advice.closed_on_the_way": "服务器或途中的设备关闭了连接。请重试。",
  "advice.closed_mid_answer": "服务器或途中的设备关闭了连接。已收到的内容保留；请重新运行该赛道。",
  "advice.broken_chunks": "问题出在服务器或途中的代理：请告知其运营者。已收到的内容保留。",
  "advice.check_network_settings": "请检查“网络”下的设置。",
  "advice.not_http": "请检查端口，以及地址应以 https:// 还是 http:// 开头。",
  "advice.https_or_allow": "请对该地址使用 https://，或在“提供商”下允许对该主机使用明文 HTTP。",
  "advice.https_or_direct": "请对该地址使用 https://，或直接连接该提供商（“网络”）。",
  "advice.set_key_again": "请重新设置；粘贴时可能带入了换行。",
  "advice.fetchable": "请填写类似 https://example.com/prices.json 的地址，或文件的路径。",
  "advice.foreign_host":
    "请检查提供商的地址。如果它就是 Replicate 自己的地址，请把该主机作为 Paceline 的错误报告。",

  "advice.proxy.login_refused":
    "代理不接受其登录信息。请在“网络”下重新设置，格式为 user:password。",
  "advice.proxy.wants_login":
    "代理需要登录。请在“网络”下设置，格式为 user:password，或使用 `paceline keys set proxy`。",
  "advice.proxy.allows_not":
    "代理不允许连接到 {place}。请询问代理的管理员，或直接连接该提供商（“网络”）。",
  "advice.proxy.reaches_not": "代理无法到达 {place}。请检查地址，以及代理是否联网。",
  "advice.proxy.may_be_wrong": "请在“网络”下检查 {proxy} 是否是正确的代理。",
  "advice.proxy.rules": "代理的规则禁止该连接。请询问代理的管理员，或直接连接该提供商（“网络”）。",
  "advice.proxy.runs": "代理在运行，但无法到达提供商。请检查地址，以及代理是否联网。",
  "advice.proxy.address_type": "代理不识别这类地址。使用 socks5h:// 时由代理自己解析域名。",
  "advice.proxy.socks_version": "请在“网络”下检查它是否是该版本的 SOCKS 代理。",
  "advice.proxy.down": "请启动代理，在“网络”下设置另一个，或直接连接。",
  "advice.proxy.protocol":
    "请在“网络”下检查它是否是 SOCKS 代理（socks5h://），或是否使用 TLS（https://）。",
  "advice.proxy.broke": "请在“网络”下检查它是否是这类代理，以及是否在运行。",
  "advice.proxy.silent": "它可能无法到达提供商，或者不是这类代理。请在“网络”下检查。",
  "advice.proxy.names": "用 socks5h:// 代替 socks5:// 时，由代理解析域名。",
  "advice.proxy.address":
    "请在“网络”下重新设置，例如 http://127.0.0.1:3128 或 socks5h://127.0.0.1:1080。",
  "advice.proxy.asks_login": "本机与提供商之间的代理需要登录。请在网络设置中设置代理及其登录信息。",

  "advice.tls.choose_ca_file":
    "请用 `paceline network set --ca-file FILE` 重新选择 CA 文件，或在“网络”下取消它。",
  "advice.tls.install_certificates":
    "请安装系统证书（Debian 上为 ca-certificates），或用 `paceline network set --ca-file FILE` 选择 CA 文件。",
  "advice.tls.unknown": "请检查地址是否正确，以及途中是否有设备替换了证书。",
  "advice.tls.silent": "请检查端口，以及地址是否应以 http:// 而不是 https:// 开头。",
  "advice.tls.maybe_none": "该处可能不使用 TLS：请检查端口，以及地址是否应以 http:// 开头。",
  "advice.tls.issuer":
    "如果服务器是你自己的，或公司代理会替换证书，请用 `paceline network set --ca-file FILE` 选择其签发者的证书。",
  "advice.tls.self_signed":
    "自签名证书须不是证书颁发机构的证书（CA:FALSE），并用 `paceline network set --ca-file FILE` 选择，才能使用。",
  "advice.tls.other_name": "请检查地址：证书中没有 {host}。",
  "advice.tls.expired": "请检查本机的时钟。如果时钟正确，则须由服务器的运营者更新证书。",
  "advice.tls.early": "请检查本机的时钟：它可能慢了。",
  "advice.tls.revoked": "在服务器的运营者换上新证书之前，不要向那里发送任何内容。",
  "advice.tls.none": "服务器在该处不使用 TLS。地址是否应以 http:// 开头？",
  "advice.tls.client_certificate": "Paceline 无法出示客户端证书。请用其他方式连接该服务器。",
  "advice.tls.old": "服务器只支持过旧的 TLS 版本。须由其运营者启用 TLS 1.2 或 1.3。",

  "advice.kept": "已收到的内容保留。",
  "advice.run_again": "已收到的内容保留。请重新运行该赛道；如果再次出现，请向提供商报告。",
  "advice.answered_with_error": "其消息说明了原因。如果没有帮助，请重新运行该赛道。",
  "advice.answer_filtered":
    "{label} 的过滤器中止了回答。请修改提示词或系统提示词；其他赛道的过滤器可能不同。",
  "advice.website":
    "响应来自网站，而不是 API。请检查地址（通常以 `/v1` 结尾），以及中间是否有登录页面或代理。",
  "advice.chat_address": "请检查地址：它应止于 `/chat/completions` 之前，通常以 `/v1` 结尾。",
  "advice.reads_like":
    "它看起来像接口协议 `{dialect}`：把赛道的接口协议改为它，或把地址改为支持赛道接口协议的地址。",
  "advice.check_dialect":
    "请检查赛道的接口协议和地址：有些服务器在一个路径上使用自有协议，在另一个路径上使用通用协议，通常在 `/v1` 下。",
  "advice.past_deadline":
    "已达到截止时限。已收到的内容保留。可以设置更晚的时限：在“设置”的“新竞速”中，或用 --deadline。",
  "advice.idle":
    "服务器无响应或过载。已收到的内容保留。可以设置更长的超时：在“设置”的“新竞速”中，或用 --idle-timeout。",
  "advice.no_first_token":
    "服务器无响应或过载。已收到的内容保留。可以设置更长的超时：在“设置”的“新竞速”中，或用 --first-token-timeout。",

  "advice.set_address":
    "请在“提供商”下设置类似 {example} 的地址，或使用 `paceline providers at {id} ADDRESS`。",
  "advice.set_key": "{label} 需要密钥。请在“提供商”下设置，或使用 `paceline keys set {id}`。",
  "advice.slow_list": "服务器发送列表非常慢。请重试，或自行填写模型名称。",
  "advice.name_deployment": "请检查地址，并自行填写部署的名称。{listed}",
  "advice.listed_at": "部署列在 {url}。",
  "advice.models_address": "请检查地址：它应止于 `/models` 之前，通常以 `/v1` 结尾。",
  "advice.no_api": "请检查地址：它可能不是 API 的地址。",
  "advice.nearest_names": "相近的名称：{names}。",
  "advice.known_there": "该处已有：{names}。",
  "advice.fewer_rounds":
    "请减少轮数，或用 max tokens 限制回答的长度。发送这么多内容的服务器有故障或怀有恶意。",
  "advice.sent_unanswered": "连接已建立，但服务器挂起或过载。请重试；已发送的内容可能已经到达。",
  "advice.shorter_step": "请在其提示词中少引用几次回答，或用最大 Token 数限制先前的步骤。",
  "advice.later_deadline":
    "期限是所有步骤合计的期限。请延长期限，或用 max tokens 限制各步骤的回答。",

  "unfinished.filtered": "它不计入任何平均值。请修改提示词或系统提示词；其他赛道的过滤器可能不同。",
  "unfinished.declined": "它不计入任何平均值。请修改提示词，或换一个模型竞速。",
  "unfinished.raise_limit":
    "请提高 max tokens 或降低推理强度：推理模型的思考也会消耗同样的 Token。",
  "unfinished.no_text":
    "它不计入任何平均值。请重新运行该赛道；如果再次出现，请检查模型、提示词和接口协议。",
  "unfinished.context_full": "回答被截断。请缩短提示词，或选择上下文更长的模型。",
  "unfinished.paused": "回答没有完成。请重新运行该赛道，或修改提示词，使其不需要长时间调用工具。",
  "unfinished.stopped_there": "回答被截断，但不是由你停止的。请重新运行该赛道。",
  "unfinished.cut_off": "回答被截断。服务器或途中的设备放弃了；请重新运行该赛道。",
  "unfinished.ended_failed": "已收到的内容保留。请重新运行该赛道；如果再次出现，请向提供商报告。",
} as const;
