/** Why a key was not kept, and what to do about it. */

export const keys = {
  "key.no_owner": "手动输入的地址没有自己的密钥。",
  "key.takes_none": "{label} 不接受密钥。",
  "key.not_at_home": "{label} 位于 {origin}，而其变量是为它自己的地址设置的。",
  "key.of_cloud":
    "这是 {label} 的密钥，而 {origin} 在这台电脑上，任何程序都可能在那里应答，因此不会为它保存。",
  "key.keep_for": "请为 {label} 保存它。",
  "key.no_known_variable": "没有已知的变量存放 {label} 的密钥。",
  "key.no_variable": "未设置 {names}，因此没有可供 {label} 复制的密钥。",
  "key.not_text": "变量 {name} 不是文本，因此其中没有密钥。",

  "key.empty": "密钥为空。",
  "key.unsendable":
    "密钥的第 {position} 个字符无法发送给提供商（空格、换行或 ASCII 之外的字符）：请重新复制密钥，不要带上其前后的内容。",
  "key.several": "共有 {lines} 行：请一次只提供一个密钥。",
  "key.masked": "该密钥的中间部分被遮盖，控制台之后就是这样显示的：请在创建时复制，或新建一个。",
  "key.too_long": "密钥对本系统的密钥环来说太长，它最多容纳 {limit} 个字符。",
  "key.no_provider": "没有为该密钥指定提供商。",
  "key.waiting": "正在等待解锁密钥环：请回答系统的提问，然后重试。",
  "key.unreadable": "密钥环中该提供商的条目不是密钥：请重新设置密钥。",
  "key.failed": "密钥环出错：{why}。",
  "key.save_endpoint": "请将其保存为端点。",
  "key.paste_for": "请粘贴用于 {origin} 的密钥。",
};
