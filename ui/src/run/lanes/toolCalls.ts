/** The tool calls of an answer, taken out of the text in which they arrived: each a name and its arguments. */

export interface ToolCall {
  name: string;
  /** As the model wrote them. */
  arguments: string;
}

/** Where the JSON object that begins at `from` ends; the text's end if it is not complete. */
function endOf(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted) {
      if (letter === "\\") at += 1;
      else if (letter === '"') isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === "{") depth += 1;
    else if (letter === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** The calls in order of arrival, at most `most`. A call without arguments has none in the text either. */
export function toolCallsIn(text: string, most = Number.POSITIVE_INFINITY): ToolCall[] {
  const calls: ToolCall[] = [];
  for (let at = 0; at < text.length && calls.length < most; ) {
    const begin = text.indexOf("{", at);
    const name = text.slice(at, begin < 0 ? text.length : begin).trim();
    if (begin < 0) {
      if (name) calls.push({ name, arguments: "" });
      break;
    }
    const end = endOf(text, begin);
    calls.push({ name, arguments: text.slice(begin, end) });
    at = end;
  }
  return calls;
}

/** Characters of arguments that are laid out; the rest is in the exports and in the clipboard. */
const MOST_CHARACTERS = 4_000;
/** Levels of arguments that are indented: each line of a level has that many spaces. */
const DEEPEST = 20;

/** Arguments indented if they are JSON, and as they came otherwise. */
export function readableArguments(text: string): string {
  if (text.length > MOST_CHARACTERS) return `${text.slice(0, MOST_CHARACTERS)}…`;
  if (depthOf(text) > DEEPEST) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const letter of text) {
    if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
