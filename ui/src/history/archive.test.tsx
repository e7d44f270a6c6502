import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { metrics, Refusal } from "../backend/backend";
import { expectAccessible, open, startAfresh } from "../testing";
import { useArchive } from "./archive";
import { NOTHING } from "./selection";

beforeEach(() => {
  startAfresh();
  useArchive.setState({ search: "", selection: NOTHING });
});

const shown = () => screen.queryAllByTestId(/^run-run-/).map((row) => row.dataset.testid);

test("runs are found by words, with the hits marked, and shown again when the search is cleared", async () => {
  const { user } = await open("history", "#/history");
  await screen.findByTestId("run-run-0004");
  await user.type(screen.getByTestId("search"), "haiku");
  await waitFor(() => expect(shown(), "the run with the word").toEqual(["run-run-0002"]));
  const mark = within(screen.getByTestId("run-run-0002")).getAllByText("haiku")[0];
  expect(mark?.tagName, "what was looked for stands out").toBe("MARK");
  expect(screen.getByTestId("found-count").textContent, "it says how many").toBe("1 run found");

  await user.type(screen.getByTestId("search"), " nothing-like-it");
  await screen.findByText("Nothing found");
  await user.click(screen.getByTestId("show-all"));
  await screen.findByTestId("run-run-0004");
});

test("filters are completed, offered as chips, and what is wrong is said in place", async () => {
  const { user } = await open("history", "#/history");
  await screen.findByTestId("run-run-0004");
  const field = screen.getByTestId<HTMLInputElement>("search");
  await user.type(field, "ki");
  expect((await screen.findAllByTestId("suggestion"))[0]?.textContent, "a filter").toContain(
    "kind:",
  );
  await user.keyboard("{Tab}");
  expect(field.value, "taken whole").toBe("kind:");
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(field.value, "with a value").toBe("kind:sweep ");
  await screen.findByText("Nothing found");

  await user.click(screen.getByTestId("chip-kind:race"));
  expect(field.value, "a chip is a filter, and a run has one kind").toBe("kind:race");
  await waitFor(() => expect(shown().length, "every race").toBe(5));

  await user.clear(field);
  await user.type(field, "modle:x");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent, "what to do").toContain("No filter is called modle:");
  expect(alert.querySelector("mark")?.textContent, "and where").toBe("modle:x");
  expect(field.getAttribute("aria-invalid"), "the field says so too").toBe("true");
});

test("any metric of the catalogue can be a column, and the choice is remembered", async () => {
  const { backend, user } = await open("history", "#/history");
  const row = await screen.findByTestId("run-run-0005");
  expect(row.textContent, "the defaults").toMatch(/TTFT [\d.]+ s · [\d.]+ tok\/s/);
  await user.click(screen.getByTestId("metrics-history"));
  const picker = within(await screen.findByTestId("metric-picker"));
  for (const { id, name } of metrics) {
    const box = picker.getByTestId<HTMLInputElement>(`metric-${id}`);
    expect(box.labels?.[0]?.textContent, "by its name").toBe(name);
  }
  await user.click(picker.getByTestId("metric-decode_tps"));
  await user.click(picker.getByTestId("metric-out_tokens"));
  expect(row.textContent, "what was chosen").toMatch(/TTFT [\d.]+ s · Tokens \d+/);
  expect(row.textContent, "and nothing else").not.toContain("tok/s");
  const { metrics: kept } = await backend.preferences();
  expect(kept, "for the next start").toEqual({ history: ["ttft_ms", "out_tokens"] });
  await expectAccessible("the choice of metrics");
  await user.click(picker.getByTestId("metrics-usual"));
  expect(row.textContent, "the defaults again").toMatch(/tok\/s/);
});

test("several runs are selected by mouse and keys and deleted, and come back", async () => {
  const { user } = await open("history", "#/history");
  await user.click(await screen.findByTestId("select-run-0005"));
  await user.keyboard("{Shift>}");
  await user.click(screen.getByTestId("select-run-0003"));
  await user.keyboard("{/Shift}");
  expect(screen.getByTestId("selection-bar").textContent, "three").toContain("3 selected");

  const link = screen.getByTestId("run-run-0005").querySelector<HTMLElement>("[data-row-link]");
  link?.focus();
  await user.keyboard(" ");
  expect(screen.getByTestId("selection-bar").textContent, "Space turns off").toContain(
    "2 selected",
  );
  await user.keyboard("{Control>}a{/Control}");
  expect(screen.getByTestId("selection-bar").textContent, "Ctrl+A is all").toContain("5 selected");
  await user.keyboard("{Escape}");
  expect(screen.queryByTestId("selection-bar"), "Esc is none").toBeNull();

  await user.click(screen.getByTestId("select-run-0002"));
  await user.click(screen.getByTestId("select-run-0001"));
  await user.click(screen.getByTestId("delete-selected"));
  await waitFor(() => expect(shown().length, "both are gone").toBe(3));
  await user.click(await screen.findByTestId("undo"));
  await waitFor(() => expect(shown().length, "and back").toBe(5));
});

test("the list is one stop of the Tab key, at the row that was used last", async () => {
  const { user } = await open("history", "#/history");
  await screen.findByTestId("run-run-0005");
  const list = screen.getByTestId("run-list");
  const stops = () =>
    [...list.querySelectorAll<HTMLElement>("a, button, input")]
      .filter((each) => each.tabIndex >= 0)
      .map((each) => each.closest<HTMLElement>("[data-row]")?.dataset.row);
  expect(new Set(stops()), "the first row stands for all of them").toEqual(new Set(["run-0005"]));
  screen.getByTestId("select-run-0005").focus();
  await user.tab();
  await user.tab();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  await waitFor(() =>
    expect(new Set(stops()), "arrows go on to the next").toEqual(new Set(["run-0003"])),
  );
  await user.tab();
  expect(document.activeElement, "what the row holds comes next").toBe(
    screen.getByTestId("delete-run-0003"),
  );
  await user.tab();
  expect(list.contains(document.activeElement), "and then what comes after the list").toBe(false);
});

test("what is selected goes to Compare, gets a tag, and is exported", async () => {
  const { user, backend } = await open("history", "#/history");
  const exported = vi.spyOn(backend, "exportRuns");
  const showed = vi.spyOn(backend, "showInFolder");
  await user.click(await screen.findByTestId("select-run-0003"));
  expect(screen.getByTestId<HTMLButtonElement>("compare").disabled, "one is not two").toBe(true);
  await user.click(screen.getByTestId("select-run-0002"));

  await user.click(screen.getByTestId("tag"));
  await user.type(await screen.findByTestId("tag-field"), "Nightly{Enter}");
  await within(await screen.findByTestId("run-run-0002")).findByText("#nightly");

  await user.click(screen.getByTestId("export"));
  await user.click(await screen.findByTestId("without-prompts"));
  await user.click(screen.getByTestId("export-html"));
  const wanted = { runs: ["run-0003", "run-0002"], format: "html", without_prompts: true };
  await waitFor(() => expect(exported, "both, as asked").toHaveBeenCalledWith(wanted));
  await screen.findByText("Saved paceline-2-runs.html");
  await user.click(screen.getByText("Show in folder"));
  expect(showed, "the file that was saved").toHaveBeenCalledWith(
    "~/Downloads/paceline-2-runs.html",
  );

  await user.click(screen.getByTestId("compare"));
  expect(window.location.hash, "by their ids").toBe("#/compare/run-0003+run-0002");
});

test("hidden runs stay out of the list until a search asks for them", async () => {
  const { user } = await open("history", "#/history");
  await user.click(await screen.findByTestId("select-run-0002"));
  await user.click(screen.getByTestId("hide-selected"));
  await waitFor(() =>
    expect(shown(), "out of the list").toEqual([
      "run-run-0005",
      "run-run-0004",
      "run-run-0003",
      "run-run-0001",
    ]),
  );
  await user.type(screen.getByTestId("search"), "hidden:yes");
  await waitFor(() => expect(shown(), "found when asked for").toEqual(["run-run-0002"]));
  await user.click(screen.getByTestId("select-run-0002"));
  await user.click(screen.getByTestId("hide-selected"));
  await user.click(await screen.findByTestId("show-all"));
  await waitFor(() => expect(shown().length, "and can be put back").toBe(5));
});

test("a run that is open gets a star, a tag and a note, by which it is found", async () => {
  const { user } = await open("history", "#/history/run-0002");
  await user.click(await screen.findByTestId("star"));
  await user.type(await screen.findByTestId("tag-field"), "kept{Enter}");
  await screen.findByText("#kept");
  await user.click(screen.getByTestId("edit-note"));
  await user.type(await screen.findByTestId("note-field"), "warm cache");
  await user.click(screen.getByTestId("keep-note"));
  await screen.findByText("warm cache");
  await user.click(screen.getByTestId("back"));
  await user.type(await screen.findByTestId("search"), "starred tag:kept warm");
  await waitFor(() => expect(shown(), "by all of them").toEqual(["run-run-0002"]));
});

test("a file is imported by the button or by dropping it, and a bad one says why", async () => {
  await open("history", "#/history", (said) => ({
    importRuns: async (document) =>
      document.includes("paceline.export/1")
        ? { added: ["run-0006"], known: ["run-0001"], deleted: [] }
        : said.importRuns(document),
  }));
  const file = new File(['{"schema":"paceline.export/1"}'], "runs.json", {
    type: "application/json",
  });
  fireEvent.change(await screen.findByTestId("import-file"), { target: { files: [file] } });
  await screen.findByText("Imported 1 run. 1 run already here.");
  const area = screen.getByTestId("history-screen");
  const dataTransfer = { types: ["Files"], files: [new File(["no"], "no.json")] };
  fireEvent.dragOver(area, { dataTransfer });
  expect(screen.getByText(/Drop a JSON export/), "it says what can be dropped").toBeTruthy();
  fireEvent.drop(area, { dataTransfer });
  expect((await screen.findAllByText(/Nothing was imported/)).length).toBeGreaterThan(0);
});

test("a run that came from a file says so in the list, and others do not", async () => {
  await open("history", "#/history", (said) => ({
    findRuns: async (...asked) => {
      const answer = await said.findRuns(...asked);
      if (answer.type === "found") {
        for (const { row } of answer.page.runs) row.imported = row.id === "run-0002";
      }
      return answer;
    },
  }));
  const row = await screen.findByTestId("run-run-0002");
  const tag = within(row).getByText("imported");
  expect(tag.closest("[data-tip]")?.getAttribute("data-tip"), "and what that means").toContain(
    "its file",
  );
  expect(screen.getAllByText("imported").length, "this one alone").toBe(1);
});

test("the page of a run that came from a file says so, and another's does not", async () => {
  const from = (imported: boolean) =>
    open("history", "#/history/run-0002", (said) => ({
      openRun: async (id) => ({ ...(await said.openRun(id)), imported }),
    }));
  await from(true);
  const page = await screen.findByTestId("opened-run-0002");
  const tag = within(page).getByText("imported");
  expect(tag.closest("[data-tip]")?.getAttribute("data-tip"), "and what that means").toContain(
    "its file",
  );
  cleanup();
  await from(false);
  await screen.findByTestId("opened-run-0002");
  expect(screen.queryByText("imported"), "it was measured here").toBeNull();
});

test("what was spent is told for three periods, with the unknown apart", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21) });
  try {
    const { user } = await open("history", "#/history");
    await user.click(await screen.findByTestId("spend"));
    const table = await screen.findByTestId("spend-table");
    expect(table.textContent, "by provider and model").toContain("Cerebras");
    expect(screen.getByTestId("spend-30").getAttribute("aria-pressed"), "a month").toBe("true");
    await user.click(screen.getByTestId("spend-7"));
    expect(screen.getByTestId("spend-7").getAttribute("aria-pressed"), "a week").toBe("true");
    await screen.findByTestId("spend-table");
    await expectAccessible("the spend panel");
  } finally {
    vi.useRealTimers();
  }
});

test("the history is accessible while it is searched, and says when it cannot be read", async () => {
  const { user } = await open("history", "#/history");
  await user.click(await screen.findByTestId("select-run-0005"));
  await user.type(screen.getByTestId("search"), "ttft");
  await screen.findAllByTestId("suggestion");
  await expectAccessible("the history while it is searched");
  cleanup();
  useArchive.setState({ search: "", selection: NOTHING });
  await open("history", "#/history", () => ({
    findRuns: () =>
      Promise.reject(new Refusal({ kind: "history", message: "The file is damaged." })),
  }));
  await screen.findByText("The history could not be read");
});
