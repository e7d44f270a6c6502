import { describe, expect, it } from "vitest";
import { formulaWriter, mayHoldFormula } from "./formulas";
import { markdown } from "./markdown";

function shown(text: string): HTMLElement {
  const box = document.createElement("div");
  box.innerHTML = markdown(text).html;
  return box;
}

describe("an answer as Markdown", () => {
  it("is structured as it was meant", () => {
    const box = shown("# A\n\n- one\n- two\n\n```ts\nconst a = 1 < 2;\n```");
    expect(box.querySelector("h1")?.textContent, "a heading").toBe("A");
    expect(box.querySelectorAll("li"), "a list").toHaveLength(2);
    expect(box.querySelector("pre code")?.textContent, "code as it is").toBe("const a = 1 < 2;\n");
  });

  it("lets no HTML of the model's through", () => {
    const box = shown(
      '<script>alert(1)</script> <b onclick="x">hi</b>\n\n<iframe src="x"></iframe>',
    );
    expect(box.querySelector("script, b, iframe"), "it is text").toBeNull();
    expect(box.textContent, "and can be read").toContain("<script>alert(1)</script>");
  });

  it("fetches no image and follows no link", () => {
    const box = shown("![a cat](https://example.com/cat.png) [here](https://example.com/?q=1)");
    expect(box.querySelector("img, a"), "neither is there").toBeNull();
    expect(box.textContent, "what they say is").toContain("[a cat] here");
    const addresses = [...box.querySelectorAll("[title]")].map((each) =>
      each.getAttribute("title"),
    );
    expect(addresses, "and where they lead").toEqual([
      "https://example.com/cat.png",
      "https://example.com/?q=1",
    ]);
    const sly = shown('[x](javascript:alert(1)) [y](https://a/"onmouseover="z)');
    expect(sly.querySelector("[onmouseover]"), "no attribute can be slipped in").toBeNull();
  });
});

describe("an answer that cannot be drawn at once", () => {
  const paragraph = "Some *words* of an answer.\n\n";

  it.each([
    [
      "a table of many cells",
      `${"|a".repeat(60)}|\n${"|-".repeat(60)}|\n${`${"|b".repeat(60)}|\n`.repeat(200)}`,
    ],
    ["a paragraph without end", "_a__".repeat(10_000)],
    ["code of very many words", `\`\`\`js\n${"1 ".repeat(20_000)}\n\`\`\`\n`],
    ["marks stacked up", `a${"\u0301".repeat(50)}\n`],
    [
      "lists deep within each other",
      Array.from({ length: 200 }, (_, depth) => `${"  ".repeat(depth)}- a\n`).join(""),
    ],
    ["quotes deep within each other", `${">".repeat(200)}a\n`],
  ])(
    "is drawn up to the block that is too much, and not one character is left out: %s",
    async (_, hostile) => {
      const after = "The end.\n";
      const { html, rest } = markdown(`${paragraph}${hostile}\n${after}`, await formulaWriter());
      expect(html.trim(), "what comes before is drawn").toBe(
        "<p>Some <em>words</em> of an answer.</p>",
      );
      expect(rest, "and all from there is as it was written").toBe(`${hostile}\n${after}`);
    },
  );

  it("is drawn to the end of a paragraph if there are very many", () => {
    const text = paragraph.repeat(10_000);
    const { html, rest } = markdown(text);
    const drawn = html.match(/<p>/g)?.length ?? 0;
    expect(drawn, "a long part of it").toBeGreaterThan(1_000);
    expect(rest.trimStart(), "the rest is whole").toBe(paragraph.repeat(10_000 - drawn));
  });

  it("is drawn whole if a person would read it", () => {
    const lists = Array.from({ length: 12 }, (_, depth) => `${"  ".repeat(depth)}- item\n`).join(
      "",
    );
    const table = `|a|b|\n|-|-|\n${"|c|d|\n".repeat(300)}`;
    const code = `\`\`\`ts\n${"const a = 1; // and so on\n".repeat(500)}\`\`\`\n`;
    const text = [
      paragraph.repeat(300),
      lists,
      table,
      code,
      "word ".repeat(1_000),
      "$$\na\n$$\n",
    ].join("\n");
    expect(markdown(text).rest).toBe("");
    expect(markdown("a\r\n\r\nb").rest, "whatever its line ends").toBe("");
  });
});

describe("formulas of an answer", () => {
  async function written(text: string): Promise<HTMLElement> {
    const box = document.createElement("div");
    box.innerHTML = markdown(text, await formulaWriter()).html;
    return box;
  }

  it.each([
    ["in a line, between dollars", "So $a_1 + b_1$ holds.", false],
    ["in a line, between brackets", "So \\(a_1 + b_1\\) holds.", false],
    ["on its own, between dollars", "$$\na_1\n= b\n- c\n$$", true],
    ["on its own, between brackets", "Thus\n\n\\[\n\\frac{a}{b}\n\\]", true],
  ])("are drawn: %s", async (_, text, onItsOwn) => {
    const math = (await written(text)).querySelectorAll("math");
    expect(math, text).toHaveLength(1);
    expect(math[0]?.getAttribute("display"), text).toBe(onItsOwn ? "block" : null);
    expect(math[0]?.textContent, "no mark of it is left").not.toMatch(/[$\\]/);
    expect(mayHoldFormula(text), "and the library is read for it").toBe(true);
  });

  it("are none where the dollars are prices, or the text is code", async () => {
    for (const text of ["It costs $5 and $10.", "From $5-$10.", "`$a$` is code", "a $ b"]) {
      expect((await written(text)).querySelector("math"), text).toBeNull();
    }
    expect(mayHoldFormula("No formula, no library.")).toBe(false);
  });

  it("stay as they were written where they cannot be read, and until they can be", async () => {
    const broken = "Then $\\frac{a$ follows.";
    expect((await written(broken)).textContent?.trim()).toBe(broken);
    expect(shown("So $a_1 + b_1$ holds.").textContent?.trim()).toBe("So $a_1 + b_1$ holds.");
  });

  it("stay as they were written where a web view would take for ever to draw them", async () => {
    const nested = (open: string, close: string, times: number) =>
      `$${open.repeat(times)}x${close.repeat(times)}$`;
    for (const deep of [
      nested("\\frac{", "}x", 9),
      nested("\\frac{x}{", "}", 90),
      nested("\\frac{\\sqrt{", "}}x", 40),
      nested("{", "\\over x}", 60),
      nested("\\binom{", "}x", 20),
      nested("\\sqrt{", "}", 30),
      nested("\\left|\\sum_{", "}\\right|", 30),
    ]) {
      expect((await written(deep)).querySelector("math"), deep).toBeNull();
    }
    const honest = "$1+\\cfrac{1}{2+\\cfrac{1}{3+\\cfrac{1}{4+\\cfrac{1}{5+\\cfrac{1}{6}}}}}$";
    for (const drawn of [nested("\\frac{", "}x", 8), nested("\\sqrt{2+", "}", 8), honest]) {
      expect((await written(drawn)).querySelector("math"), drawn).not.toBeNull();
    }
  });

  it("bring no tag, link, image or style of the model's", async () => {
    const hostile = [
      "$\\href{javascript:alert(1)}{x}$",
      "$\\includegraphics{http://127.0.0.1/x.png}$",
      '$\\class{a" onclick="x}{y}$',
      "$\\style{position:fixed}{x}$",
      "$\\text{<img src=x onerror=alert(1)>}$",
      "$<script>alert(1)</script>$",
    ].join("\n\n");
    const box = await written(hostile);
    expect(box.querySelector("a, img, script, [href], [src], [class]:not(.tml-prime)")).toBeNull();
    for (const each of box.querySelectorAll("*")) {
      const names = [...each.attributes].map(({ name }) => name);
      expect(
        names.filter((name) => name.startsWith("on")),
        each.outerHTML,
      ).toEqual([]);
    }
    expect(box.querySelector("[style*=fixed]"), "nor is anything laid over the window").toBeNull();
  });

  it("take bounded time, whatever they hold", async () => {
    const before = process.cpuUsage();
    for (const part of [
      "$a$",
      "$\\sqrt{",
      "$$\n",
      "\\[\n",
      "\\(",
      "${{{{",
      "$\\def\\a{\\a\\a}\\a$",
    ]) {
      markdown(part.repeat(Math.ceil(100_000 / part.length)), await formulaWriter());
    }
    const { user } = process.cpuUsage(before);
    expect(user / 1e6, "seconds of processor for 700 kB of hostile formulas").toBeLessThan(6);
  });
});
