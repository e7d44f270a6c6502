import { expect, it } from "vitest";
import { fitText } from "./LengthsChart";

it("a prediction that misses what was measured by more than 5 % is called off, and by how much", () => {
  expect(fitText(1.02)).toBe("1.02×");
  expect(fitText(0.96)).toBe("0.96×");
  expect(fitText(1.2)).toBe("1.20×, 20 % too long");
  expect(fitText(0.9)).toBe("0.90×, 10 % too short");
  expect(fitText(null), "without a latency there is nothing to hold it against").toBe("–");
});
