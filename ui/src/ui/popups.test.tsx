import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Button, IconButton } from "./controls";
import { readAhead } from "./lazy";
import { Popover } from "./Popover";
import { Tips } from "./Tips";
import { tip } from "./tip";

function Shelf() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Prompts"
      className=""
      trigger={(opens) => <Button {...opens} aria-label="Shelf" />}
    >
      <input aria-label="Name" />
    </Popover>
  );
}

describe("a sentence beside something", () => {
  async function show() {
    await readAhead();
    render(
      <>
        <IconButton label="Remove lane 1" keys={["Mod", "W"]} />
        <button type="button" aria-label="tokens" {...tip("Counted by the provider.")} />
        <Tips />
      </>,
    );
    const [icon, word] = screen.getAllByRole("button");
    if (!icon || !word) throw new Error("Two buttons were drawn.");
    return { icon, word, user: userEvent.setup() };
  }

  it("opens when the pointer rests, with the keys that do the same", async () => {
    const { icon, user } = await show();
    await user.hover(icon);
    const said = await screen.findByRole("tooltip");
    expect(said.textContent, "name and keys").toContain("Remove lane 1");
    expect(said.querySelectorAll("kbd").length, "two keys").toBe(2);
    expect(icon.hasAttribute("aria-describedby"), "its name is not said twice").toBe(false);
  });

  it("opens at once for the focus that came by key, and is read aloud", async () => {
    const { icon, word, user } = await show();
    await user.tab();
    expect(document.activeElement).toBe(icon);
    await screen.findByText("Remove lane 1");
    await user.tab();
    const said = await screen.findByText("Counted by the provider.");
    expect(screen.getAllByRole("tooltip").length, "one is open at a time").toBe(1);
    const id = said.closest("[role='tooltip']")?.id;
    expect(word.getAttribute("aria-describedby"), "it describes the button").toBe(id);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("tooltip"), "Esc closes it").toBeNull());
    expect(word.hasAttribute("aria-describedby"), "and nothing is described by it").toBe(false);
  });

  it("closes with a key that uses its element, which has the next Esc", async () => {
    const { user } = await show();
    await user.tab();
    await screen.findByText("Remove lane 1");
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
  });

  it("stays while the pointer goes to it, and closes when it leaves both", async () => {
    const { word, user } = await show();
    await user.hover(word);
    const said = await screen.findByRole("tooltip");
    vi.useFakeTimers();
    try {
      fireEvent.pointerOver(document.body);
      fireEvent.pointerOver(said);
      vi.advanceTimersByTime(1_000);
      expect(screen.queryByRole("tooltip"), "it can be read with the pointer on it").not.toBeNull();
      fireEvent.pointerOver(document.body);
      vi.advanceTimersByTime(1_000);
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(screen.queryByRole("tooltip"), "then it is gone").toBeNull());
  });

  it("opens again after Esc, and closes with what it is about", async () => {
    const { user } = await show();
    // An element React does not know about, so that it can be removed.
    const word = document.body.appendChild(document.createElement("button"));
    word.dataset.tip = "Counted by the provider.";
    await user.hover(word);
    await screen.findByRole("tooltip");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("tooltip"), "Esc closes it").toBeNull());
    await user.unhover(word);
    await user.hover(word);
    await screen.findByRole("tooltip");
    word.remove();
    await waitFor(() => expect(screen.queryByRole("tooltip"), "nothing is there").toBeNull());
  });

  it("says no more of what was pressed until the pointer has been elsewhere", async () => {
    const { word, user } = await show();
    await user.hover(word);
    await screen.findByRole("tooltip");
    await user.click(word);
    expect(screen.queryByRole("tooltip"), "a press closes it").toBeNull();
    vi.useFakeTimers();
    try {
      fireEvent.pointerOver(word);
      vi.advanceTimersByTime(5_000);
      expect(screen.queryByRole("tooltip"), "the pointer is still where it pressed").toBeNull();
    } finally {
      vi.useRealTimers();
    }
    fireEvent.pointerOver(document.body);
    fireEvent.pointerOver(word);
    expect(await screen.findByRole("tooltip"), "it has been elsewhere").not.toBeNull();
  });
});

describe("a popover", () => {
  it("opens and closes with its button, by pointer and by key, and gives the focus back", async () => {
    render(<Shelf />);
    const user = userEvent.setup();
    const button = screen.getByRole("button", { name: "Shelf" });
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await user.click(button);
    const shelf = await screen.findByRole("dialog", { name: "Prompts" });
    expect(button.getAttribute("aria-controls"), "what it opened").toBe(shelf.id);
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole("dialog"), "a second press closes").toBeNull());
    expect(button.getAttribute("aria-expanded")).toBe("false");
    button.focus();
    await user.keyboard("{Enter}");
    const field = await screen.findByLabelText("Name");
    await waitFor(() => expect(document.activeElement, "the first field").toBe(field));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog"), "Esc closes").toBeNull());
    expect(document.activeElement, "the focus is back where it was").toBe(button);
  });
});
