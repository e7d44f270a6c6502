import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Backend, Refusal } from "../backend/backend";
import { useDraft } from "../plan/draft";
import { actionOf, type PlacedScreen, screens } from "../strings/screens";
import { expectAccessible, open, startAfresh } from "../testing";
import { ask } from "../ui/ask";
import { shortcuts } from "../ui/keyboard";
import { readRoute } from "../ui/route";
import { askingOverCap } from "./overCap";

vi.mock("../ui/ask", async (original) => {
  const real = await original<typeof import("../ui/ask")>();
  return { ...real, ask: vi.fn(real.ask) };
});

beforeEach(startAfresh);

const SCREENS = [
  "race",
  "sweep",
  "history",
  "history/run-0002",
  "compare",
  "providers",
  "settings",
];

describe("every screen", () => {
  it.each(SCREENS)("is accessible: %s", async (place) => {
    await open("history", `#/${place}`);
    await screen.findByRole("main");
    await waitFor(() => expect(screen.getByRole("main").textContent).not.toBe(""));
    await expectAccessible(place);
  });

  it("is in the rail, on the sheet of shortcuts and at its address, from its one row", async () => {
    const { user } = await open("history");
    for (const [name, row] of Object.entries(screens)) {
      expect(readRoute(`#/${name}`)?.screen, "it has an address").toBe(name);
      if (!row) continue;
      const link = screen.getByTestId(`nav-${name}`);
      expect(link.getAttribute("aria-label"), "by its name").toBe(row.name);
      const action = actionOf(name as PlacedScreen);
      expect(shortcuts.find((each) => each.action === action)?.keys, "and by its keys").toEqual(
        row.keys,
      );
      await user.click(link);
      await waitFor(() => expect(link.getAttribute("aria-current")).toBe("page"));
    }
  });
});

describe("a link", () => {
  /** The window is opened by a link, which arrives after the window has asked, as from the engine. */
  const linked = (link: string) => () => ({
    followLinks: async (onLink: (link: string) => void) => {
      await Promise.resolve();
      onLink(link);
    },
  });

  it("is followed when the window opens", async () => {
    await open("history", "#/race", linked("history/run-0002"));
    expect(await screen.findByTestId("opened-run-0002")).toBeTruthy();
  });

  it("puts the focus on the lane that it names", async () => {
    await open("history", "#/race/run-0002?lane=2");
    await screen.findByTestId("opened-run-0002");
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("data-place"), "the second lane").toBe("1"),
    );
  });

  it("that leads nowhere says so, and nothing moves", async () => {
    await open("full", "#/providers", linked("palace/7"));
    expect((await screen.findAllByText(/leads nowhere: palace\/7/)).length).toBeGreaterThan(0);
    expect(window.location.hash).toBe("#/providers");
  });

  it("to a run that is gone says so", async () => {
    await open("history", "#/race", linked("history/gone"));
    expect((await screen.findAllByText(/There is no run gone/)).length).toBeGreaterThan(0);
  });
});

describe("the status bar", () => {
  it("tells of the network, the prices and what was spent, and leads there", async () => {
    await open("settings", "#/race", (said) => ({
      spentToday: async () => ({ usd: 0.42, requests: 12, unknown: 3, simulated: 4 }),
      network: async () => ({ ...(await said.network()), system_proxy: "http://box:3128/" }),
      prices: async () => ({ ...(await said.prices()), age_days: 9 }),
    }));
    const part = (name: string) => screen.findByTestId<HTMLAnchorElement>(`status-${name}`);
    expect((await part("network")).textContent?.trim()).toBe("Proxy: box:3128");
    expect((await part("prices")).textContent).toBe("Prices 9 days old");
    expect((await part("spent")).textContent, "what is unknown is no zero").toBe(
      "$0.42 of $2.00 today + 3 unknown",
    );
    expect((await part("spent")).hash).toBe("#/settings/spending");
  });

  it("leads to the race that runs, and stops it", async () => {
    const { user, clock } = await open("stopped");
    await screen.findByTestId("chip-2");
    act(() => useDraft.setState({ max_tokens: 300 }));
    await user.keyboard("{Control>}{Enter}{/Control}");
    await act(async () => clock.pass(1_500));
    await act(async () => {
      window.location.hash = "#/history";
    });
    await user.click(await screen.findByTestId("running"));
    expect(window.location.hash, "to the race").toBe("#/race");
    await user.click(screen.getByTestId("running-stop"));
    await act(async () => clock.pass(500));
    await waitFor(() => expect(screen.queryByTestId("running"), "nothing runs").toBeNull());
  });
});

describe("a start that could go over the cap", () => {
  const plan = { prompt: "?", repeat: 1, warmup: 0, lanes: [] };
  const failure = {
    kind: "over_cap",
    most_usd: 0.5,
    spent_usd: 0.8,
    unknown: 1,
    cap_usd: 1,
  } as const;

  function capped() {
    let hasLeave = false;
    const asked: Pick<Backend, "allowOverCap" | "startRace"> = {
      allowOverCap: async () => {
        hasLeave = true;
      },
      startRace: async () => {
        if (!hasLeave) throw new Refusal(failure);
        return "run-1";
      },
    };
    return askingOverCap(asked as Backend);
  }

  it("asks, and starts with the user's leave", async () => {
    vi.mocked(ask).mockResolvedValueOnce(true);
    expect(await capped().startRace(plan, () => undefined)).toBe("run-1");
    const question = vi.mocked(ask).mock.lastCall?.[0];
    expect(question?.text, "with every amount").toMatch(/\$0\.50.*\$0\.80.*\$1\.00.*unknown/);
  });

  it("does not start without it", async () => {
    vi.mocked(ask).mockResolvedValueOnce(false);
    await expect(capped().startRace(plan, () => undefined)).rejects.toThrow(Refusal);
  });
});

describe("a new race", () => {
  it("begins with the settings, keeps its lanes, and can be taken back", async () => {
    const { user, backend } = await open("first");
    const now = await backend.preferences();
    await backend.setPreferences({ ...now, defaults: { ...now.defaults, repeat: 1 } });
    await screen.findByTestId("chip-3");
    useDraft.setState({ repeat: 7 });
    const { prompt } = useDraft.getState();
    await user.keyboard("{Control>}n{/Control}");
    expect(useDraft.getState().prompt, "an empty prompt").toBe("");
    expect(useDraft.getState().repeat, "as in the settings").toBe(1);
    expect(useDraft.getState().lanes.length, "the lanes stay").toBe(4);
    await user.click(await screen.findByTestId("undo"));
    expect(useDraft.getState().prompt).toBe(prompt);
    expect(useDraft.getState().repeat).toBe(7);
  });
});

describe("the window", () => {
  it("hides its rail and shows it again", async () => {
    const { user } = await open("first");
    expect(screen.getByRole("navigation", { name: "Screens" })).toBeTruthy();
    await user.keyboard("{Control>}b{/Control}");
    expect(screen.queryByRole("navigation", { name: "Screens" }), "gone").toBeNull();
    await user.keyboard("{Control>}b{/Control}");
    expect(screen.getByRole("navigation", { name: "Screens" }), "and back").toBeTruthy();
  });

  it("grows and shrinks by its keys, within what can be read", async () => {
    const { user, backend } = await open("first");
    const percent = async () => (await backend.preferences()).text_percent;
    await user.keyboard("{Control>}={/Control}");
    await waitFor(async () => expect(await percent()).toBe(110));
    for (let times = 0; times < 5; times += 1) await user.keyboard("{Control>}-{/Control}");
    await waitFor(async () => expect(await percent(), "no smaller").toBe(80));
    await user.keyboard("{Control>}0{/Control}");
    await waitFor(async () => expect(await percent(), "and back").toBe(100));
  });
});

describe("a damaged history", () => {
  it("says how much of it can be read, and is repaired by its button", async () => {
    const salvage = { runs: 58, lost: ["run-1", "run-2"], incomplete: [], partial: [] };
    let repairs = 0;
    let restarts = 0;
    const { user } = await open("stopped", "#/race", (said) => ({
      startup: async () => ({
        ...(await said.startup()),
        damage: { finding: "a page cannot be read", salvage },
      }),
      repairHistory: async () => {
        repairs += 1;
        return { salvage, aside: "/data/paceline.db.aside-1" };
      },
      restart: async () => {
        restarts += 1;
      },
    }));
    const shown = await screen.findByTestId("damage");
    expect(shown.textContent, "what is there").toContain("58 runs can be read");
    expect(shown.textContent, "and what is not").toContain("2 runs are known to be lost");
    await user.click(within(shown).getByRole("button", { name: "Repair" }));
    await waitFor(() => expect(shown.textContent).toContain("/data/paceline.db.aside-1"));
    expect(shown.textContent, "what was kept").toContain("repaired with 58 runs");
    expect([repairs, restarts], "it waits for the user").toEqual([1, 0]);
    await user.click(within(shown).getByRole("button", { name: "Start again" }));
    expect(restarts, "and starts again").toBe(1);
  });

  it("that is found while the window is open is told, and seen after a start", async () => {
    let restarts = 0;
    const { user } = await open("stopped", "#/race", () => ({
      foundDamage: async () => "Tree 17 page 4711: btreeInitPage() returns error code 11",
      restart: async () => {
        restarts += 1;
      },
    }));
    const shown = await screen.findByTestId("damage");
    expect(shown.textContent, "it cannot be repaired while it is open").toContain(
      "Start Paceline again",
    );
    expect(within(shown).queryByRole("button", { name: "Repair" })).toBeNull();
    await user.click(within(shown).getByRole("button", { name: "Start again" }));
    expect(restarts, "it starts again").toBe(1);
  });

  it("is not one that can only be read, which says what can be done with it", async () => {
    let restarts = 0;
    const { user } = await open("stopped", "#/race", (said) => ({
      startup: async () => ({ ...(await said.startup()), read_only: true }),
      restart: async () => {
        restarts += 1;
      },
    }));
    const shown = await screen.findByTestId("damage");
    expect(shown.textContent).toContain("can be read, compared and exported");
    expect(within(shown).queryByRole("button", { name: "Repair" }), "nothing is broken").toBeNull();
    await user.click(within(shown).getByRole("button", { name: "Start again" }));
    expect(restarts, "once it can be written").toBe(1);
  });

  it("is nowhere else", async () => {
    await open("stopped", "#/race");
    expect(screen.queryByTestId("damage"), "a sound one").toBeNull();
  });
});

describe("what of the history could not be read", () => {
  it("is said in the window until it is dismissed", async () => {
    const notice = "The setting network could not be read; its default stands for it.";
    const { user } = await open("stopped", "#/race", (said) => ({
      startup: async () => ({ ...(await said.startup()), notices: [notice] }),
    }));
    const shown = await screen.findByTestId("notices");
    expect(shown.textContent).toContain(notice);
    await user.click(within(shown).getByRole("button", { name: "Dismiss this notice" }));
    expect(screen.queryByTestId("notices"), "it is read").toBeNull();
  });
});

describe("a run whose page was loaded again", () => {
  it("is told while it goes on, and can be stopped", async () => {
    let running: string | null = "run-7";
    const stopped: string[] = [];
    const { user } = await open("stopped", "#/race", (said) => ({
      startup: async () => ({ ...(await said.startup()), left_running: running }),
      stopRace: async (id) => {
        stopped.push(id);
        running = null;
      },
    }));
    const shown = await screen.findByTestId("left-running");
    expect(shown.textContent, "its numbers are kept").toContain("will be in the history");
    await user.click(within(shown).getByRole("button", { name: "Stop what is running" }));
    expect(stopped, "it is the one that runs").toEqual(["run-7"]);
    await waitFor(() => expect(screen.queryByTestId("left-running"), "it is over").toBeNull());
  });
});
