import { describe, expect, it } from "vitest";
import { highlighted } from "./highlight";
import { markdown } from "./markdown";

const parts = (code: string, language: string) =>
  [...highlighted(code, language).matchAll(/<span class="code-(\w+)">([^<]*)<\/span>/g)].map(
    ([, kind, text]) => `${kind} ${text}`,
  );

/** The visible text of it. */
function textOf(html: string): string {
  const box = document.createElement("div");
  box.innerHTML = html;
  return box.textContent ?? "";
}

describe("a block of code", () => {
  it.each([
    ["ts", "const a = 1; // one", ["keyword const", "number 1", "comment // one"]],
    [
      "rust",
      'fn f() -> u8 { "x\\"y" /* no */ }',
      ["keyword fn", "string &quot;x\\&quot;y&quot;", "comment /* no */"],
    ],
    [
      "python",
      'def f(): # "no"\n  return """a\nb"""',
      [
        "keyword def",
        "comment # &quot;no&quot;",
        "keyword return",
        "string &quot;&quot;&quot;a\nb&quot;&quot;&quot;",
      ],
    ],
    ["sql", "SELECT 1 -- all", ["keyword SELECT", "number 1", "comment -- all"]],
    ["json", '{"a": true}', ["string &quot;a&quot;", "keyword true"]],
    ["python title=x", "import os", ["keyword import"]],
    ["sh", "echo 'it", ["keyword echo", "string 'it"]],
  ])("has its parts coloured: %s", (language, code, expected) => {
    expect(parts(code, language)).toEqual(expected);
  });

  it.each([
    ["brainfuck", "+++ const <b>"],
    ["", "const a = 1"],
    ["js", "const before = format.class; π = '\\"],
    ["js", '</code><script>alert("1")</script>'],
    ["py", "\"'`\n\\"],
  ])("says what was written, and nothing of it is markup: %s %s", (language, code) => {
    const html = highlighted(code, language);
    expect(textOf(html)).toBe(code);
    expect(html).not.toMatch(/<(?!span class="code-|\/span>)/);
  });

  it("takes time in proportion to its length, whatever is in it", () => {
    const took = (code: string) => {
      const started = performance.now();
      highlighted(code, "js");
      return performance.now() - started;
    };
    for (const code of ["/*", '"\\', "a`", "'\n", '"""'])
      expect(took(code.repeat(30_000)), `${code} over and over`).toBeLessThan(1_000);
  });

  it("is coloured in an answer, beside its button", () => {
    const { html } = markdown("```js\nreturn 1\n```");
    expect(html).toContain('<span class="code-keyword">return</span>');
    expect(html).toContain("data-copy");
  });
});
