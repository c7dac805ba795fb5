import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import * as wording from "#words/specified";
import * as t from "#words/surveyForm";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { options } from "../../../contract/surveys.ts";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { settingsQuery } from "../../lib/settings.ts";
import { draftOf, emptyDraft, isEmpty } from "./draft.ts";
import { SurveyForm, type Written } from "./survey-form.tsx";

/** How every survey begins. The specified call says it, and the server refuses anything else. */
const initial = { liked: 0, disliked: 0, status: "pending" } as const;

interface NewSurveyProps {
  surveyorEmail: string;
  surveyorName: string;
}

export function NewSurvey({ surveyorEmail, surveyorName }: NewSurveyProps) {
  const navigate = useNavigate();
  const createSurvey = useRouteMutation(routes.createSurvey);
  const { data: settings } = useQuery(settingsQuery);
  const draft = draftOf(surveyorEmail, settings?.ballot ?? "named");
  const [begun, setBegun] = useState(draft.read);
  const [hasText, setHasText] = useState(!isEmpty(begun));
  const [attempt, setAttempt] = useState(0);

  async function create(text: Written) {
    const body = { ...text, ...initial, options: [...options], surveyorEmail, surveyorName };
    await createSurvey.mutateAsync({ body });
    draft.forget();
    void alerts.show({
      icon: "success",
      title: wording.alerts.surveyCreated,
      text: t.readBeforePublished,
    });
    await navigate(pages.ownSurveys);
  }

  function startAfresh() {
    draft.forget();
    setBegun(draft.read);
    setAttempt(attempt + 1);
  }

  return (
    <SurveyForm
      key={attempt}
      draft={begun}
      stored={emptyDraft}
      action={wording.dashboard.createSurvey}
      onSubmit={create}
      onTyped={(typed) => {
        draft.keep(typed);
        setHasText(!isEmpty(typed));
      }}
    >
      {hasText && (
        <button type="button" className="btn btn-ghost" onClick={startAfresh}>
          {t.startOver}
        </button>
      )}
    </SurveyForm>
  );
}
