/** Advice on refused requests. */

export const refusals = {
  "refusal.model.named": "`{model}`",
  "refusal.model.unnamed": "该模型",
  "refusal.key_refused": "{label} 不接受这个密钥。请检查它是否完整、是否仍然有效，或另设一个。",
  "refusal.key_missing": "{label} 需要密钥，但没有发送。",
  "refusal.no_credit":
    "密钥没有问题；账户需要充值或提高支出上限。请在 {label} 的控制台中设置，然后重新运行该赛道。",
  "refusal.region":
    "{label} 不支持你所在的国家或地区。请检查 VPN 或代理的出口位置；网关可能在该地区提供此模型。",
  "refusal.unverified":
    "请在 {label} 控制台的设置中验证你的组织；可能需要 15 分钟才生效。{without}",
  "refusal.without_effort": "不设推理强度时，该赛道也许可以照常运行。",
  "refusal.gated":
    "密钥有效，但 {model} 未对该账户开放。请在 {label} 的控制台中接受其条款或申请访问，或换一个模型。",
  "refusal.data_policy":
    "账户自身的隐私设置排除了 {model} 的所有后端。请在 {label} 的设置中允许其中一个，或换一个模型。",
  "refusal.no_backend":
    "{label} 没有后端能按该赛道或你账户的要求提供 {model}。请检查 `@` 之后的名称，以及你的账户在那里允许和忽略哪些提供商；不写 `@` 则由 {label} 选择。",
  "refusal.other_backends":
    "{label} 没有后端能按该赛道或你账户的要求提供 {model}。提供它的有 {names}：请在 `@` 之后填写其中一个，并检查你的账户在那里允许哪些提供商；不写 `@` 则由 {label} 选择。",
  "refusal.no_deployment":
    "没有名为 {model} 的部署。赛道的模型是你在 {label} 的部署名称，而不是其模型的名称；新部署可能要五分钟后才有响应。",
  "refusal.out_of_memory":
    "请选择比 {model} 更小的模型、更强的量化或更短的上下文，或在运行它的机器上释放内存。",
  "refusal.loading":
    "{model} 正在加载，尚无法响应。请稍后重新运行该赛道；预热轮可使加载时间不计入数据。",
  "refusal.loading_for":
    "{model} 正在加载，尚无法响应。请在约 {wait} 后重新运行该赛道；预热轮可使加载时间不计入数据。",
  "refusal.capacity": "{label} 目前没有可用容量；与你的限额无关。请稍后重试，或换用其他服务层级。",
  "refusal.timeout":
    "{label} 或其前面的网关等待超时。请重试；更短的提示词、更低的推理强度或更小的上限会更快得到回答。",
  "refusal.too_long_for_account":
    "提示词与 max tokens 之和超过了该账户每分钟可向 {label} 发送的量。请缩短提示词、降低 max tokens，或提高账户的限额。",
  "refusal.too_long":
    "提示词与 max tokens 之和超过了 {model} 的上限。请缩短提示词、降低 max tokens，或选择更长的上下文。",
  "refusal.filtered": "{label} 的过滤器在模型读到提示词之前就将其拦截。请修改提示词或系统提示词。",
  "refusal.inference_profile":
    "{label} 只通过推理配置文件提供 `{model}`。请在名称前加上区域，例如 `us.{model}`。",
  "refusal.no_model": "{label} 没有模型 `{model}`。请从其模型列表中选取名称。",
  "refusal.no_model_for_key":
    "{label} 没有模型 `{model}`，或不对这个密钥开放。请从其模型列表中选取名称。",
  "refusal.likelier_address": "该地址没有提供任何服务。你是否想用 {address}？",
  "refusal.nothing_there": "该地址没有提供任何服务。请检查地址，以及该处使用的接口协议。",
  "refusal.no_effort": "{model} 不接受推理强度。请在该赛道中不设它。",
  "refusal.something_refused": "服务器拒绝了请求中的某些内容；其消息说明了是什么。",
  "refusal.setting_refused": "服务器拒绝了 `{parameter}`。请在该赛道中去掉或修改它。",
  "refusal.field_refused":
    "服务器拒绝了 `{parameter}`，而赛道的任何设置都不能改变它。请检查赛道的接口协议和地址，或换用 {label} 的其他接口协议。",
  "refusal.overloaded": "{label} 目前过载或不可用；原因不在你这一方。请稍后重试。",
  "refusal.failed": "{label} 出现故障；原因不在你这一方。请稍后重试；其状态页可能有更多说明。",
  "refusal.own_words": "提供商的消息说明了原因。",
  "refusal.other_dialect": "{model} 不支持赛道的接口协议 `{own}`。请使用接口协议 `{dialect}`。",
  "refusal.other_row":
    "{model} 不支持赛道的接口协议 `{own}`。请用提供商 `{row}` 竞速，它使用同一个密钥。",
  "refusal.no_chat_model":
    "{model} 不能在赛道的接口协议 `{own}` 中使用。请选择聊天模型，或提供商所说的接口协议。",
  "refusal.login_page":
    "服务器把请求转到了另一台主机{to}，就像网络登录页面那样。带着密钥时不会跟随重定向：请在浏览器中打开该地址，仅当提供商确已迁移时才修改其地址。",
  "refusal.moved":
    "服务器把请求转到了别处{to}。带着密钥时不会跟随重定向；请把地址设为其指向的地址。",
  "refusal.target": "（{to}）",
  "refusal.limits_at_once": "{label} 限制了可同时运行的请求数。",
  "refusal.limits_much": "{label} 限制了请求量。",
  "refusal.used_up": "{label} 限制了请求量。已用尽：{limits}。",
  "refusal.again_in": "请在 {wait} 后重试。",
  "refusal.fewer_lanes": "请等待，或减少同时竞速的赛道。",
  "refusal.closed_account": "账户本身已关闭或受限。只有 {label} 能重新开通：请联系其客服。",
  "refusal.other_network":
    "{label} 只允许从特定网络使用该账户。请检查其控制台中的地址列表，以及中间是否有 VPN 或代理。",
  "refusal.other_pages":
    "该密钥仅限特定的网页或应用使用。请在 {label} 的控制台中取消该限制，或使用没有限制的密钥。",
  "refusal.switched_off":
    "该密钥所属的项目未启用此 API，或该密钥用于其他 API。请在 {label} 的控制台中启用，然后等待几分钟。",
  "refusal.no_right": "密钥有效，但缺少权限。请在 {label} 的控制台中授予，或使用另一个密钥。",
  "refusal.forbidden": "{label} 拒绝了该密钥、地区或地址。请检查该密钥的权限，以及中间是否有代理。",
} as const;
