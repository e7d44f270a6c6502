import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { BackendProvider, type Lane, type Run } from "../backend/backend";
import { queryClient } from "../backend/queries";
import { recorded, sceneOf } from "../backend/recorded";
import { SweepLevels } from "./SweepLevels";

const lane = (place: number, label: string, model: string) =>
  ({ place, label, model, simulated: false, levels: [] }) as unknown as Lane;

test("the levels of two models at one address have a heading each", async () => {
  const address = "127.0.0.1:17300";
  const lanes = [lane(0, address, "gpu-cloud"), lane(1, address, "lpu"), lane(2, "Groq", "llama")];
  render(
    <BackendProvider value={recorded(await sceneOf("history"))}>
      <QueryClientProvider client={queryClient()}>
        <SweepLevels run={{ id: "run", lanes } as unknown as Run} />
      </QueryClientProvider>
    </BackendProvider>,
  );
  const headings = (await screen.findAllByRole("heading")).map(({ textContent }) => textContent);
  expect(headings).toEqual([`gpu-cloud ${address}`, `lpu ${address}`, "Groq llama"]);
});
