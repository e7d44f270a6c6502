/** Texts of checks of answers, in Chinese. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { spaced } from "./spacing";

export const checks: Texts["strings"]["checks"] = {
  heading: "检查",
  number: (n) => `${count(n)} 项检查`,
  composer: "回答须通过以下所有检查才算正确。",
  remove: (check) => spaced`移除检查：${check}`,
  removed: "已移除检查。",
  undo: "撤销",
  asksSet: (prompts, rounds, suite) => {
    const set = suite === null ? "一组提示词" : `内置题集“${suite}”`;
    const asks =
      prompts === null
        ? `本次竞速每轮依次询问${set}中的一个，取代上面的提示词。`
        : `本次竞速每轮依次询问${set}（共 ${count(prompts)} 个）中的一个，取代上面的提示词。`;
    return prompts !== null && rounds < prompts
      ? `${asks}共 ${count(rounds)} 轮，只询问前 ${count(rounds)} 个。`
      : asks;
  },
  checkedOfSet: (checked, prompts) => {
    if (checked === prompts) return "每个都说明了怎样的回答正确。";
    return checked === 0
      ? "没有一个说明怎样的回答正确。"
      : `其中 ${count(checked)} 个说明了怎样的回答正确。`;
  },
  promptsOfSet: "这组提示词",
  showSet: "显示提示词",
  moreOfSet: (more) => `另有 ${count(more)} 个。`,
  removedSet: "改回询问上面的提示词，一次。",
  removeSet: "改为询问上面的提示词",
  form: {
    title: "检查回答",
    addHint: "检查回答：设定怎样才算正确",
    kind: "回答正确的条件",
    kinds: {
      contains: "包含一段文本",
      equals: "等于一段文本",
      regex: "匹配正则表达式",
      number: "给出一个数",
      json: "是 JSON",
      json_schema: "符合 JSON Schema",
      tool_call_valid: "按声明调用工具",
      tool_call_equals: "正好进行这些工具调用",
      merged: "是某个文件",
      length: "长度在范围内",
      language: "使用指定语言",
      no_refusal: "没有拒绝回答",
      command: "通过自己的命令",
    },
    fields: {
      text: "文本",
      pattern: "正则表达式",
      value: "数",
      tolerance: "允许误差",
      least: "至少",
      most: "至多",
      language: "语言代码，例如 de",
      command: "命令",
    },
    lines: { schema: "JSON Schema", calls: "工具调用（JSON）", file: "完整文件" },
    callsHint:
      '例如 [{"name": "weather", "arguments": {"city": "Oslo"}}]，且没有其他调用。[] 表示不调用工具。',
    anyOrder: "顺序不限",
    fileHint: "行尾空白和文件末尾的空行不计。",
    ignoreCase: "不区分大小写",
    percent: "误差按该数的百分比计",
    taken: "取回答中的哪个数",
    takens: { last: "最后一个", first: "第一个", only: "唯一的一个" },
    fenced: "可以放在一个 Markdown 代码块中",
    unit: "计数单位",
    units: { words: "词", characters: "字符", sentences: "句" },
    patternHint: "以线性时间匹配：不支持环视和反向引用。",
    toolsHint: "请求中须有工具。",
    refusalHint: "根据模型拒绝时的常见开头判断，可能误判。",
    commandHint:
      "命令从标准输入读取回答，正确时以 0 结束，错误时以 1 结束；输出的第一行是原因。它在竞速之后运行，最多 10 秒，没有您的环境变量，在空文件夹中。首次运行前会询问您。",
    commandJson: "读取 JSON 对象：文本、工具调用和行",
    negated: "不满足此项才算正确",
    submit: "添加检查",
    added: (check) => spaced`已添加检查：${check}。`,
    problems: {
      text: "请填写文本。",
      pattern: "请填写正则表达式。",
      number: "请填写一个数。",
      tolerance: "请填写不小于 0 的数。",
      schema: "Schema 应为对象，或为 true 或 false。",
      calls: "请写调用的列表，每个有名称和参数。",
      file: "请写回答应为的文件。",
      count: "请填写不小于 0 的整数。",
      noLimit: "请填写下限或上限。",
      order: "上限不能小于下限。",
      language: "请填写两个或三个字母的代码。",
      command: "请填写命令。",
    },
  },
  commands: {
    asked: "尚未开始。",
    asking: "有一个对话框正在询问能否运行此计划中的命令；您在那里回答后才会开始。",
    running: (ended, of) => spaced`命令已检查 ${count(ended)} / ${count(of)}`,
    declined: (commands) => spaced`未开始：这台电脑上没有允许这个命令：${commands}`,
    declinedFix: "询问时允许它，或移除这项检查。",
    title: "可以检查回答的命令",
    story: "它们以您的权限在这台电脑上运行。许可只对命令原文有效，与来自哪个计划无关。",
    none: "没有。首次有命令的竞速会询问。",
    forget: "撤回",
    forgetOf: (command) => spaced`撤回许可：${command}`,
    forgotten: "该命令不再可以运行。",
  },
  verdicts: { right: "正确", wrong: "错误", unknown: "不知是否正确" },
  passed: (checks) => (checks === 1 ? "通过检查。" : `通过全部 ${checks} 项检查。`),
  expectedDiff: "删除线：应有而缺失。下划线：多余的内容。",
  noReason: "只保存了回答是否正确，没有保存原因。",
  rightIn: (right, known) => `${count(known)} 次中 ${count(right)} 次正确`,
  alsoUnknown: (n) => `${count(n)} 次不知`,
  wrongAnswer: "回答错误",
  wrongIn: (wrong, rounds) => `${count(rounds)} 轮中 ${count(wrong)} 轮错误`,
  noPlace: "因有错误的回答而无名次",
  legend: "划线：有错误的回答，因此无名次",
  whoWrong: (who) => spaced`因有错误的回答而不排名：${who}`,
  whoWrongIn: (who, wrong, rounds) => spaced`${who}（${count(rounds)} 轮中 ${count(wrong)} 轮）`,
  pairs: {
    title: "谁答对得更多",
    more: (one, other) => spaced`${one}答对的次数多于${other}。`,
    open: (one, other) => spaced`由此看不出${one}与${other}谁答对得更多。`,
    pair: (pairs, first, second, p) =>
      `双方都回答的 ${count(pairs)} 个问题中，只有前者答对的有 ${first} 个，只有后者答对的有 ${second} 个（McNemar 检验，mid-p：${p}）。`,
    among: (contenders) =>
      `按 ${count(contenders)} 个之间的所有配对合计以 5% 的水平区分，因此单个配对的 p 须更小。`,
  },
  questions: {
    title: "哪些问题答对了",
    question: "问题",
    numbered: (question) => `第 ${count(question)} 题`,
    round: (round) => `第 ${count(round)} 轮`,
    found: { right: "正确", wrong: "✗ 错误", unknown: "? 不明" },
    failed: "✗ 失败",
    firstOpen: (why) => spaced`第一个不正确的回答：${why}`,
    rightOf: (right, of) => `${right}/${of}`,
    leftOut: (right, others) =>
      `省略：${[
        right > 0 ? `${count(right)} 个所有赛道都答对的问题` : "",
        others > 0 ? `另外 ${count(others)} 个问题` : "",
      ]
        .filter(Boolean)
        .join("，")}。`,
  },
  table: {
    right: "正确",
    rightOf: (right, known) => `${count(right)}/${count(known)}`,
    share: "正确率",
    within: (share, interval) => `${share}（95%：${interval}）`,
    shareStory: "正确 ÷（正确 + 错误 + 失败），按请求计，附 95% 区间（Wilson）。",
    unknown: "不知是否正确",
    seconds: "每个正确回答的时间",
    secondsStory: "所有计量请求的时间 ÷ 正确回答数。",
    dollars: "每个正确回答的费用",
    dollarsStory: "所有计量请求的费用 ÷ 正确回答数。有一项费用未知时缺失。",
  },
};
