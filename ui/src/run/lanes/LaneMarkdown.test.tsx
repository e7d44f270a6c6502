/** Links in answers: the address of a page goes to the system, which asks whether it is opened. */

import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type Backend, BackendProvider } from "../../backend/backend";
import { LaneMarkdown } from "./LaneMarkdown";

function answer(text: string): { opened: string[]; user: ReturnType<typeof userEvent.setup> } {
  const opened: string[] = [];
  const backend = {
    openLink: async (link: string) => void opened.push(link),
  } as unknown as Backend;
  render(
    <BackendProvider value={backend}>
      <LaneMarkdown lane={0} name="lane" reasoning="" answer={text} />
    </BackendProvider>,
  );
  return { opened, user: userEvent.setup() };
}

describe("a link in an answer", () => {
  it("hands on where it leads, by click and by key", async () => {
    const { opened, user } = answer("[your bank](https://evil.example/login)");
    await user.click(await screen.findByRole("link", { name: "your bank" }));
    await waitFor(() => expect(opened).toEqual(["https://evil.example/login"]));
    screen.getByRole("link").focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(opened, "again").toHaveLength(2));
  });

  it("hands on the host as the network knows it", async () => {
    const { opened, user } = answer("[x](https://аpple.example/)");
    await user.click(await screen.findByRole("link"));
    await waitFor(() => expect(opened[0], "its first letter is Cyrillic").toContain("xn--"));
  });

  it.each([
    "[x](mailto:a@b.example)",
    "[x](ftp://a.example/)",
    "[x](file:///etc/passwd)",
    "[x](/etc/passwd)",
  ])("is text where it leads to no page: %s", async (text) => {
    answer(text);
    expect(await screen.findByText(/x/)).toBeTruthy();
    expect(screen.queryByRole("link")).toBeNull();
  });
});

describe("an answer in the Markdown view", () => {
  it("says from where on it stands as it was written", async () => {
    const quotes = `${">".repeat(200)}deep`;
    answer(`Drawn.\n\n${quotes}`);
    expect(await screen.findByText(/as it was written/)).toBeTruthy();
    expect(screen.getByText("Drawn.").tagName).toBe("P");
    expect(screen.getByText(quotes), "nothing is left out").toBeTruthy();
  });

  it("says nothing of the kind where all is drawn", async () => {
    answer("- a\n- b");
    expect(await screen.findAllByRole("listitem")).toHaveLength(2);
    expect(screen.queryByText(/as it was written/)).toBeNull();
  });
});
