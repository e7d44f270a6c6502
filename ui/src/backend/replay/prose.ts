/** Something to read while a replay runs: the same words for the same seed. */

const sentences = [
  "Synchronous I/O blocks the calling thread until the operation completes.",
  "In a thread-per-request server that means one stalled database call holds one thread and its stack.",
  "Asynchronous I/O hands the wait to the kernel and lets a small pool of threads serve many sockets.",
  "The model is easy to read and to debug: the stack shows where you are.",
  "Its cost appears under load, when threads queue behind slow calls and p95 latency climbs while p50 stays flat.",
  "An event loop turns every wait into a registration, so ten thousand idle connections cost little more than memory.",
  "The price is that one long computation on the loop delays every other connection.",
  "A payment service that talks to one bank over a slow link is a fair example of the first kind.",
  "A chat gateway that keeps a hundred thousand sockets open is the usual example of the second.",
  "Most production services end up mixing both: an asynchronous edge, and a bounded pool for blocking work.",
  "Backpressure matters more than the choice itself; a queue without a limit only moves the outage.",
  "Measure the tail under your own load before you rewrite anything.",
];

const thoughts = [
  "The person asks for trade-offs, so I should name costs on both sides.",
  "An example for each would make it concrete.",
  "Threads are simpler to reason about, event loops scale with idle connections.",
  "I should mention backpressure, since it is often forgotten.",
];

function paragraph(source: readonly string[], seed: number, words: number): string[] {
  const out: string[] = [];
  for (let index = seed % source.length; out.length < words; index = (index + 1) % source.length) {
    const sentence = source[index] ?? "";
    out.push(...sentence.split(" ").map((word) => `${word} `));
    if (index % 4 === 3) out.push(`${(out.pop() ?? "").trimEnd()}\n\n`);
  }
  return out.slice(0, words);
}

/** So many words of an answer; each word stands for one token. */
export function answerWords(seed: number, words: number): string[] {
  return paragraph(sentences, seed, words);
}

export function thoughtWords(seed: number, words: number): string[] {
  return paragraph(thoughts, seed, words);
}
