import { describe, expect, it } from "vitest";
import { markdown } from "./markdown";

function shown(text: string): HTMLElement {
  const box = document.createElement("div");
  box.innerHTML = markdown(text);
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
