import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../backend/backend";
import { duration, writeNumbers } from "../strings/numbers";
import { expectAccessible, open, startAfresh } from "../testing";

beforeEach(startAfresh);
afterEach(() => writeNumbers({ numbers: "comma_point", times: "seconds" }));

describe("the settings", () => {
  it.each(["general", "races", "spending", "keyboard", "data", "network", "doctor", "about"])(
    "are accessible: %s",
    async (part) => {
      await open("settings", `#/settings/${part}`);
      expect((await screen.findByTestId(`settings-${part}`)).getAttribute("aria-current")).toBe(
        "page",
      );
      await expectAccessible(`the part ${part}`);
    },
  );

  it("hold at once, and are kept", async () => {
    const { user, backend } = await open("first", "#/settings/general");
    await user.selectOptions(await screen.findByTestId("setting-theme"), "dark");
    expect(document.documentElement.dataset.theme, "painted").toBe("dark");
    await user.selectOptions(screen.getByTestId("setting-times"), "milliseconds");
    await user.selectOptions(screen.getByTestId("setting-numbers"), "point_comma");
    expect(duration(2_034), "written so from now on").toBe("2.034");
    const kept = await backend.preferences();
    expect([kept.theme, kept.times, kept.numbers], "in order and whole").toEqual([
      "dark",
      "milliseconds",
      "point_comma",
    ]);
  });

  it("say what cannot be kept, beside what was typed", async () => {
    const { user, backend } = await open("settings", "#/settings/general");
    const field = await screen.findByTestId<HTMLInputElement>("setting-text");
    await user.clear(field);
    await user.type(field, "500{Enter}");
    expect((await screen.findByTestId("setting-text-problem")).textContent).toMatch(/80 and 400/);
    expect(field.value, "it can be corrected").toBe("500");
    expect((await backend.preferences()).text_percent, "and is not kept").toBe(100);
    await user.clear(field);
    await user.type(field, "125{Enter}");
    await waitFor(() => expect(screen.queryByTestId("setting-text-problem")).toBeNull());
    expect((await backend.preferences()).text_percent).toBe(125);
  });

  it("keep the timeouts, and say beside the field which cannot be", async () => {
    const { user, backend } = await open("settings", "#/settings/races");
    const field = await screen.findByTestId<HTMLInputElement>("setting-idle_s");
    expect(field.value, "the engine's own, until somebody sets another").toBe("60");
    await user.clear(field);
    await user.type(field, "5{Enter}");
    await waitFor(async () =>
      expect((await backend.preferences()).timeouts).toEqual({
        first_token_s: 600,
        idle_s: 5,
        request_s: 3_600,
      }),
    );
  });

  it("tell what was spent, what is unknown, and what was simulated", async () => {
    await open("settings", "#/settings/spending", () => ({
      spentToday: async () => ({ usd: 0.42, requests: 12, unknown: 2, simulated: 4 }),
    }));
    expect((await screen.findByTestId("spent")).textContent).toBe("$0.42");
    expect(screen.getByTestId("spent-unknown").textContent).toMatch(/2 more requests .* not zero/);
    expect(screen.getByText(/4 simulated requests cost nothing/)).toBeTruthy();
  });

  it("check the database and say what they find", async () => {
    const { user } = await open("settings", "#/settings/data", () => ({
      verifyHistory: async () => ({
        runs: 12,
        requests: 48,
        recomputed: 48,
        findings: [
          {
            run: "run-0003",
            what: "In lane 0, round 0, ttft_ms is not what the raw log says.",
          },
        ],
      }),
    }));
    await user.click(await screen.findByTestId("verify"));
    const found = within(await screen.findByTestId("verified"));
    expect(found.getByText("1 finding")).toBeTruthy();
    expect(found.getByRole("link").getAttribute("href"), "the run it concerns").toBe(
      "#/history/run-0003",
    );
  });

  it("copy what somebody who helps needs, and nothing of the user's", async () => {
    const { user } = await open("settings", "#/settings/doctor");
    const written = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(await screen.findByTestId("copy-doctor"));
    const text = String(written.mock.calls[0]?.[0]);
    expect(text).toMatch(/WebKitGTK 2\.50\.6/);
    expect(text, "no folder").not.toMatch(/[/\\]|~/);
  });
});

describe("a shortcut", () => {
  it("can be given other keys, which then do what they say everywhere", async () => {
    const { user, backend } = await open("first", "#/settings/keyboard");
    await user.click(await screen.findByTestId("record-showRace"));
    await expectAccessible("a shortcut that waits for its keys");
    await user.keyboard("{Control>}{Shift>}y{/Shift}{/Control}");
    await screen.findByTestId("reset-showRace");
    expect((await backend.preferences()).shortcuts).toEqual({ showRace: "Mod+Shift+Y" });
    await user.keyboard("{Control>}1{/Control}");
    expect(window.location.hash, "the first keys are free").toBe("#/settings/keyboard");
    await user.keyboard("{Control>}{Shift>}y{/Shift}{/Control}");
    expect(window.location.hash).toBe("#/race");
    await user.click(document.body);
    await user.keyboard("?");
    const row = within(await screen.findByTestId("keys-of-showRace"));
    expect(row.getByText("Y"), "the sheet shows what is in force").toBeTruthy();
    await user.type(screen.getByTestId("shortcut-search"), "shift y");
    await waitFor(() => expect(screen.queryByTestId("keys-of-palette"), "found").toBeNull());
    expect(screen.getByTestId("keys-of-showRace")).toBeTruthy();
  });

  it("that is somebody else's is told before it is taken, and both keep a key", async () => {
    const { user, backend } = await open("first", "#/settings/keyboard");
    await user.click(await screen.findByTestId("record-race"));
    await user.keyboard("{Control>}k{/Control}");
    const conflict = await screen.findByTestId("conflict-race");
    expect(conflict.textContent).toMatch(/Ctrl K is already “Command palette”/);
    expect((await backend.preferences()).shortcuts, "nothing is taken yet").toEqual({});
    await user.click(screen.getByTestId("take-race"));
    await screen.findByTestId("reset-palette");
    const kept = { race: "Mod+K", palette: "Mod+Enter" };
    expect((await backend.preferences()).shortcuts).toEqual(kept);
    await user.click(screen.getByTestId("reset-race"));
    await waitFor(() => expect(screen.queryByTestId("reset-palette"), "both go back").toBeNull());
    expect((await backend.preferences()).shortcuts).toEqual({});
  });

  it("is left as it is with Esc, and all go back together, which can be undone", async () => {
    const { user, backend } = await open("first", "#/settings/keyboard");
    await user.click(await screen.findByTestId("record-race"));
    await user.keyboard("{Escape}");
    expect((await backend.preferences()).shortcuts).toEqual({});
    await user.click(screen.getByTestId("record-race"));
    await user.keyboard("{F5}");
    await user.click(await screen.findByTestId("reset-all"));
    await waitFor(async () => expect((await backend.preferences()).shortcuts).toEqual({}));
    await user.click(await screen.findByTestId("undo"));
    await waitFor(async () =>
      expect((await backend.preferences()).shortcuts).toEqual({ race: "F5" }),
    );
  });
});

describe("help", () => {
  it("writes the report of a problem, which is saved as the user leaves it", async () => {
    const saved: string[] = [];
    const { user } = await open("settings", "#/settings/doctor", () => ({
      problemReport: async () => "# Problem report\n- Paceline: 0.1.0\n",
      saveProblemReport: async (text) => {
        saved.push(text);
        return "/srv/me/Downloads/paceline-problem-report.md";
      },
    }));
    expect(screen.queryByTestId("report-text"), "nothing is gathered unasked").toBeNull();
    await user.click(await screen.findByTestId("write-report"));
    const text = await screen.findByTestId<HTMLTextAreaElement>("report-text");
    expect(text.value, "it is shown first").toContain("- Paceline: 0.1.0");
    await expectAccessible("the report");
    expect(saved, "and nothing is saved yet").toEqual([]);
    await user.clear(text);
    await user.type(text, "It stops.");
    await user.click(screen.getByTestId("save-report"));
    expect(await screen.findByText(/Saved as .*problem-report\.md/)).toBeTruthy();
    expect(saved).toEqual(["It stops."]);
    await user.click(screen.getByTestId("discard-report"));
    expect(screen.queryByTestId("report-text")).toBeNull();
  });

  it("asks the system to move the data folder, and says at the field why it cannot", async () => {
    const moved: string[] = [];
    const { user } = await open("settings", "#/settings/data", (said) => ({
      dataFolder: async () => ({ ...(await said.dataFolder()), movable: true }),
      moveDataFolder: async (to) => {
        moved.push(to);
        throw new Refusal({ kind: "file", message: "/x is not empty." });
      },
    }));
    await user.type(await screen.findByTestId("move-to"), "/x");
    await user.click(screen.getByTestId("move-folder"));
    expect((await screen.findByTestId("move-problem")).textContent).toBe("/x is not empty.");
    expect(screen.getByTestId("move-to").getAttribute("aria-invalid")).toBe("true");
    expect(moved).toEqual(["/x"]);
  });

  it("says why a folder that was named cannot be moved", async () => {
    await open("settings", "#/settings/data", (said) => ({
      dataFolder: async () => ({ ...(await said.dataFolder()), movable: false }),
    }));
    expect(await screen.findByText(/was named when Paceline was started/)).toBeTruthy();
    expect(screen.queryByTestId("move-to")).toBeNull();
  });

  it("says what leaves this machine, and under which licences it stands", async () => {
    await open("settings", "#/settings/about");
    expect((await screen.findByTestId("leaves")).textContent).toMatch(/no telemetry/);
    expect(screen.getByTestId("licences").textContent).toMatch(/Open Font License/);
  });
});

describe("the commands that may check answers", () => {
  it("are listed word for word, and each can be taken back", async () => {
    const { user, backend } = await open("settings", "#/settings/about");
    let commands = ["grep -q Paris", "python3 /opt/check.py"];
    vi.spyOn(backend, "allowedCommands").mockImplementation(async () => commands);
    const forget = vi.spyOn(backend, "forgetCommand").mockImplementation(async (command) => {
      commands = commands.filter((known) => known !== command);
      return commands;
    });
    await user.click(await screen.findByTestId("settings-races"));
    const list = await screen.findByTestId("allowed-commands");
    const shown = () =>
      within(list)
        .queryAllByRole("code")
        .map((code) => code.textContent);
    await waitFor(() => expect(shown()).toEqual(commands));
    await expectAccessible("the list of commands");
    const [first] = within(list).getAllByTestId("forget-command");
    await user.click(first as HTMLElement);
    expect(forget).toHaveBeenCalledWith("grep -q Paris");
    await waitFor(() => expect(shown()).toEqual(["python3 /opt/check.py"]));
    expect(list.textContent, "which allows nothing here").not.toContain("Allow");
  });
});
