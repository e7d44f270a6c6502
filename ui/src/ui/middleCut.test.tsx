/** A name that is divided where it may be cut is drawn with all of its letters while there is room. */

import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { MiddleCut } from "./controls";

it("keeps the space at which a name is divided", () => {
  const name = "127.0.0.1:18917 m (request 006bd100)";
  const { container } = render(
    <MiddleCut text={name} among={["127.0.0.1:18917 m (request 0be56396)"]} />,
  );
  expect(container.textContent, "all of it is there").toBe(name);
  const spans = [...container.querySelectorAll("span")];
  const pieces = spans.filter((span) => span.childElementCount === 0);
  expect(pieces.length, "it is divided").toBe(2);
  // `truncate` sets the white space anew, and a space at the end of a line is then not drawn.
  for (const piece of pieces)
    expect(piece.className, "the space stays").not.toMatch(/truncate|nowrap/);
  expect(spans[0]?.className, "by what both inherit").toContain("whitespace-pre");
});
