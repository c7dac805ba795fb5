import { useState } from "react";
import { Link, useNavigate } from "react-router";
import * as common from "#words/common";
import * as drafts from "#words/drafts";
import { ownStatuses as ownStatusLabels } from "#words/labels";
import * as t from "#words/surveyForm";
import type { OwnSurvey } from "../../../contract/managed-surveys.ts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { Notice } from "../../components/notice.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { draftOf, fromStored, toStored } from "./draft.ts";
import { type BegunDraft, KeptDraft } from "./kept-draft.tsx";
import { RejectionMessage } from "./rejection-message.tsx";
import { StatusBadge } from "./shared/status-badge.tsx";
import { SurveyForm, type Written } from "./survey-form.tsx";

interface EditSurveyProps {
  survey: OwnSurvey;
  /** Starts the edit again from what the server has now. */
  onReload: () => void;
}

type EditFormProps = EditSurveyProps & BegunDraft;

/** Goes on with an earlier change that was not sent, if there is one. */
export function EditSurvey(props: EditSurveyProps & { email: string }) {
  return (
    <KeptDraft email={props.email} id={props.survey._id}>
      {(begun) => <EditForm {...props} {...begun} />}
    </KeptDraft>
  );
}

function EditForm({ survey, onReload, content, keeper, status: saving }: EditFormProps) {
  // The version this edit started from, even if a newer one is loaded: the server compares it.
  const [begun] = useState(survey);
  const { _id: id, status, enteredMessage, enteredReason, votes } = begun;
  const [revision] = useState(content?.surveyRevision ?? begun.revision);
  const stored = draftOf(begun);
  const edit = useRouteMutation(routes.editSurvey);
  const resend = useRouteMutation(routes.resendSurvey);
  const navigate = useNavigate();

  async function save(body: Written) {
    await keeper.sendWith(() => edit.mutateAsync({ params: { id }, query: { revision }, body }));
    alerts.succeeded(t.saved);
    await navigate(pages.ownSurveys);
  }

  async function saveAndSend(body: Written) {
    await keeper.sendWith(() => resend.mutateAsync({ params: { id }, query: { revision }, body }));
    void alerts.show({
      icon: "success",
      title: t.sentAgain,
      text: t.readBeforePublished,
    });
    await navigate(pages.ownSurveys);
  }

  const discard = () => keeper.discard().catch((error) => alerts.failed(drafts.notRemoved, error));
  const startAgain = async () => {
    await discard();
    onReload();
  };
  const loadAnew = (
    <button type="button" className="btn btn-outline" onClick={startAgain}>
      {t.loadAnew}
    </button>
  );
  const waits = status === "pending";
  return (
    <>
      <div className="grid gap-4">
        <p>
          <StatusBadge status={status} labels={ownStatusLabels} />
        </p>
        {status === "unpublish" && enteredMessage !== null && (
          <RejectionMessage reason={enteredReason} message={enteredMessage} />
        )}
        {waits && <p className="text-muted">{t.keepsPlace}</p>}
      </div>
      {content && (
        <Notice tone="info" actions={loadAnew}>
          {drafts.ofEdit}
        </Notice>
      )}
      <SurveyForm
        draft={content ? fromStored(content) : stored}
        stored={stored}
        questionFrozen={votes > 0}
        action={waits ? common.save : t.saveAndSend}
        onSubmit={waits ? save : saveAndSend}
        otherAction={waits ? undefined : { label: t.saveOnly, onSubmit: save }}
        problemActions={loadAnew}
        onTyped={(typed) => keeper.keep(toStored(typed, revision))}
        status={saving}
      >
        <Link to={pages.ownSurveys} className="btn btn-ghost" onClick={discard}>
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
