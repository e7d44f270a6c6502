/** The history beyond its list, for a plain browser and tests: a few filters and words, marks, and made-up files. */

import { type Backend, Refusal } from "../backend";
import type {
  FoundRun,
  Marks,
  Piece,
  Run,
  RunRow,
  SearchError,
  SearchLanguage,
  Spent,
} from "../bindings";

type Archive = Pick<
  Backend,
  | "findRuns"
  | "searchLanguage"
  | "runMarks"
  | "tags"
  | "starRuns"
  | "hideRuns"
  | "tagRuns"
  | "noteRun"
  | "deleteRuns"
  | "restoreRuns"
  | "exportRuns"
  | "showInFolder"
  | "importRuns"
  | "spend"
>;

interface Shelf {
  runs: () => readonly Run[];
  rowOf: (run: Run) => RunRow;
  deleteRun: (id: string) => Promise<void>;
  restoreRun: (id: string) => Promise<void>;
  /** `?failing=history` makes every search fail, to see what is shown then. */
  isFailing: boolean;
}

const LANGUAGE: SearchLanguage = {
  filters: [
    { begins: "model:", example: "model:gpt-5", finds: "Runs with such a model." },
    { begins: "tag:", example: "tag:nightly", finds: "Runs with exactly this tag." },
    { begins: "kind:", example: "kind:sweep", finds: "Races or sweeps alone." },
    { begins: "ttft<", example: "ttft<500ms", finds: "Runs with a lane whose TTFT is below this." },
    { begins: "starred", example: "starred", finds: "Runs with a star." },
  ],
  words: ["Words are looked for in prompts and answers; all of them must be there."],
};

const NO_MARKS: Marks = { starred: false, hidden: false, note: "", tags: [] };

const KNOWN = /^(model|provider|tag|kind|since|until|status|has|simulated|hidden):/;

type Test = (run: Run, marks: Marks) => boolean;

/** The part of the language that a replay speaks. */
function testOf(word: string): Test | string {
  const [, name = "", value = ""] = /^(\w+):(.*)$/.exec(word) ?? [];
  if (word === "starred") return (_, marks) => marks.starred;
  if (name === "hidden") return (_, marks) => marks.hidden === (value !== "no");
  if (name === "tag") return (_, marks) => marks.tags.includes(value);
  if (name === "kind") return (run) => run.kind === value;
  if (name === "simulated") return (run) => run.simulated === (value !== "no");
  if (name === "has")
    return (_, marks) => (value === "tags" ? marks.tags.length > 0 : marks.note !== "");
  if (name === "model") return (run) => run.lanes.some(({ model }) => model.includes(value));
  if (KNOWN.test(word) || /^(ttft|tps|cost|tokens)[<>]/.test(word)) return () => true;
  if (name) return `No filter is called ${name}:. To look for it as a word, put it in quotes.`;
  const wanted = word.replaceAll('"', "").toLowerCase();
  return (run, { note, tags }) =>
    [run.plan.prompt, note, ...tags].some((text) => text.toLowerCase().includes(wanted));
}

function marked(text: string, word: string): Piece[] {
  const at = text.toLowerCase().indexOf(word);
  if (at < 0) return [];
  return [
    { text: text.slice(0, at), hit: false },
    { text: text.slice(at, at + word.length), hit: true },
    { text: text.slice(at + word.length), hit: false },
  ].filter((piece) => piece.text !== "");
}

const sum = (values: (number | null | undefined)[]): number | null =>
  values.reduce<number | null>((all, value) => (value == null ? all : (all ?? 0) + value), null);

export function replayArchive(shelf: Shelf): Archive {
  const marks = new Map<string, Marks>();
  const of = (id: string) => marks.get(id) ?? NO_MARKS;
  const mark = (ids: readonly string[], change: (marks: Marks) => Partial<Marks>) => {
    for (const id of ids) marks.set(id, { ...of(id), ...change(of(id)) });
  };
  const found = (run: Run, words: readonly string[]): FoundRun => {
    const row = shelf.rowOf(run);
    const costs = run.lanes.flatMap(({ samples }) => samples.map(({ cost_usd }) => cost_usd));
    const ok = row.lanes.filter(({ status }) => status === "ok");
    const best = (read: (lane: RunRow["lanes"][number]) => number) =>
      ok.length < 2
        ? null
        : row.lanes.indexOf(ok.reduce((most, lane) => (read(lane) > read(most) ? lane : most)));
    const hits = words
      .map((word) => ({ text: "prompt", pieces: marked(run.plan.prompt, word.toLowerCase()) }))
      .filter(({ pieces }) => pieces.length > 0);
    return {
      row,
      starred: of(run.id).starred,
      hidden: of(run.id).hidden,
      has_note: of(run.id).note !== "",
      tags: of(run.id).tags,
      requests: costs.length,
      cost_usd: sum(costs),
      cost_unknown: costs.filter((cost) => cost == null).length,
      first: best(({ ttft_ms }) => -(ttft_ms ?? Number.POSITIVE_INFINITY)),
      fastest: best(({ decode_tps }) => decode_tps ?? 0),
      hits: hits.slice(0, 1),
    };
  };
  return {
    searchLanguage: async () => LANGUAGE,
    findRuns: async (search, after, limit) => {
      if (shelf.isFailing)
        throw new Refusal({ kind: "history", message: "The history could not be read." });
      const words = search.match(/[^\s"]*"[^"]*"|\S+/g) ?? [];
      const tests: Test[] = [];
      for (const word of words) {
        const test = testOf(word);
        if (typeof test === "string") {
          const error: SearchError = {
            at: search.indexOf(word),
            length: word.length,
            message: test,
          };
          return { type: "unreadable", error };
        }
        tests.push(test);
      }
      const plain = words.filter((word) => !/[:<>]/.test(word) && word !== "starred");
      const isAboutHidden = words.some((word) => word.startsWith("hidden:"));
      const all = shelf
        .runs()
        .filter(({ id }) => isAboutHidden || !of(id).hidden)
        .filter((run) => tests.every((test) => test(run, of(run.id))));
      const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
      const runs = all.slice(from, from + limit).map((run) =>
        found(
          run,
          plain.map((word) => word.replaceAll('"', "")),
        ),
      );
      const next = from + limit < all.length ? (runs.at(-1)?.row.id ?? null) : null;
      return { type: "found", page: { total: all.length, more: false, runs, next } };
    },
    runMarks: async (id) => of(id),
    tags: async () => {
      const counts = new Map<string, number>();
      for (const { tags } of marks.values())
        for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      return [...counts].map(([tag, runs]) => ({ tag, runs }));
    },
    starRuns: async (ids, starred) => mark(ids, () => ({ starred })),
    hideRuns: async (ids, hidden) => mark(ids, () => ({ hidden })),
    tagRuns: async (ids, add, remove) => {
      if (add.some((tag) => /\s/.test(tag.trim())))
        throw new Refusal({
          kind: "history",
          message: "A tag is one word; join words with a hyphen.",
        });
      mark(ids, ({ tags }) => ({
        tags: [...new Set([...tags, ...add.map((tag) => tag.trim().toLowerCase())])]
          .filter((tag) => !remove.includes(tag))
          .sort(),
      }));
    },
    noteRun: async (id, note) => mark([id], () => ({ note: note.trim() })),
    deleteRuns: async (ids) => {
      for (const id of ids) await shelf.deleteRun(id);
    },
    restoreRuns: async (ids) => {
      for (const id of ids) await shelf.restoreRun(id);
    },
    exportRuns: async ({ runs, format }) => `~/Downloads/paceline-${runs.length}-runs.${format}`,
    showInFolder: async () => undefined,
    importRuns: async (document) => {
      if (!document.includes("paceline.export/1"))
        throw new Refusal({
          kind: "history",
          message: "Nothing was imported: the file was not exported by Paceline.",
        });
      return { added: ["run-9001"], known: ["run-0001"], deleted: [] };
    },
    spend: async (since_s) => {
      const models = new Map<string, Spent>();
      for (const run of shelf.runs()) {
        if (Date.parse(run.started_at) / 1000 < (since_s ?? 0)) continue;
        for (const { provider, label, model, simulated, samples } of run.lanes) {
          const key = `${simulated} ${provider} ${model}`;
          const costs = samples.map(({ cost_usd }) => cost_usd);
          const before = models.get(key);
          models.set(key, {
            provider,
            label,
            model,
            requests: (before?.requests ?? 0) + samples.length,
            cost_usd: sum([before?.cost_usd, ...costs]),
            cost_unknown: (before?.cost_unknown ?? 0) + costs.filter((cost) => cost == null).length,
            in_tokens: sum([before?.in_tokens, ...samples.map((s) => s.in_tokens_server)]),
            out_tokens: sum([before?.out_tokens, ...samples.map((s) => s.out_tokens_server)]),
          });
        }
      }
      const rows = [...models].map(([key, spent]) => ({ real: key.startsWith("false"), spent }));
      const real = rows.filter(({ real }) => real).map(({ spent }) => spent);
      const total: Spent = {
        provider: "",
        label: "",
        model: "",
        requests: sum(real.map(({ requests }) => requests)) ?? 0,
        cost_usd: sum(real.map(({ cost_usd }) => cost_usd)),
        cost_unknown: sum(real.map(({ cost_unknown }) => cost_unknown)) ?? 0,
        in_tokens: sum(real.map(({ in_tokens }) => in_tokens)),
        out_tokens: sum(real.map(({ out_tokens }) => out_tokens)),
      };
      const simulated = rows.filter(({ real }) => !real).map(({ spent }) => spent);
      real.sort((a, b) => (b.cost_usd ?? -1) - (a.cost_usd ?? -1));
      return { since_s, total, models: real, simulated };
    },
  };
}
