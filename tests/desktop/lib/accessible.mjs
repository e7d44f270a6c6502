/** The window as a screen reader gets it: the accessible tree that WebKitGTK gives away over AT-SPI. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("accessible.py", import.meta.url));
const TREE_BYTES = 1 << 26;

/** The page's tree. The system's own Python has the bindings; another one that stands first in PATH has not. */
export async function accessibleTree({ pid }) {
  const { stdout } = await run("/usr/bin/python3", [SCRIPT, String(pid)], { maxBuffer: TREE_BYTES });
  return JSON.parse(stdout);
}

/** Every node in the order in which it is read, with those it stands in. */
export function inOrder(tree, above = []) {
  return [{ ...tree, above }, ...tree.children.flatMap((child) => inOrder(child, [...above, tree]))];
}

/** All that a screen reader reads of a node, in its order. */
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
