// Our simulated providers as the servers of an independent client: OpenAI's own SDK.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import OpenAI from "openai";
import { lane, race, simulate } from "./paceline.mjs";

let simulator;
let client;

const sdk = (baseURL) => new OpenAI({ baseURL, apiKey: "not-needed", maxRetries: 0 });

before(async () => {
  simulator = await simulate();
  client = sdk(simulator.baseUrl);
});
after(() => simulator.stop());

const messages = [{ role: "user", content: "Why do rivers bend?" }];

/** How the SDK reads a stream. */
async function streamed(model, reader = client) {
  const stream = await reader.chat.completions.create({ model, messages, stream: true, stream_options: { include_usage: true } });
  const seen = { text: "", finish: undefined, usage: undefined };
  for await (const chunk of stream) {
    seen.text += chunk.choices[0]?.delta?.content ?? "";
    seen.finish ??= chunk.choices[0]?.finish_reason ?? undefined;
    seen.usage = chunk.usage ?? seen.usage;
  }
  return seen;
}

test("the SDK and Paceline read the same answer and the same count", async () => {
  for (const knobs of ["tokens=40", "tokens=40&per_chunk=4&line=crlf", "tokens=40&split=5ms&data=multi"]) {
    const model = `scripted?ttft=20ms&gap=2ms&${knobs}`;
    // The text follows from the number of the request, so each reader is the first at its own server.
    const [one, other] = [await simulate(), await simulate()];
    const theirs = await streamed(model, sdk(one.baseUrl));
    const { run } = await race([lane("openai-chat", other.baseUrl, model)]);
    one.stop();
    other.stop();
    const ours = run.lanes[0].samples[0];
    assert.equal(ours.status, "ok", `${knobs}: it finished`);
    assert.equal(ours.text, theirs.text, `${knobs}: one text, two readers`);
    assert.ok(theirs.text.length > 50, `${knobs}: there was a text`);
    assert.equal(ours.finish_reason, theirs.finish, `${knobs}: one reason`);
    assert.equal(ours.out_tokens_server, theirs.usage.completion_tokens, `${knobs}: one count`);
    assert.equal(theirs.usage.completion_tokens, 40, `${knobs}: the count that was asked for`);
    assert.equal(ours.in_tokens_server, theirs.usage.prompt_tokens, `${knobs}: of the prompt as well`);
  }
});

test("an answer that is not streamed is the SDK's as well", async () => {
  const completion = await client.chat.completions.create({ model: "scripted?ttft=10ms&gap=1ms&tokens=12", messages });
  assert.equal(completion.usage.completion_tokens, 12, "counted");
  assert.equal(completion.choices[0].finish_reason, "stop", "finished");
  assert.ok(completion.choices[0].message.content.length > 10, "and said something");
});

test("tool calls arrive whole at the SDK", async () => {
  const model = "scripted?ttft=10ms&gap=1ms&tokens=30&answer_as=tool_calls&calls=2";
  const stream = await client.chat.completions.create({ model, messages, stream: true });
  const calls = [];
  for await (const chunk of stream) {
    for (const call of chunk.choices[0]?.delta?.tool_calls ?? []) {
      calls[call.index] = (calls[call.index] ?? "") + (call.function?.arguments ?? "");
    }
  }
  assert.equal(calls.length, 2, "both of them");
  for (const call of calls) assert.equal(typeof JSON.parse(call), "object", "each with arguments that are JSON");
});

test("the SDK knows each refusal for what it is", async () => {
  for (const [fault, kind] of [["401", OpenAI.AuthenticationError], ["404", OpenAI.NotFoundError], ["429", OpenAI.RateLimitError], ["500", OpenAI.InternalServerError]]) {
    await assert.rejects(streamed(`scripted?fault=${fault}`), kind, `${fault} is a ${kind.name}`);
  }
  await assert.rejects(streamed("scripted?ttft=10ms&gap=1ms&tokens=10&fault=error@50%"), OpenAI.APIError, "an error inside a stream is one");
});

test("the SDK lists the models that can be raced", async () => {
  const ids = [];
  for await (const model of client.models.list()) ids.push(model.id);
  assert.ok(ids.includes("scripted") || ids.length >= 6, `there is a choice: ${ids}`);
});
