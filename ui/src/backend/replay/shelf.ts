/** What is at hand in a replay: it lasts as long as the page. */

import type { Backend } from "../backend";
import type { Shelf } from "../bindings";

type ShelfPart = Pick<
  Backend,
  "shelf" | "savePrompt" | "forgetPrompt" | "saveLineUp" | "forgetLineUp" | "fill"
>;

const VARIABLE = /\{\{([^{}\n]+)\}\}/g;

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

export function replayShelf(): ShelfPart {
  let shelf: Shelf = {
    recent: ["Write a haiku about latency.", "Count to 200, one number per line."],
    prompts: [],
    line_ups: [],
  };
  const change = async (next: Partial<Shelf>): Promise<Shelf> => {
    shelf = { ...shelf, ...next };
    return shelf;
  };
  const without = <T extends { name: string }>(list: readonly T[], name: string): T[] =>
    list.filter((entry) => entry.name !== name);
  return {
    shelf: async () => shelf,
    savePrompt: (prompt) =>
      change({ prompts: [...without(shelf.prompts, prompt.name), prompt].sort(byName) }),
    forgetPrompt: (name) => change({ prompts: without(shelf.prompts, name) }),
    saveLineUp: (lineUp) =>
      change({ line_ups: [...without(shelf.line_ups, lineUp.name), lineUp].sort(byName) }),
    forgetLineUp: (name) => change({ line_ups: without(shelf.line_ups, name) }),
    // A stand-in for the engine's templates.
    fill: async (plan, values) => {
      const variables = [
        ...new Set([...plan.prompt.matchAll(VARIABLE)].map(([, name]) => name?.trim() ?? "")),
      ];
      const missing = variables.filter((name) => values[name] === undefined);
      if (missing.length > 0) {
        const message = `There is no value for \`${missing.join("`, `")}\`; give one for each variable of the template.`;
        return { plan, variables, problem: { message } };
      }
      const prompt = plan.prompt.replace(VARIABLE, (_, name: string) => values[name.trim()] ?? "");
      return { plan: { ...plan, prompt }, variables };
    },
  };
}
