/**
 * Colours a block of code: comments, strings, numbers and keywords, in one pass. It knows families of languages but no
 * grammar, which is enough for reading; code it does not know stays as it is.
 */

type Kind = "comment" | "string" | "number" | "keyword" | "name";

interface Family {
  /** Tokens that begin a line comment. */
  line: readonly string[];
  block: readonly [open: string, close: string] | null;
  quotes: string;
  keywords: ReadonlySet<string>;
  /** Whether keywords are case-insensitive. */
  anyCase?: true;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const C: Family = {
  line: ["//"],
  block: ["/*", "*/"],
  quotes: "\"'`",
  keywords: words(
    "abstract as async await auto bool boolean break byte case catch char class const constexpr continue crate debugger def default defer delete do double else enum export extends extern false final finally float fn for foreach from func function get go goto guard if impl implements import in include int interface internal is let long loop match mod module move mut namespace new nil null nullptr object of operator override package private protected pub public raise range readonly ref return sealed self Self set short sizeof static string struct super switch template this throw throws trait true try type typedef typename typeof union unsafe unsigned use using val var virtual void volatile when where while with yield",
  ),
};

const HASH: Family = {
  line: ["#"],
  block: null,
  quotes: "\"'`",
  keywords: words(
    "and as assert async await begin break case class continue def del do done echo elif else elsif end ensure esac except exit export false False fi finally for from function global if import in is lambda local match module next nil None nonlocal not null or pass raise require rescue return self set source super then true True try unless until when while with yield",
  ),
};

const SQL: Family = {
  line: ["--"],
  block: ["/*", "*/"],
  quotes: "'\"`",
  anyCase: true,
  keywords: words(
    "add all alter and as asc begin between by case cast check column commit constraint create cross default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null on or order outer over partition primary references returning right rollback select set table then true union unique update using values view when where with",
  ),
};

const DATA: Family = { line: [], block: null, quotes: '"', keywords: words("true false null") };
const STYLE: Family = { ...DATA, block: ["/*", "*/"], quotes: "\"'", keywords: words("important") };
const MARKUP: Family = { line: [], block: ["<!--", "-->"], quotes: "\"'", keywords: words("") };

const FAMILIES: readonly [Family, string][] = [
  [
    C,
    "c cc cpp c++ cs csharp cxx dart go golang h hpp java javascript js jsx kotlin kt mjs objc php proto rs rust scala solidity svelte swift ts tsx typescript vue zig",
  ],
  [
    HASH,
    "bash cmake console dockerfile elixir fish hcl ini julia makefile nix perl powershell properties ps1 py python python3 r rb ruby sh shell terraform toml yaml yml zsh",
  ],
  [SQL, "mysql pgsql plsql postgres postgresql sql sqlite"],
  [DATA, "json json5 jsonc jsonl"],
  [STYLE, "css less sass scss"],
  [MARKUP, "html svg xhtml xml"],
];

const BY_NAME = new Map(
  FAMILIES.flatMap(([family, names]) => names.split(" ").map((name) => [name, family] as const)),
);

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Maximum length of coloured code, in characters: nobody reads longer code by its colours. */
const MOST_CHARACTERS = 100_000;

const WORD = /[\p{L}\p{N}_$]+/uy;

function ending(code: string, from: number, close: string): number {
  const found = code.indexOf(close, from);
  return found < 0 ? code.length : found + close.length;
}

/** Where a string that begins at `from` ends: at its quote or, without one, at the end of its line. */
function stringEnd(code: string, from: number, quote: string): number {
  if (code.startsWith(quote.repeat(3), from)) return ending(code, from + 3, quote.repeat(3));
  for (let at = from + 1; at < code.length; at += 1) {
    const here = code[at];
    if (here === "\\") at += 1;
    else if (here === quote) return at + 1;
    else if (here === "\n" && quote !== "`") return at;
  }
  return code.length;
}

/** The token at `at`, and where it ends; null if it has no colour. */
function tokenAt(code: string, at: number, family: Family): [Kind, number] | null {
  const { line, block, quotes, keywords, anyCase } = family;
  const here = code[at] ?? "";
  if (line.some((mark) => code.startsWith(mark, at))) {
    const end = code.indexOf("\n", at);
    return ["comment", end < 0 ? code.length : end];
  }
  if (block && code.startsWith(block[0], at))
    return ["comment", ending(code, at + block[0].length, block[1])];
  if (quotes.includes(here)) return ["string", stringEnd(code, at, here)];
  WORD.lastIndex = at;
  const word = WORD.exec(code)?.[0];
  if (!word) return null;
  const end = at + word.length;
  if (/^[0-9]/.test(word)) return ["number", end];
  return [keywords.has(anyCase ? word.toLowerCase() : word) ? "keyword" : "name", end];
}

/** The code as HTML, coloured if its language is known; `language` is the text after the fence. */
export function highlighted(code: string, language: string): string {
  const family = BY_NAME.get(
    language
      .trim()
      .split(/[\s{,]/)[0]
      ?.toLowerCase() ?? "",
  );
  if (!family || code.length > MOST_CHARACTERS) return escapeHtml(code);
  let html = "";
  let plainFrom = 0;
  for (let at = 0; at < code.length; ) {
    const token = tokenAt(code, at, family);
    if (!token) {
      at += 1;
      continue;
    }
    const [kind, end] = token;
    if (kind !== "name") {
      html += `${escapeHtml(code.slice(plainFrom, at))}<span class="code-${kind}">${escapeHtml(code.slice(at, end))}</span>`;
      plainFrom = end;
    }
    at = end;
  }
  return html + escapeHtml(code.slice(plainFrom));
}
