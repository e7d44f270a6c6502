import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { lazy, readAhead } from "./lazy";

const Shown = ({ name }: { name: string }) => <button type="button" aria-label={name} />;

it("draws what was read ahead at once, and anything else as soon as it is read", async () => {
  const Ahead = lazy(async () => Shown);
  await readAhead();
  const AtNeed = lazy(async () => Shown);
  render(
    <Suspense fallback={null}>
      <Ahead name="ahead" />
    </Suspense>,
  );
  expect(screen.queryByLabelText("ahead"), "nobody waits for what is there").not.toBeNull();
  render(
    <Suspense fallback={null}>
      <AtNeed name="at need" />
    </Suspense>,
  );
  expect(screen.queryByLabelText("at need"), "it was not read yet").toBeNull();
  expect(await screen.findByLabelText("at need"), "then it is").not.toBeNull();
});

it("reads nothing more ahead once the window is closed", async () => {
  const closed = new AbortController();
  const first = vi.fn(async () => {
    closed.abort();
    return Shown;
  });
  const second = vi.fn(async () => Shown);
  lazy(first);
  lazy(second);
  await readAhead(closed.signal);
  expect(first, "it was under way").toHaveBeenCalledOnce();
  expect(second, "nobody is there to see it").not.toHaveBeenCalled();
});
