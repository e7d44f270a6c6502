/** What a run sent, as its request is shown. */

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Payload, Plan } from "../../backend/backend";
import { settingsOf } from "./SettingLines";
import { WasSent } from "./WasSent";

const PAYLOAD: Payload = {
  dialect: "openai-chat",
  turns: [{ role: "user", parts: [{ content: { type: "text", text: "Which berth?" } }] }],
  tool_choice: { tool: "berth" },
  response_format: { schema: { name: "plan", schema: { type: "object" } } },
  stop: ["END"],
  top_p: 0.5,
  headers: { "x-team": "quay" },
  fields: { logit_bias: { "5": 1 }, big: { $number: "9007199254740993" } },
};

it("names every setting, header and field of the request, each with its value", async () => {
  const plan: Plan = { prompt: "", repeat: 1, warmup: 0, payload: PAYLOAD, lanes: [] };
  render(<WasSent plan={plan} />);
  await userEvent.setup().click(screen.getByTestId("was-sent"));
  const told = (await screen.findByTestId("was-sent-settings")).textContent;
  for (const [name, value] of [
    ["tool_choice", '{"tool":"berth"}'],
    ["response_format", '{"schema":{"name":"plan","schema":{"type":"object"}}}'],
    ["stop", '["END"]'],
    ["top_p", "0.5"],
    ["x-team", "quay"],
    ["logit_bias", '{"5":1}'],
    ["big", "9007199254740993"],
  ])
    expect(told).toContain(`${name} ${value}`);
});

it("lays out the beginning of a value of megabytes, and nothing where a request has no more than turns", () => {
  const [[name, value] = ["", ""]] = settingsOf({ prediction: "x".repeat(2_000_000) });
  expect([name, value.length]).toEqual(["prediction", 2_001]);
  expect(settingsOf({ turns: PAYLOAD.turns ?? [] })).toEqual([]);
});
