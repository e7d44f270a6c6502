/** A body with a line for each of its values. Its texts and numbers stay as they are sent: JavaScript would write some others. */

/** Characters that are read between two frames. */
const AT_ONCE = 300_000;

/** The place behind the text that begins at a quote. */
function behindText(json: string, from: number): number {
  for (let at = from + 1; ; ) {
    const quote = json.indexOf('"', at);
    if (quote < 0) return json.length;
    let slash = quote;
    while (json[slash - 1] === "\\") slash -= 1;
    if ((quote - slash) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** The text of a JSON value, indented; `rest` is called between two parts of a long one. */
export async function indented(json: string, rest: () => Promise<void>): Promise<string> {
  const out: string[] = [];
  let depth = 0;
  const row = () => out.push("\n", "  ".repeat(depth));
  for (let at = 0, rested = 0; at < json.length; ) {
    if (at - rested > AT_ONCE) {
      rested = at;
      await rest();
    }
    const sign = json.charAt(at);
    if (sign === '"') {
      const end = behindText(json, at);
      out.push(json.slice(at, end));
      at = end;
      continue;
    }
    const closing = sign === "{" ? "}" : "]";
    if (sign === "{" || sign === "[") {
      if (json.charAt(at + 1) === closing) {
        out.push(sign, closing);
        at += 2;
        continue;
      }
      depth += 1;
      out.push(sign);
      row();
    } else if (sign === "}" || sign === "]") {
      depth -= 1;
      row();
      out.push(sign);
    } else if (sign === ",") {
      out.push(sign);
      row();
    } else out.push(sign === ":" ? ": " : sign);
    at += 1;
  }
  return out.join("");
}
