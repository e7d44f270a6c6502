/** 链的文本：阵容、赛道和卡片上的步骤。 */

import { count } from "../numbers";
import type { Texts } from "../texts";

export const chain: Texts["strings"]["chain"] = {
  title: "此后的步骤",
  hint: "带有步骤的赛道是一条链：从第一个请求计时到最后的回答，费用为所有步骤之和。",
  add: "添加步骤",
  addTitle: "接下来询问谁",
  remove: (step) => `移除步骤 ${step}`,
  when: (step) => `何时询问步骤 ${step}`,
  rules: {
    check_fails: "检查未通过时",
    always: "总是，使用前一回答",
    says: "回答提到时",
    otherwise: "其余情况",
  },
  name: "回答中的词",
  prompt: (step) => `步骤 ${step} 的提示词`,
  usual: {
    answer: "前一步骤的回答：{{answer}}",
    prompt: "赛道的提示词：{{prompt}}",
  },
  system: (step) => `步骤 ${step} 的系统提示词`,
  usualSystem: "系统提示词：与赛道相同",
  own: "设置",
  settings: (step) => `步骤 ${step} 的设置`,
  up: (step) => `上移步骤 ${step}`,
  down: (step) => `下移步骤 ${step}`,
  ownCheck: "单独的检查",
  sharedChecks: (checks) =>
    `由每个回答的 ${count(checks)} 项检查决定。若其中有检查知道预期答案，这条链的表现会优于实际使用。`,
  noChecks: "尚无任何检查。请在此添加一项，或为每个回答添加一项。",
  step: (step, model) => `${step}. ${model}`,
  more: (steps) => `+ ${count(steps)} 个步骤`,
  earlier: "先前的步骤",
  during: (step, phase) => `步骤 ${step}：${phase}`,
  climbed: (asked, of) => `${count(of)} 轮中有 ${count(asked)} 轮继续`,
  passed: "通过",
  failed: "未通过检查",
};
