/** Tells a request that was sent elsewhere from a prompt. */

/** The fields by which requests in the formats that are read are known. */
const FIELDS = /"(?:messages|input|contents)"\s*:/;

/** How a call of PowerShell's web commands begins, as browsers copy one. */
const CALL = /^(?:\$session\s*=\s*New-Object\s|Invoke-(?:WebRequest|RestMethod)\s)/i;

/** How a line begins that writes a body into curl. */
const WRITER = /^(?:\$\s*)?(?:echo|printf|cat|jq)\s/;

/** How code begins that calls an SDK: it is not read, and the sheet says what to paste instead. */
const CODE =
  /^(?:(?:const|let|var)\s+)?(?:\w{1,40}\s*=\s*)?(?:await\s+)?[\w.]{1,60}\.(?:completions|messages|responses)\.(?:create|parse|stream)\s*\(|^(?:from|import)\s+(?:openai|anthropic)\b|^import\s+(?:OpenAI|Anthropic)\s+from\b/;

/**
 * Whether a pasted text is surely meant as a request: a line of curl's or PowerShell's with an address, a JSON object with its
 * fields, or a call of an SDK.
 */
export function looksLikeRequest(text: string): boolean {
  const start = text.trimStart().slice(0, 4_096);
  const isLine = /^(?:\$\s*)?curl(?:\.exe)?\s/.test(start) || CALL.test(start);
  if (isLine) return /https?:\/\//.test(start);
  if (WRITER.test(start)) return /\|\s*curl(?:\.exe)?\s[^|]*?https?:\/\//.test(text);
  if (CODE.test(start)) return true;
  return start.startsWith("{") && text.trimEnd().endsWith("}") && FIELDS.test(text);
}
