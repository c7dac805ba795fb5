import { type ReactNode, useState } from "react";
import * as t from "#words/surveys";
import { textIn } from "../../contract/text-in.ts";
import { ownLanguage, sayLanguage } from "../lib/language.ts";

/**
 * The survey's text in the language of the page, if it has one, and the original at one press. The
 * note says which of them is shown; it is null if there is nothing to choose.
 */
export function useShownText<Text extends { language: string }>(
  survey: NoInfer<Text> & { translations: Text[] },
): { text: Text; note: ReactNode } {
  const [wantsOriginal, setWantsOriginal] = useState(false);
  const translation = textIn<Text>(survey, ownLanguage);
  if (translation === survey) return { text: survey, note: null };
  const press = (words: string) => (
    <button type="button" className="link" onClick={() => setWantsOriginal(!wantsOriginal)}>
      {words}
    </button>
  );
  return {
    text: wantsOriginal ? survey : translation,
    note: <p className="text-muted">{sayWhich()}</p>,
  };

  function sayWhich(): ReactNode {
    if (wantsOriginal) return t.isOriginal({ press });
    const { language } = survey;
    return t.writtenIn({
      language: () => <bdi lang={language}>{sayLanguage(language)}</bdi>,
      press,
    });
  }
}
