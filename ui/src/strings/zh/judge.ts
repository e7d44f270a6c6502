/** Texts of the judge of a race, in Chinese. */

import { count } from "../numbers";
import type { Texts } from "../texts";
import { spaced } from "./spacing";

export const judge: Texts["strings"]["judge"] = {
  name: "裁判",
  simulated: "模拟",
  add: "请一位裁判",
  addHint: "赛后询问一个模型两个回答哪个更好：不显示名称，两种顺序各问一次",
  composer: (who) => spaced`赛后询问 ${who}：两个回答哪个更好。`,
  remove: "不请裁判",
  who: "由谁评判",
  nobody: "请选择模型。",
  other: "换一个模型",
  criteria: "评判标准",
  criteriaHint: "先看正确，再看完整，再看清楚",
  tokens: "每次裁决最多 Token 数",
  formHint:
    "每轮中每两条赛道比较一次，两种顺序各问一次。这些请求计入竞速可能的费用。回答可能试图说服裁判；检查则无法被说服。",
  submit: "请这位裁判",
  requests: (requests) => spaced`其中 ${count(requests)} 次给裁判`,
  unpriced: "裁判没有价格",
  asking: "正在询问裁判……",
  stop: "停止裁判",
  askRest: "向裁判询问其余部分",
  laterHint:
    "询问一个模型：本次竞速的两个回答中哪个更好，不告知名称，两种顺序各问一次；它的回答随到随存",
  atMost: (requests) => `最多 ${count(requests)} 次请求`,
  announceEnd: "裁判已作答。",
  judging: (ended, of) => spaced`裁判已答 ${count(ended)} / ${count(of)}`,
  label: "裁判的意见",
  notAsked: "未询问裁判：竞速被停止、未能保存，或 Paceline 先被结束。",
  asked: (who, requests, pairs) =>
    spaced`就 ${count(pairs)} 对回答询问了 ${who} ${count(requests)} 次，不显示名称，两种顺序各一次`,
  cost: (usd) => spaced`费用 ${usd}`,
  costUnknown: (requests) => spaced`${count(requests)} 个请求费用未知`,
  took: (time) => spaced`用时 ${time}`,
  agreed: (agreed, pairs, share) =>
    spaced`它在 ${count(pairs)} 对中有 ${count(agreed)} 对前后一致（${share}）`,
  within: (share, interval) => spaced`${share}，95%：${interval}`,
  used: "此处采用它的意见。检查和奖牌都不以它为准",
  prefersFirst: (many, decided) =>
    spaced`两种顺序都作出裁决的 ${count(decided)} 对中，有 ${count(many)} 对它偏向排在前面的：不采用它的意见`,
  prefersSecond: (many, decided) =>
    spaced`两种顺序都作出裁决的 ${count(decided)} 对中，有 ${count(many)} 对它偏向排在后面的：不采用它的意见`,
  chance: "这不能确定高于随机：不采用它的意见",
  tooFew: "它裁决的太少，不足以采用它的意见",
  onlyTies: (pairs) => spaced`它把全部 ${count(pairs)} 对都判为平局：分不出高下，不采用它的意见`,
  unread: "没有一对在两种顺序下都得到裁决：没有可采用的意见",
  prefers: (first, second) => spaced`认为 ${first} 胜过 ${second}`,
  prefersNeither: (first, second) => spaced`就目前所见，${first} 与 ${second} 不分高下`,
  notUsed: "不采用它的意见",
  pairTitle: (first, second) => spaced`${first} 对 ${second}`,
  split: (rounds, first, second, p) =>
    spaced`${count(rounds)} 轮中前者胜 ${count(first)} 轮，后者胜 ${count(second)} 轮（符号检验，mid-p：${p}）`,
  remarks: {
    unread: (n) => spaced`未在两种顺序下都得到裁决的对数：${count(n)}`,
    identical: (n) => spaced`回答逐字相同、未询问任何人的对数：${count(n)}`,
    notAsked: (n) => spaced`因裁判被停止、被中断或连续失败五次而剩下的对数：${count(n)}`,
    cut: (n) => spaced`有内容过长、未能完整给裁判看的对数：${count(n)}`,
    named: (n) => spaced`有回答提到本次竞速的模型或提供商、裁判可能知道是谁所写的对数：${count(n)}`,
    isLane: "裁判本身就是其中一条赛道，而模型往往偏爱自己的回答",
  },
  votes: "它逐次所说",
  round: (round) => spaced`第 ${count(round)} 轮`,
  order: (first, second) => spaced`${first} 在 ${second} 之前`,
  choices: { first: "前者", second: "后者", tie: "平局" },
  noVerdict: "没有裁决",
};
