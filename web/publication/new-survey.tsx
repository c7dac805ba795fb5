import { useState } from "react";
import { useNavigate } from "react-router";
import { pages } from "../../contract/pages.ts";
import type { SurveyText } from "../../contract/publication.ts";
import { routes } from "../../contract/routes.ts";
import { wording } from "../../contract/wording.ts";
import { alerts } from "../lib/alerts.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";
import { draftOf, isEmpty } from "./draft.ts";
import { SurveyForm } from "./survey-form.tsx";

export function NewSurvey({ email }: { email: string }) {
  const navigate = useNavigate();
  const createSurvey = useRouteMutation(routes.createSurvey);
  const draft = draftOf(email);
  const [begun, setBegun] = useState(draft.read);
  const [hasText, setHasText] = useState(!isEmpty(begun));
  const [attempt, setAttempt] = useState(0);

  async function create(body: SurveyText) {
    await createSurvey.mutateAsync({ body });
    draft.forget();
    void alerts.show({
      icon: "success",
      title: wording.alerts.surveyCreated,
      text: "An admin reads it before it is published.",
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
      action="Create survey"
      onSubmit={create}
      onTyped={(typed) => {
        draft.keep(typed);
        setHasText(!isEmpty(typed));
      }}
    >
      {hasText && (
        <button type="button" className="btn btn-ghost" onClick={startAfresh}>
          Start afresh
        </button>
      )}
    </SurveyForm>
  );
}
