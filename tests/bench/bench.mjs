// What Paceline measures on streams of known timing, beside what a plain client measures on the same streams.
//
// error = reported value − true value of the same request: each lane names its number to the server, and asks one
// request after the other. The truth excludes connecting and
// sending, which take less than 0.3 ms on loopback; anything above that is the client's own delay. The two clients
// take turns in one run, so that the machine's other load affects both.

import { cpus, tmpdir } from "node:os";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serve, timed } from "./process.mjs";

const { values: options } = parseArgs({
  options: { runs: { type: "string", default: "5" }, lanes: { type: "string" }, checks: { type: "boolean", default: false } },
});
/** With `--checks` both clients are Paceline, one of which checks every answer by these: what that costs a clock is the difference. */
const CHECKS = ['json-schema:{"type":"object","required":["city"]}', "regex:(?i)(river|bends).*slowly"];
/** If given, only races of this many lanes; nothing is saved then. */
const only = options.lanes === undefined ? null : Number(options.lanes);
const wanted = ({ lanes }) => only === null || lanes === only;
const runs = Number(options.runs);
const prompt = "Explain the tradeoffs between synchronous and asynchronous I/O.";

/** Concurrent streams, rounds, tokens per stream, microseconds between tokens, tokens per chunk. */
const load = (lanes, rounds, tokens, gap, perChunk = 1) => ({ lanes, rounds, tokens, gap, perChunk });
const ladder = [
  load(1, 30, 20, 10_000),
  load(8, 5, 100, 10_000),
  load(32, 3, 100, 10_000),
  load(128, 3, 100, 10_000),
  load(512, 3, 100, 10_000),
];
/** Maximum p95 error of TTFT in milliseconds, by number of lanes. */
const bearable = { 1: 0.5, 8: 0.5, 32: 0.5, 128: 1, 512: 10 };
const fast = [
  load(32, 2, 4_000, 500),
  load(32, 2, 4_000, 500, 4),
  load(1, 2, 20_000, 95),
  load(1, 2, 20_000, 95, 4),
  load(128, 2, 2_000, 1_000),
  load(128, 2, 2_000, 1_000, 4),
];
const long = load(512, 1, 1_000, 10_000);
// Each pair differs only in tokens: the cost of a token is the slope between the two, without the cost of starting.
const costs = [
  { name: "32 × 2,000 tok/s", small: load(32, 2, 200, 500), large: fast[0] },
  { name: "128 × 100 tok/s", small: load(128, 3, 2, 10_000), large: ladder[3] },
];

/** With checks an error has to be larger by this much, and in every run, to be told from what one run differs from the next. */
const NOISE = { ms: 0.1, percent: 0.1 };

/** The latest table is between these two lines of `results.md`. */
const [BEGINS, ENDS] = ["<!-- ./dev bench -->", "<!-- measured until here -->"];

/** An answer of one token, which no measured stream has. */
const WARM_UP = "ttft=1000,gap=1000,n=1";

const scratch = mkdtempSync(join(tmpdir(), "paceline-bench-"));
const server = await serve(join(process.env.BENCH_BINARIES, "mock"));

// ── The two clients ──────────────────────────────────────────────────────────────────────────────

const ours = (url, what) => paceline(url, what, []);
const checked = (url, what) => paceline(url, what, CHECKS);

async function paceline(url, { lanes, rounds }, checks) {
  const lane = Array.from({ length: lanes }, (_, number) => ["--lane", `openai-chat@${url}#mock_lane=${number}`]).flat();
  const race = ["race", "--json", "--no-save", "--prompt", prompt, "--max-tokens", "512", "--repeat", `${rounds}`];
  const command = [process.env.PACELINE_CLI, ...race, ...lane, ...checks.flatMap((check) => ["--check", check])];
  const { stdout, ...cost } = await timed(command, { PACELINE_DATA_DIR: scratch });
  const requests = JSON.parse(stdout).lanes.flatMap(({ samples }, lane) =>
    samples.map(({ ttft_ms: ttft, decode_tps: tps, icl_p99_ms: gap }) => ({ lane, ttft, tps, gap })),
  );
  return { ...cost, requests };
}

async function plain(url, { lanes, rounds }) {
  const out = join(scratch, "ref.json");
  const command = [join(process.env.BENCH_BINARIES, "refclient"), url, `${lanes}`, `${lanes * rounds}`, out];
  // Like ours, it makes its connections before the first request that counts.
  const { stdout: _, ...cost } = await timed(command, { REF_WARM_URL: server.at(WARM_UP) });
  const { results } = JSON.parse(readFileSync(out, "utf8"));
  return { ...cost, requests: results.map(({ lane, ttft_ms: ttft, tps, itl_p99: gap }) => ({ lane, ttft, tps, gap })) };
}

// ── Measuring ────────────────────────────────────────────────────────────────────────────────────

const ascending = (numbers) => [...numbers].sort((a, b) => a - b);

/** The value below which a share of the numbers lies, interpolated between neighbours. */
function quantile(numbers, share) {
  const sorted = ascending(numbers);
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}
const median = (numbers) => (numbers.length === 0 ? Number.NaN : quantile(numbers, 0.5));

/** One client at one load: its errors and its costs. */
async function once(client, what) {
  await server.forget();
  const { tokens, gap, perChunk, lanes, rounds } = what;
  const url = server.at(`ttft=200000,gap=${gap},n=${tokens},tpc=${perChunk}`);
  const got = await client(url, what);
  const truth = (await server.truth()).filter((record) => record.tokens > 1);
  const whole = truth.filter((record) => record.outcome === "ok").length;
  const { requests } = got;
  if (whole !== lanes * rounds || requests.length !== whole || requests.some(({ ttft }) => !(ttft > 0))) {
    throw new Error(`of ${lanes * rounds} requests ${whole} were answered whole and ${requests.length} are reported`);
  }
  const served = Array.from({ length: lanes }, (_, lane) => truth.filter((record) => record.lane === lane));
  for (const records of served) records.sort((a, b) => a.seq - b.seq);
  const pairs = requests.map((request) => ({ ...request, truth: served[request.lane].shift() }));
  if (pairs.some(({ truth }) => truth === undefined)) throw new Error("a lane reports more requests than it sent");
  const trueTps = ({ tokens, last_us, first_us }) => ((tokens - Math.min(perChunk, tokens)) / (last_us - first_us)) * 1e6;
  const late = pairs.map(({ ttft, truth }) => ttft - truth.first_us / 1e3);
  const off = pairs.map(({ tps, truth }) => (tps / trueTps(truth) - 1) * 100);
  return {
    p50: quantile(late, 0.5),
    p95: quantile(late, 0.95),
    off: median(off),
    worst: off.reduce((worst, one) => (Math.abs(one) > Math.abs(worst) ? one : worst), 0),
    // For the typical stream, how far the 99th percentile of the gaps is from the gap at which every chunk was sent.
    gap: Math.abs(median(requests.map((request) => request.gap).filter((ms) => ms > 0)) - (gap * perChunk) / 1e3),
    cpu: got.cpu,
    peak: got.peak,
    tokens: truth.reduce((sum, record) => sum + record.tokens, 0),
  };
}

/**
 * Both clients in turn, several times: the median of each figure, and in how many runs ours had the larger error of each.
 */
async function both(what) {
  const taken = { ours: [], plain: [] };
  for (let run = 0; run < runs; run += 1) {
    taken.ours.push(await once(options.checks ? checked : ours, what));
    taken.plain.push(await once(options.checks ? ours : plain, what));
  }
  process.stderr.write(`${what.lanes} × ${Math.round(1e6 / what.gap)} tok/s, ${what.tokens} tokens: measured\n`);
  const figures = (results) =>
    Object.fromEntries(Object.keys(results[0]).map((name) => [name, median(results.map((result) => result[name]))]));
  const worse = (figure) =>
    taken.ours.filter((result, run) => Math.abs(result[figure]) > Math.abs(taken.plain[run][figure])).length;
  return { ours: figures(taken.ours), plain: figures(taken.plain), worse };
}

// ── The table ────────────────────────────────────────────────────────────────────────────────────

const rows = [];
/** One row; `meets` says whether the target is met, or is a word for another outcome. */
function row(name, mine, theirs, digits, unit, target, meets) {
  const ratio = unit === "%" || !(theirs > 0) ? "" : (mine / theirs).toFixed(2);
  const told = typeof meets === "string" ? meets : meets ? "met" : "**MISSED**";
  const verdict = target === undefined ? "" : `${target}: ${told}`;
  rows.push(`| ${name} | ${mine.toFixed(digits)} ${unit} | ${theirs.toFixed(digits)} ${unit} | ${ratio} | ${verdict} |`);
}

const thousands = (number) => Math.round(number).toLocaleString("en");

async function table() {
  const measured = new Map();
  const of = async (what) => {
    if (!measured.has(what)) measured.set(what, await both(what));
    return measured.get(what);
  };
  for (const what of ladder.filter(wanted)) {
    const { ours, plain } = await of(what);
    row(`TTFT error, p50, ${what.lanes} × 100 tok/s`, ours.p50, plain.p50, 2, "ms");
    const most = bearable[what.lanes];
    const meets = ours.p95 <= most && ours.p95 <= 1.5 * plain.p95;
    const target = `≤ ${most} ms, ≤ 1.5 × ref`;
    row(`TTFT error, p95, ${what.lanes} × 100 tok/s`, ours.p95, plain.p95, 2, "ms", target, meets);
  }
  for (const what of fast.filter(wanted)) {
    const { ours, plain, worse } = await of(what);
    const bundled = what.perChunk > 1 ? `, ${what.perChunk} tokens per chunk` : "";
    const name = `${what.lanes} × ${thousands(1e6 / what.gap)} tok/s${bundled}`;
    row(`tok/s error, median stream, ${name}`, ours.off, plain.off, 2, "%", "within 0.5 %", Math.abs(ours.off) <= 0.5);
    if (what.perChunk === 1) {
      // Worse by the medians but not in every run: the two differ by less than one run differs from the next.
      const outcome = ours.gap <= plain.gap || (worse("gap") < runs && `a tie (worse in ${worse("gap")} of ${runs} runs)`);
      row(`chunk-gap p99 error, ${name}`, ours.gap, plain.gap, 3, "ms", "no worse than ref", outcome);
    }
    row(`tok/s error, worst stream, ${name}`, ours.worst, plain.worst, 2, "%", "within 0.5 %", Math.abs(ours.worst) <= 0.5);
  }
  for (const { name, small, large } of costs.filter(({ large }) => wanted(large))) {
    const [few, many] = [await of(small), await of(large)];
    const slope = (who) => ((many[who].cpu - few[who].cpu) / (many[who].tokens - few[who].tokens)) * 1e6;
    const whole = (who) => (many[who].cpu / many[who].tokens) * 1e6;
    const [mine, theirs] = [slope("ours"), slope("plain")];
    row(`CPU per million tokens, ${name}`, mine, theirs, 1, "s", "≤ 1.5 × ref", mine <= 1.5 * theirs);
    row(`the same, starting included (${thousands(many.ours.tokens)} tokens)`, whole("ours"), whole("plain"), 1, "s");
  }
  for (const what of [ladder[3], fast[0], long].filter(wanted)) {
    const { ours, plain } = await of(what);
    const name = `Peak memory, ${thousands(ours.tokens)} tokens in ${what.lanes} lanes`;
    const isLong = what === long;
    row(name, ours.peak, plain.peak, 0, "MB", isLong ? "≤ 64 MB" : undefined, ours.peak <= 64);
  }
}

/** What checks of answers cost the clock: the same races, checked and not. */
async function tableOfChecks() {
  for (const what of [...ladder, ...fast].filter(wanted)) {
    const { ours, plain, worse } = await both(what);
    const unchanged = (figure, noise) => {
      const more = Math.abs(ours[figure]) - Math.abs(plain[figure]);
      return more <= noise || (worse(figure) < runs && `a tie (larger in ${worse(figure)} of ${runs} runs)`);
    };
    const bundled = what.perChunk > 1 ? `, ${what.perChunk} tokens per chunk` : "";
    const name = `${what.lanes} × ${thousands(1e6 / what.gap)} tok/s${bundled}`;
    row(`TTFT error, p50, ${name}`, ours.p50, plain.p50, 2, "ms", "unchanged", unchanged("p50", NOISE.ms));
    row(`TTFT error, p95, ${name}`, ours.p95, plain.p95, 2, "ms", "unchanged", unchanged("p95", NOISE.ms));
    row(`tok/s error, median stream, ${name}`, ours.off, plain.off, 2, "%", "unchanged", unchanged("off", NOISE.percent));
  }
}

/** Replaces the table of a file of results. */
function keep(text) {
  const results = new URL(options.checks ? "checks.md" : "results.md", import.meta.url);
  const [before, rest] = readFileSync(results, "utf8").split(BEGINS);
  const after = rest?.split(ENDS)[1];
  if (after === undefined) throw new Error(`${results.pathname} has no place between ${BEGINS} and ${ENDS}`);
  writeFileSync(results, `${before}${BEGINS}\n\n${text}\n${ENDS}${after}`);
}

try {
  const started = performance.now();
  await (options.checks ? tableOfChecks() : table());
  const [columns, about] = options.checks
    ? [
        "| | with checks | without | ratio | target |",
        ["ordinary programs, on the same cores. With checks every answer is held against a schema and a regular expression."],
      ]
    : [
        "| | Paceline | ref | ratio | target |",
        [
          "ordinary programs, on the same cores. *ref* is a plain client of 100 lines on reqwest (`tests/bench/ref`), which as",
          "Paceline has its connections before the first request that counts.",
        ],
      ];
  const text = [
    `${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, loopback;`,
    `medians of ${runs} runs in which the two clients took turns. The server ${server.first ? "ran" : "could not be run"} ahead of`,
    ...about,
    "error = reported − true; of TTFT it includes sending and reading over loopback, less than 0.3 ms.",
    "",
    columns,
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  if (only === null) keep(text);
  process.stdout.write(`${text}\n`);
  process.stderr.write(`It took ${Math.round((performance.now() - started) / 1e3)} s and is ${only === null ? `in tests/bench/${options.checks ? "checks" : "results"}.md` : "not kept"}.\n`);
} finally {
  server.stop();
  rmSync(scratch, { recursive: true });
}
