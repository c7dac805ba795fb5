/**
 * A survey's text in this language if it has been translated into it, otherwise as it was written.
 * What is returned says its own language.
 */
export function textIn<Text extends { language: string }>(
  survey: NoInfer<Text> & { translations: Text[] },
  language: string,
): Text {
  return survey.translations.find((one) => one.language === language) ?? survey;
}
