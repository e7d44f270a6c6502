/** The port, implemented by the engine behind the web view. */

import { Channel } from "@tauri-apps/api/core";
import { type Backend, Refusal } from "./backend";
import { commands, type Failure } from "./bindings";
import { type Crossing, crossing, withTexts } from "./texts";

type Answer = { status: "ok"; data: unknown } | { status: "error"; error: Failure };
type Command = (...given: unknown[]) => Promise<unknown>;

function isAnswer(settled: unknown): settled is Answer {
  return typeof settled === "object" && settled !== null && "status" in settled;
}

/** A function crosses as a channel, which calls it with each message. */
function channelOf(given: unknown, named: Crossing["named"]): unknown {
  if (typeof given !== "function") return given;
  const channel = new Channel<unknown>();
  channel.onmessage = (message) => given(withTexts(message, named));
  return channel;
}

/** The command as the port provides it: its data is returned, its refusal is thrown. */
function unwrapped(command: Command): Command {
  return async (...all) => {
    const begun = crossing(all);
    const { given, named, isAnswered } = begun instanceof Promise ? await begun : begun;
    try {
      const settled = await command(...given.map((each) => channelOf(each, named)));
      if (!isAnswer(settled)) return settled;
      if (settled.status === "error") throw new Refusal(settled.error);
      return settled.data;
    } finally {
      isAnswered();
    }
  };
}

/** What `ask.js` requests as soon as there is a page. */
type Early = "startup" | "lastPlan" | "providers" | "preferences";

declare global {
  interface Window {
    pacelineAsked?: Partial<Record<Early, Promise<unknown>>>;
  }
}

const asked = window.pacelineAsked ?? {};

/** Answers once with the early answer; after that, or if the early request failed, the command is called. */
function early(name: string, ask: Command): Command {
  return async (...given) => {
    const answer = asked[name as Early];
    delete asked[name as Early];
    try {
      if (answer) return await answer;
    } catch {
      // The second answer reports what is wrong.
    }
    return ask(...given);
  };
}

function commandOf([name, command]: [string, unknown]): [string, Command] {
  const ask = unwrapped(command as Command);
  return [name, name in asked ? early(name, ask) : ask];
}

export const engine = Object.fromEntries(Object.entries(commands).map(commandOf)) as Backend;
