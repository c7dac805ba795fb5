import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { pages } from "../../contract/pages.ts";
import { type SurveyStatus, surveyStatuses } from "../../contract/publication.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { ownStatusLabels } from "../lib/labels.ts";
import { OwnSurveyItem } from "./own-survey-item.tsx";
import { ownSurveysQuery } from "./queries.ts";

export function OwnSurveys() {
  const [address] = useSearchParams();
  const asked = address.get("status");
  const status = surveyStatuses.find((known) => known === asked) ?? null;
  const list = useInfiniteQuery(ownSurveysQuery(status));
  return (
    <div className="grid gap-6">
      <StatusFilter status={status} />
      <PagedList
        list={list}
        noun={["survey", "surveys"]}
        empty={status ? <NoneInThisState /> : <NoneYet />}
      >
        {(surveys, ref: React.RefObject<HTMLUListElement | null>) => (
          <ul ref={ref} className="grid gap-4">
            {surveys.map((survey) => (
              <li key={survey._id}>
                <OwnSurveyItem survey={survey} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function StatusFilter({ status }: { status: SurveyStatus | null }) {
  return (
    <nav aria-label="States">
      <ul className="flex flex-wrap gap-2">
        {[null, ...surveyStatuses].map((choice) => (
          <li key={choice}>
            <Link
              to={{ search: choice ? `?status=${choice}` : "" }}
              aria-current={choice === status ? "true" : undefined}
              className={`btn rounded-full ${choice === status ? "btn-neutral" : "border-base-300 bg-base-100"}`}
            >
              {choice ? ownStatusLabels[choice] : "All"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoneYet() {
  return (
    <EmptyState title="You have no survey yet">
      <p>Ask people something that they can answer by yes or no.</p>
      <Link to={pages.createSurvey} className="btn btn-primary mt-4">
        Create your first survey
      </Link>
    </EmptyState>
  );
}

function NoneInThisState() {
  return (
    <EmptyState title="None of your surveys is in this state">
      <Link to={{ search: "" }} className="btn btn-outline mt-2">
        See all of them
      </Link>
    </EmptyState>
  );
}
