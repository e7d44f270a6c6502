/** The space between Chinese characters and Latin letters or digits, where a value may be either. */

const HAN = /\p{Script=Han}/u;
/** Letters, digits and signs that belong to a number. */
const WESTERN = /[\p{Script=Latin}\p{N}$%+−±<>≥≤×–/]/u;

/** Two pieces with one space where they change between the scripts, and none between Chinese characters. */
function joined(before: string, after: string): string {
  const [left, right] = [before.trimEnd(), after.trimStart()];
  const [last = "", first = ""] = [left.at(-1), right[0]];
  const changes =
    (HAN.test(last) && WESTERN.test(first)) || (WESTERN.test(last) && HAN.test(first));
  return `${left}${changes ? " " : ""}${right}`;
}

/** The same for the pieces of a template, where spaces between words of other scripts stay. */
export function piecesJoined(before: string, after: string): string {
  const isHan = HAN.test(before.trimEnd().at(-1) ?? "") || HAN.test(after.trimStart()[0] ?? "");
  return isHan ? joined(before, after) : before + after;
}

/** A text whose values may be in either script: spaced`按${name}排列` is “按 TTFT 排列” or “按延迟排列”. */
export function spaced(
  texts: TemplateStringsArray,
  ...values: readonly (string | number)[]
): string {
  return values.reduce<string>(
    (text, value, index) => joined(joined(text, String(value)), texts[index + 1] ?? ""),
    texts[0] ?? "",
  );
}
