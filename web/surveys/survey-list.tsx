import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { LoadMore, useFocusOnNewItems } from "../components/load-more.tsx";
import { RetryNotice } from "../components/retry-notice.tsx";
import { useSession } from "../identity/session.tsx";
import { pagesOf } from "../lib/route-queries.ts";
import { Hemicycle } from "../votes/shared/hemicycle.tsx";
import { hidesSurveys, type SurveyFilter } from "./filter.ts";
import { SurveyTile, SurveyTileSkeleton } from "./survey-tile.tsx";

const grid = "grid gap-5 sm:grid-cols-2 lg:grid-cols-3";
// About as many as fit on a wide screen.
const skeletons = ["a", "b", "c", "d", "e", "f"];

export function SurveyList({ filter }: { filter: SurveyFilter }) {
  const { loading } = useSession();
  const { search, sort } = filter;
  const query = {
    search,
    sort,
    category: filter.category ?? undefined,
    notVoted: filter.notVoted ? "true" : undefined,
  };
  const list = useInfiniteQuery({
    ...pagesOf(routes.listSurveys, { query }),
    // Only then is it known whose votes count.
    enabled: !(filter.notVoted && loading),
  });
  const surveys = list.data?.pages.flatMap((page) => page.items) ?? [];
  const items = useFocusOnNewItems<HTMLUListElement>(surveys.length);

  if (list.isPending) {
    return (
      <div className="grid gap-5">
        <p role="status" className="text-muted">
          Looking for surveys …
        </p>
        <div className={grid}>
          {skeletons.map((name) => (
            <SurveyTileSkeleton key={name} />
          ))}
        </div>
      </div>
    );
  }
  if (list.isError && surveys.length === 0) {
    return (
      <RetryNotice title="We can't show the surveys" problem={list.error} onRetry={list.refetch} />
    );
  }
  return (
    <div className="grid gap-5" aria-busy={list.isFetching}>
      <p role="status" className="text-muted">
        {sayHowMany(surveys.length, list.hasNextPage, filter)}
      </p>
      {surveys.length === 0 ? (
        <NoSurveys filter={filter} />
      ) : (
        <ul ref={items.ref} className={grid}>
          {surveys.map((survey) => (
            <li key={survey._id}>
              <SurveyTile survey={survey} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} onAsk={items.focusNext} />
    </div>
  );
}

function sayHowMany(length: number, more: boolean, filter: SurveyFilter): string {
  if (length === 0) return "No surveys";
  const found = hidesSurveys(filter) ? " found" : "";
  if (more) return `The first ${length} surveys${found}`;
  return `${length} ${length === 1 ? "survey" : "surveys"}${found}`;
}

function NoSurveys({ filter }: { filter: SurveyFilter }) {
  const { title, text } = whyNone(filter);
  return (
    <section className="grid justify-items-center gap-4 rounded-panel bg-base-200 px-6 py-14 text-center">
      <Hemicycle yes={0} className="w-full max-w-64 opacity-40 grayscale" />
      <h2 className="mt-4 font-display text-subtitle">{title}</h2>
      <p className="max-w-prose text-muted">{text}</p>
      {hidesSurveys(filter) ? (
        <Link to={pages.surveys} className="btn btn-primary mt-2">
          Clear the filters
        </Link>
      ) : (
        <Link to={pages.home} className="btn btn-outline mt-2">
          Back to the start
        </Link>
      )}
    </section>
  );
}

function whyNone(filter: SurveyFilter): { title: string; text: string } {
  if (!hidesSurveys(filter)) {
    return {
      title: "No survey is published at the moment",
      text: "As soon as one is, its question stands here.",
    };
  }
  if (filter.notVoted && !filter.search) {
    return {
      title: "You have voted on all of these",
      text: "Come back later for new questions, or look at how others voted.",
    };
  }
  return {
    title: "No survey fits",
    text: "Try another word or a wider category.",
  };
}
