import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import * as drafts from "#words/drafts";
import * as wording from "#words/specified";
import * as t from "#words/surveyForm";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { options } from "../../../contract/surveys.ts";
import { alerts } from "../../lib/alerts.ts";
import { randomUuid } from "../../lib/random-uuid.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";
import { readOf } from "../../lib/route-queries.ts";
import { settingsQuery } from "../../lib/settings.ts";
import { emptyDraft, fromStored, newDraft, toStored, unsavedOf } from "./draft.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import { KeptDraft } from "./kept-draft.tsx";
import { SurveyForm, type Written } from "./survey-form.tsx";

/** How every survey begins. The specified call says it, and the server refuses anything else. */
const initial = { liked: 0, disliked: 0, status: "pending" } as const;
/** Instead of a draft's id in the address: one goes on with none. */
const ANOTHER = "new";

interface NewSurveyProps {
  surveyorEmail: string;
  surveyorName: string;
}

/** Goes on with the draft that the address names, otherwise with the last one. */
export function NewSurvey(props: NewSurveyProps) {
  const { key, search } = useLocation();
  return <SomeDraft key={key} {...props} named={new URLSearchParams(search).get("draft")} />;
}

function SomeDraft({ named, ...props }: NewSurveyProps & { named: string | null }) {
  const { surveyorEmail: email } = props;
  const [fresh] = useState(randomUuid);
  const [id, setId] = useState(
    () => (named === ANOTHER ? fresh : named) ?? unsavedOf(email).ids()[0],
  );
  const { data, error, isFetchedAfterMount } = useQuery({
    ...readOf(routes.listDrafts),
    enabled: id === undefined,
    // It may have been begun on another device just now.
    staleTime: 0,
  });
  if (id === undefined && isFetchedAfterMount && (data || error)) {
    setId(data?.find(({ ofSurvey }) => !ofSurvey)?.id ?? fresh);
  }
  if (id === undefined) {
    return <progress className="progress progress-primary" aria-label={drafts.loading} />;
  }
  return <OneDraft {...props} id={id} isNew={id === fresh} />;
}

function OneDraft({ id, isNew, ...person }: NewSurveyProps & { id: string; isNew: boolean }) {
  const { surveyorEmail, surveyorName } = person;
  const navigate = useNavigate();
  const createSurvey = useRouteMutation(routes.createSurvey);
  const { data: settings } = useQuery(settingsQuery);

  async function create(text: Written, keeper: DraftKeeper) {
    const body = { ...text, ...initial, options: [...options], surveyorEmail, surveyorName };
    await keeper.sendWith(() => createSurvey.mutateAsync({ body: { ...body, draft: id } }));
    void alerts.show({
      icon: "success",
      title: wording.alerts.surveyCreated,
      text: t.readBeforePublished,
    });
    await navigate(pages.ownSurveys);
  }

  return (
    <KeptDraft email={surveyorEmail} id={id} isNew={isNew}>
      {({ content, keeper, status }) => (
        <SurveyForm
          draft={content ? fromStored(content) : newDraft(settings?.ballot ?? "named")}
          stored={emptyDraft}
          action={wording.dashboard.createSurvey}
          onSubmit={(text) => create(text, keeper)}
          onTyped={(typed) => keeper.keep(toStored(typed))}
          status={status}
        >
          <Link to={`?draft=${ANOTHER}`} className="btn btn-ghost">
            {drafts.startAnother}
          </Link>
        </SurveyForm>
      )}
    </KeptDraft>
  );
}
