import { useState } from "react";
import { Link, useNavigate } from "react-router";
import * as common from "#words/common";
import { ownStatuses as ownStatusLabels } from "#words/labels";
import * as t from "#words/surveyForm";
import type { OwnSurvey } from "../../../contract/managed-surveys.ts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { languageIds } from "../../../words/generated/languages.ts";
import { Notice } from "../../components/notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import type { Draft, Translations } from "./draft.ts";
import { RejectionMessage } from "./rejection-message.tsx";
import { StatusBadge } from "./shared/status-badge.tsx";
import { SurveyForm, type Written } from "./survey-form.tsx";
import { toLocal } from "./terms-form.ts";

interface EditSurveyProps {
  survey: OwnSurvey;
  /** Starts the edit again from what the server has now. */
  onReload: () => void;
}

export function EditSurvey({ survey, onReload }: EditSurveyProps) {
  // The version this edit started from, even if a newer one is loaded: the server compares it.
  const [begun] = useState(survey);
  const { _id: id, revision, status, enteredMessage, votes } = begun;
  const { title, description, category, question, resultsMode, ballot } = begun;
  const times = { opensAt: toLocal(begun.opensAt), closesAt: toLocal(begun.closesAt) };
  const translations: Translations = Object.fromEntries(
    begun.translations.map(({ language, ...text }) => [language, text]),
  );
  const language = languageIds.find((id) => id === begun.language) ?? "";
  const text = { title, description, category, question, translations };
  const stored: Draft = { ...text, language, resultsMode, ballot, ...times };
  const edit = useRouteMutation(routes.editSurvey);
  const resend = useRouteMutation(routes.resendSurvey);
  const navigate = useNavigate();

  async function save(body: Written) {
    await edit.mutateAsync({ params: { id }, query: { revision }, body });
    alerts.succeeded(t.saved);
    await navigate(pages.ownSurveys);
  }

  async function saveAndSend(body: Written) {
    await resend.mutateAsync({ params: { id }, query: { revision }, body });
    void alerts.show({
      icon: "success",
      title: t.sentAgain,
      text: t.readBeforePublished,
    });
    await navigate(pages.ownSurveys);
  }

  const waits = status === "pending";
  return (
    <>
      <div className="grid gap-4">
        <p>
          <StatusBadge status={status} labels={ownStatusLabels} />
        </p>
        {status === "unpublish" && enteredMessage && <RejectionMessage message={enteredMessage} />}
        {waits && <p className="text-muted">{t.keepsPlace}</p>}
      </div>
      <SurveyForm
        draft={stored}
        stored={stored}
        questionFrozen={votes > 0}
        action={waits ? common.save : t.saveAndSend}
        onSubmit={waits ? save : saveAndSend}
        otherAction={waits ? undefined : { label: t.saveOnly, onSubmit: save }}
        problemActions={
          <button type="button" className="btn btn-outline" onClick={onReload}>
            {t.loadAnew}
          </button>
        }
      >
        <Link to={pages.ownSurveys} className="btn btn-ghost">
          {common.cancel}
        </Link>
      </SurveyForm>
    </>
  );
}

export function PublishedSurvey({ survey }: { survey: OwnSurvey }) {
  return (
    <Notice
      tone="info"
      actions={
        <Link to={fillPath(pages.survey, { id: survey._id })} className="btn btn-outline">
          {t.openIt}
        </Link>
      }
    >
      <p lang={survey.language} dir="auto" className="font-semibold">
        {survey.title}
      </p>
      <p>{t.publishedStays}</p>
    </Notice>
  );
}
