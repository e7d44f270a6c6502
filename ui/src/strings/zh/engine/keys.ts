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
  "keyring.locked": "密钥环已锁定。",
  "keyring.no_collection": "Secret Service 正在运行，但没有可存放密钥的默认密钥环。",
  "keyring.no_service": "本会话的总线上没有 Secret Service 应答（{error}）。",
  "keyring.no_bus": "没有用来访问密钥环的会话总线：未设置 DBUS_SESSION_BUS_ADDRESS（{error}）。",
  "keyring.silent_bus":
    "用来访问密钥环的会话总线在 DBUS_SESSION_BUS_ADDRESS={address} 没有应答（{error}）。",
  "keyring.silent_service": "Secret Service 存在，但没有应答。",
  "keyring.system_broken": "无法使用 {keyring}：{error}。",
  "keyring.system_silent": "{keyring} 没有应答。",
  "keyring.headless":
    "运行 `dbus-run-session -- bash`，在该 shell 中用自己的密码（不能为空）运行 `echo PASSWORD | gnome-keyring-daemon --unlock --components=secrets`，再从同一个 shell 启动 Paceline",
  "keyring.unlock":
    "请在系统询问时解锁，或在“密码和密钥”中解锁。没有桌面时：`echo PASSWORD | gnome-keyring-daemon --replace --unlock --components=secrets`。",
  "keyring.create_collection": "请在“密码和密钥”中新建一个并设为默认。没有桌面时：{headless}。",
  "keyring.install_service":
    "请安装一个（`sudo apt install gnome-keyring`，或在 KWallet 或 KeePassXC 中启用），然后重新登录。没有桌面时：{headless}。",
  "keyring.start_from_desktop":
    "请从桌面会话启动 Paceline，或安装密钥环（`sudo apt install gnome-keyring dbus`）并{headless}。",
  "keyring.start_with_bus": "请从总线正在运行的会话启动 Paceline，或{headless}。",
  "keyring.answer_dialog":
    "请查看是否有系统对话框在等待回答。如果没有，请结束密钥环（`gnome-keyring-daemon --replace --components=secrets`），然后重新启动 Paceline。",
  "keyring.open_keychain":
    "请打开“钥匙串访问”，确认登录钥匙串存在并已解锁，然后重新启动 Paceline。",
  "keyring.start_manager":
    "请在自己的会话中启动 Credential Manager 服务（services.msc），然后重新启动 Paceline。",
  "key.save_endpoint": "请将其保存为端点。",
  "key.paste_for": "请粘贴用于 {origin} 的密钥。",
};
