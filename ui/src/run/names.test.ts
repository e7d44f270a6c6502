import { expect, test } from "vitest";
import { clippedNames, shortNameOf } from "./names";

const lane = (label: string, model: string) => ({ label, model, simulated: false });

test("a lane whose server is known by its address alone goes by its model", () => {
  const own = lane("127.0.0.1:17300", "m-300-100");
  expect(shortNameOf(own, [own]), "five models of one server look different").toBe("m-300-100");
  const named = lane("Groq", "llama");
  expect(shortNameOf(named, [named]), "a provider has a name").toBe("Groq");
  const [here, there] = [lane("127.0.0.1:17300", "m"), lane("127.0.0.1:17301", "m")];
  expect(shortNameOf(here, [here, there]), "one model at two addresses").toBe("127.0.0.1:17300");
});

test("lanes of the same provider and model are told apart by their numbers, however short the names are cut", () => {
  const [one, two, other] = [lane("Groq", "llama"), lane("Groq", "llama"), lane("OpenAI", "gpt")];
  const lanes = [one, other, two];
  expect(lanes.map((each) => shortNameOf(each, lanes))).toEqual([
    "llama (lane 1)",
    "OpenAI",
    "llama (lane 3)",
  ]);
  expect(shortNameOf(one, [one, other]), "one alone has none").toBe("Groq");
  const long = [lane("Groq", "a-model-with-a-long-name"), lane("Groq", "a-model-with-a-long-name")];
  const cut = clippedNames(long, 20);
  expect(cut, "the number is whole").toEqual(["a-model-wi… (lane 1)", "a-model-wi… (lane 2)"]);
  expect(clippedNames([one, other], 20), "and takes no room where there is none").toEqual([
    "Groq",
    "OpenAI",
  ]);
});
