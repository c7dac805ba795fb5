import * as t from "#words/surveys";
import type { SurveyCard } from "../../../../contract/surveys.ts";
import { textIn } from "../../../../contract/text-in.ts";
import { ownLanguage, sayLanguage } from "../../../lib/language.ts";

type Text = SurveyCard["translations"][number];

/** The original of a survey whose translation is shown, to be read beside it. Nothing if it is not. */
export function OriginalText({ survey }: { survey: Text & { translations: Text[] } }) {
  if (textIn(survey, ownLanguage) === survey) return null;
  const { language, title, description, question } = survey;
  return (
    <details className="max-w-prose">
      <summary className="cursor-pointer py-1.5 font-medium">
        {t.original({ language: () => <bdi lang={language}>{sayLanguage(language)}</bdi> })}
      </summary>
      <div lang={language} dir="auto" className="mt-2 grid gap-1 border-s-4 border-base-300 ps-4">
        <p className="font-semibold">{title}</p>
        <p className="font-display text-lg font-semibold">{question}</p>
        <p className="whitespace-pre-line text-muted">{description}</p>
      </div>
    </details>
  );
}
