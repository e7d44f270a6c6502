import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useDraft } from "../plan/draft";
import { useRaceStore } from "../run/raceStore";
import { strings } from "../strings/strings";
import { open, startAfresh } from "../testing";
import { reloadPage } from "../ui/reload";

vi.mock("../ui/reload", () => ({ reloadPage: vi.fn() }));

beforeEach(() => {
  startAfresh();
  window.sessionStorage.clear();
  vi.mocked(reloadPage).mockClear();
});

const chosen = () => screen.findByTestId("setting-language");

describe("the language", () => {
  it("is chosen in Settings: it is kept, and the page is loaded anew with what was written", async () => {
    const { user, backend } = await open("first", "#/settings/general");
    act(() => useDraft.getState().share({ prompt: "Half a thought {{x}}", templated: true }));
    act(() => useDraft.getState().setValue("x", "1"));
    const lanes = useDraft.getState().lanes.length;
    await user.selectOptions(await chosen(), "de");
    await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
    expect((await backend.preferences()).language, "saved before the page goes").toBe("de");
    expect(window.localStorage.getItem("paceline.language")).toBe("de");

    act(() => useDraft.setState({ prompt: "", lanes: [], templated: false, values: {} }));
    document.body.replaceChildren();
    await open("first", "#/race");
    const draft = useDraft.getState();
    expect(draft.prompt, "the next page has what was written").toBe("Half a thought {{x}}");
    expect([draft.templated, draft.values]).toEqual([true, { x: "1" }]);
    expect(draft.lanes).toHaveLength(lanes);
    expect(window.sessionStorage.length, "once").toBe(0);
  });

  it("that is the one spoken already loads nothing", async () => {
    const { user, backend } = await open("first", "#/settings/general");
    await user.selectOptions(await chosen(), "en");
    await waitFor(async () => expect((await backend.preferences()).language).toBe("en"));
    expect(reloadPage).not.toHaveBeenCalled();
  });

  it("waits for the next start while something runs, and says so", async () => {
    const { user } = await open("first", "#/settings/general");
    act(() => useRaceStore.setState({ busy: true }));
    await user.selectOptions(await chosen(), "de");
    expect(await screen.findByText(strings.settings.languageLater)).toBeTruthy();
    expect(reloadPage).not.toHaveBeenCalled();
    expect(window.localStorage.getItem("paceline.language"), "the next start").toBe("de");
  });
});
