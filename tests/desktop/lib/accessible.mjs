/** The window as a screen reader sees it: the accessibility tree that WebKitGTK exposes over AT-SPI. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("accessible.py", import.meta.url));
const TREE_BYTES = 1 << 26;

/** The page's tree. The system's own Python has the bindings; another one earlier in PATH does not. */
export async function accessibleTree({ pid }) {
  const { stdout } = await run("/usr/bin/python3", [SCRIPT, String(pid)], { maxBuffer: TREE_BYTES });
  return JSON.parse(stdout);
}

/** Every node in reading order, with its ancestors. */
export function inOrder(tree, above = []) {
  return [{ ...tree, above }, ...tree.children.flatMap((child) => inOrder(child, [...above, tree]))];
}

/** Everything a screen reader reads for a node, in order. */
export function spoken(node) {
  const parts = node.text.split("\ufffc");
  if (node.text === "") return [node.name, ...node.children.map(spoken)].filter(Boolean).join(" ");
  const children = node.children.map(spoken);
  return parts
    .flatMap((part, at) => [part, children[at] ?? ""])
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
