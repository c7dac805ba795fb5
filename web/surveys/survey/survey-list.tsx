import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/surveys";
import { pages } from "../../../contract/pages.ts";
import type { SurveyCard } from "../../../contract/surveys.ts";
import { PagedList } from "../../components/paged-list.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { Hemicycle } from "../votes/shared/hemicycle.tsx";
import { useVoteMarks } from "../votes/shared/vote-marks.ts";
import { hidesSurveys, type SurveyFilter } from "./filter.ts";
import { keepLanguages } from "./kept-languages.ts";
import { surveyPages } from "./queries.ts";
import { SurveyTile, SurveyTileSkeleton } from "./survey-tile.tsx";

const grid = "grid gap-5 sm:grid-cols-2 lg:grid-cols-3";
// About as many as fit on a wide screen.
const tiles = (
  <div className={grid}>
    {["a", "b", "c", "d", "e", "f"].map((name) => (
      <SurveyTileSkeleton key={name} />
    ))}
  </div>
);

export function SurveyList({ filter }: { filter: SurveyFilter }) {
  const { user, loading } = useSession();
  const list = useInfiniteQuery({
    ...surveyPages(filter),
    // Only then is it known whose votes count.
    enabled: !(filter.notVoted && loading),
  });
  const listed = list.data?.pages.map(({ items }) => items) ?? [];
  const voted = useVoteMarks(listed, user !== null && !loading);
  return (
    <PagedList<SurveyCard, HTMLUListElement>
      list={list}
      kind="surveys"
      empty={<NoSurveys filter={filter} />}
      skeleton={tiles}
      found={Boolean(hidesSurveys(filter))}
      className="gap-5"
    >
      {(surveys, ref) => (
        <ul ref={ref} className={grid}>
          {surveys.map((survey) => (
            <li key={survey._id}>
              <SurveyTile survey={survey} voted={voted.includes(survey._id)} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function NoSurveys({ filter }: { filter: SurveyFilter }) {
  const { title, text } = whyNone(filter);
  return (
    <section className="grid justify-items-center gap-4 rounded-panel bg-base-200 px-6 py-14 text-center">
      <Hemicycle yes={0} className="w-full max-w-64 opacity-40 grayscale" />
      <h2 className="mt-4 font-display text-subtitle">{title}</h2>
      <p className="max-w-prose text-muted">{text}</p>
      {hidesSurveys(filter) ? (
        <Link
          to={pages.surveys}
          className="btn btn-primary mt-2"
          onClick={() => keepLanguages(null)}
        >
          {t.clearFilters}
        </Link>
      ) : (
        <Link to={pages.home} className="btn btn-outline mt-2">
          {t.toHomePage}
        </Link>
      )}
    </section>
  );
}

function whyNone(filter: SurveyFilter): { title: string; text: string } {
  if (!hidesSurveys(filter)) {
    return { title: t.nonePublished, text: t.willAppear };
  }
  if (filter.sort === "closing" && !filter.search && !filter.notVoted) {
    return { title: t.allClosed, text: t.otherOrder };
  }
  if (filter.notVoted && !filter.search) {
    return { title: t.allVoted, text: t.comeBack };
  }
  return { title: t.noneFound, text: t.searchWider };
}
