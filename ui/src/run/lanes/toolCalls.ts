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

/** The calls in order of arrival. A call without arguments has none in the text either. */
export function toolCallsIn(text: string): ToolCall[] {
  const calls: ToolCall[] = [];
  for (let at = 0; at < text.length; ) {
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
