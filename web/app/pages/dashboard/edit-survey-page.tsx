import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import * as t from "#words/surveyForm";
import { pages } from "../../../../contract/pages.ts";
import { routes } from "../../../../contract/routes.ts";
import { Notice } from "../../../components/notice.tsx";
import { PageHeading } from "../../../components/page-heading.tsx";
import { RetryNotice } from "../../../components/retry-notice.tsx";
import { ApiProblem } from "../../../lib/api.ts";
import { readOf } from "../../../lib/route-queries.ts";
import { useSession } from "../../../people/identity/session.tsx";
import { EditSurvey, PublishedSurvey } from "../../../surveys/publication/edit-survey.tsx";

function EditSurveyPage() {
  return (
    <div className="page grid gap-8">
      <PageHeading title={t.editTitle} />
      <Content />
    </div>
  );
}

function Content() {
  const { id = "" } = useParams();
  const {
    data: survey,
    error,
    refetch,
  } = useQuery({
    ...readOf(routes.readOwnSurvey, { params: { id } }),
    // Not cached: an edit always starts from what the server has.
    gcTime: 0,
  });
  const [edit, setEdit] = useState(0);
  const email = useSession().user?.email ?? "";

  async function beginAnew() {
    await refetch();
    setEdit(edit + 1);
  }

  if (survey?.status === "published") return <PublishedSurvey survey={survey} />;
  if (survey)
    return <EditSurvey key={`${id} ${edit}`} {...{ email, survey }} onReload={beginAnew} />;
  if (error instanceof ApiProblem && error.code === "not_found") return <NoSuchSurvey />;
  if (error) {
    return <RetryNotice title={t.surveyNotShown} problem={error} onRetry={refetch} />;
  }
  return <progress className="progress progress-primary" aria-label={t.surveyLoading} />;
}

function NoSuchSurvey() {
  return (
    <Notice
      tone="warning"
      actions={
        <Link to={pages.ownSurveys} className="btn btn-outline">
          {t.seeOwn}
        </Link>
      }
    >
      {t.noSuchSurvey}
    </Notice>
  );
}

export { EditSurveyPage as Component };
