/** What a lane sends, as it is shown. */

import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { open, startAfresh } from "../../testing";
// What the window loads when it is first shown: on a loaded machine that takes longer than a test waits.
import "../../ui/LongEditor";
import "./RequestSheet";
import { useRequestUi } from "./requestStore";

beforeEach(startAfresh);

const isStyled = () =>
  [...document.querySelectorAll("style")].some(({ textContent }) => textContent?.includes(".cm-"));

it("has the styles of an editor in the page before a body of megabytes is asked for", async () => {
  const styled: boolean[] = [];
  await open("first", "#/race", () => ({
    shownRequest: async (_plan, _lane, _step, tell) => {
      styled.push(isStyled());
      tell('{"id":1}');
      const head = "POST /v1 HTTP/1.1\r\ncontent-length: 8\r\n";
      return { head, pieces: 1, number: null, curl: "", curl_end: "" };
    },
  }));
  await screen.findByTestId("chip-0");
  expect(isStyled(), "no editor has been shown").toBe(false);
  act(() => useRequestUi.getState().edit("sent"));
  expect((await screen.findByTestId("sent-body")).textContent).toContain('"id"');
  expect(styled).toEqual([true]);
});
