/**
 * The port: every request of the window to the engine. It is derived from the engine's commands, so a new command is
 * available as soon as the bindings are written. `tauri.ts` calls the real engine; `recorded.ts` plays recordings of
 * it, in a plain browser and in tests. Code outside this folder does not know which one it uses.
 */

import type { Channel } from "@tauri-apps/api/core";
import { createContext, useContext } from "react";
import type { commands, Failure } from "./bindings";

export type * from "./bindings";
/** Constants of the engine. */
export {
  checkTitles,
  dialects,
  levelNumbers,
  MEDIAN_FROM,
  metrics,
  phrases,
  TIE,
  VERDICT_FROM,
  warnings,
} from "./bindings";

type Commands = typeof commands;

// biome-ignore lint/suspicious/noConfusingVoidType: it is the type of a promise's result.
type Value<Answered> = [Answered] extends [null] ? void : Answered;

/** The result of a command without its error; void if it has none. */
type Data<Answer> = Answer extends { status: "error" }
  ? never
  : Answer extends { status: "ok"; data: infer Answered }
    ? Value<Answered>
    : Answer;

/** A channel is passed as a function that is called with each message. */
type Argument<Given> = Given extends Channel<infer Message> ? (message: Message) => void : Given;

type Arguments<Given extends readonly unknown[]> = { [I in keyof Given]: Argument<Given[I]> };

/** Every command of the engine: it answers with its data, or throws a [`Refusal`]. */
export type Backend = {
  [Name in keyof Commands]: (
    ...given: Arguments<Parameters<Commands[Name]>>
  ) => Promise<Data<Awaited<ReturnType<Commands[Name]>>>>;
};

/** What a port call throws if the engine refuses: the reason is data, and its text is in `strings/`. */
export class Refusal extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind);
    this.name = "Refusal";
  }
}

const BackendContext = createContext<Backend | null>(null);

export const BackendProvider = BackendContext.Provider;

export function useBackend(): Backend {
  const backend = useContext(BackendContext);
  if (!backend) throw new Error("No backend above this component.");
  return backend;
}
