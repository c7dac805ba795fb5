import * as common from "#words/common";
import * as wording from "#words/specified";
import * as t from "#words/surveyForm";
import { options } from "../../../contract/surveys.ts";
import { SurveyCard } from "../survey/shared/survey-card.tsx";
import type { Draft } from "./draft.ts";
import { languageOfDraft } from "./language-field.tsx";

const colours = { yes: "text-yes", no: "text-no" } as const;

/** How others will see the survey: as a card in the list, and as a question. */
export function SurveyPreview({ draft }: { draft: Omit<Draft, "translations"> }) {
  const language = languageOfDraft(draft);
  return (
    <section aria-labelledby="preview" className="grid content-start gap-4">
      <h2 id="preview" className="font-display text-subtitle">
        {t.preview}
      </h2>
      <p className="text-muted">{t.previewInList}</p>
      <SurveyCard
        survey={{
          title: draft.title.trim() || t.previewTitle,
          description: draft.description.trim() || t.previewDescription,
          question: draft.question.trim() || t.previewQuestion,
          category: draft.category || null,
          language,
          translations: [],
          timestamp: new Date().toISOString(),
          votes: 0,
          liked: 0,
          opensAt: null,
          closesAt: null,
          phase: "open",
          resultsMode: "voted",
          ballot: draft.ballot,
          results: null,
        }}
        heading="h3"
      >
        <span aria-hidden="true" className="font-semibold text-primary underline">
          {wording.seeMore}
        </span>
      </SurveyCard>
      <p className="mt-2 text-muted">{t.previewToVoters}</p>
      <div className="grid gap-4 rounded-panel bg-base-200 p-6">
        <p lang={language} dir="auto" className="font-display text-xl/tight font-bold">
          {draft.question.trim() || t.previewQuestion}
        </p>
        <ul className="grid grid-cols-2 gap-3">
          {options.map((option) => (
            <li
              key={option}
              className={`rounded-field border-2 border-current bg-base-100 px-4 py-2.5 font-display text-lg font-bold ${colours[option]}`}
            >
              {common.votes[option]}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
