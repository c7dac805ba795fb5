import { expect, it } from "vitest";
import { languageOfScript } from "./survey-language.ts";

it.each([
  ["هل نوسّع المكتبة؟", "ar"],
  ["हल्की रेल रात में चले?", "hi"],
  ["你喜欢 JavaScript 吗？", "zh"],
  ["¿Más trenes de noche?", undefined],
  ["Should the word 汉 be taught in every school?", undefined],
  ["42", undefined],
  ["", undefined],
])("of %s says %s", (text, language) => {
  expect(languageOfScript(text)).toBe(language);
});
