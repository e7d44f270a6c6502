import { expect, test } from "vitest";
import { listedNameOf } from "./names";

const lane = (label: string, model: string) => ({ label, model, simulated: false });

test("a lane of a list whose server is known by its address alone goes by its model", () => {
  const own = lane("127.0.0.1:17300", "m-300-100");
  expect(listedNameOf(own, [own]), "five models of one server look different").toBe("m-300-100");
  const named = lane("Groq", "llama");
  expect(listedNameOf(named, [named]), "a provider has a name").toBe("Groq");
  const [here, there] = [lane("127.0.0.1:17300", "m"), lane("127.0.0.1:17301", "m")];
  expect(listedNameOf(here, [here, there]), "one model at two addresses").toBe("127.0.0.1:17300");
});
