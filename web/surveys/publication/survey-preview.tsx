import { Suspense, useState } from "react";
import * as drafts from "#words/drafts";
import * as wording from "#words/specified";
import * as t from "#words/surveyForm";
import { lazyPart } from "../../components/lazy-page.tsx";
import { SurveyCard } from "../survey/shared/survey-card.tsx";
import type { Draft } from "./draft.ts";
import { languageOfDraft } from "./language-field.tsx";

// Lazy, because it has the whole form in which people vote.
const PagePreview = lazyPart(() => import("./page-preview.tsx"));

/** How others will see the survey: as a card in the list, and as the page on which they vote. */
export function SurveyPreview({ draft }: { draft: Draft }) {
  const [open, setOpen] = useState(false);
  const survey = {
    title: draft.title.trim() || t.previewTitle,
    description: draft.description.trim() || t.previewDescription,
    question: draft.question.trim() || t.previewQuestion,
    language: languageOfDraft(draft),
    timestamp: new Date().toISOString(),
    votes: 0,
    counting: null,
    liked: 0,
    opensAt: null,
    closesAt: null,
    phase: "open",
    resultsMode: draft.ballot === "secret" ? "closed" : draft.resultsMode,
    ballot: draft.ballot,
    results: null,
  } as const;
  return (
    <section aria-labelledby="preview" className="grid content-start gap-4">
      <h2 id="preview" className="font-display text-subtitle">
        {t.preview}
      </h2>
      <p className="text-muted">{t.previewInList}</p>
      <SurveyCard
        survey={{ ...survey, category: draft.category || null, translations: [] }}
        heading="h3"
      >
        <span aria-hidden="true" className="font-semibold text-primary underline">
          {wording.seeMore}
        </span>
      </SurveyCard>
      <button
        type="button"
        className="btn btn-outline"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {drafts.preview}
      </button>
      {open && (
        <Suspense>
          <PagePreview draft={draft} survey={survey} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
