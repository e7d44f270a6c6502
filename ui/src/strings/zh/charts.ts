/** Texts of every chart, in Chinese. */

import type { Texts } from "../texts";

export const charts: Texts["strings"]["charts"] = {
  asTable: "以表格显示数字",
  asChart: "显示图表",
  save: "保存图片",
  saveSvg: "另存为 SVG",
  savePng: "另存为 PNG",
  saved: (path) => `已保存 ${path}`,
  example: "示例 · 数字均为虚构，不会保存",
  nothing: "没有可绘制的测量数据。",
  noNumber: "未测得数值",
  log: (axis) => (axis ? `${axis}（对数）` : "对数"),
  cut: "此坐标轴不从零开始。",
  walk: "图表中的数值",
  walkHint: "用方向键逐个查看数值。",
};
