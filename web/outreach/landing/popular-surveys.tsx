import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/landing";
import * as tally from "#words/tally";
import { POPULAR_COUNT } from "../../../contract/first-view.ts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import type { SurveyCard } from "../../../contract/surveys.ts";
import { textIn } from "../../../contract/text-in.ts";
import { sayVotes as sayCount } from "../../../words/say-result.ts";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { ownLanguage } from "../../lib/language.ts";
import { useSession } from "../../people/identity/session.tsx";
import { VotedMark } from "../../surveys/votes/shared/vote-badge.tsx";
import { useVoteMarks } from "../../surveys/votes/shared/vote-marks.ts";
import { popularSurveysQuery } from "./queries.ts";

// Cards and their placeholders have the same size, so that nothing moves when they load.
const CARD = "h-72 rounded-panel";

export function PopularSurveys() {
  return (
    <section
      aria-labelledby="popular"
      className="mx-auto grid max-w-site gap-10 px-gutter py-section"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid gap-3">
          <h2 id="popular" className="font-display text-title">
            {t.popular}
          </h2>
          <p className="text-lead text-muted">{t.popularLead}</p>
        </div>
        <Link to={pages.surveys} className="btn btn-outline">
          {t.allSurveys}
        </Link>
      </div>
      <PopularList />
    </section>
  );
}

function PopularList() {
  const { user, loading } = useSession();
  const { data: most, error, refetch } = useQuery(popularSurveysQuery);
  const data = most?.slice(0, POPULAR_COUNT);
  const voted = useVoteMarks([data ?? []], user !== null && !loading);
  if (data?.length === 0) {
    return (
      <p className="grid min-h-72 place-items-center rounded-panel bg-base-200 p-8 text-center text-muted">
        {t.noSurveys}
      </p>
    );
  }
  if (data) {
    return (
      <ul className="grid gap-5 md:grid-cols-3">
        {data.map((survey) => (
          <PopularSurvey key={survey._id} survey={survey} voted={voted.includes(survey._id)} />
        ))}
      </ul>
    );
  }
  if (error) {
    return (
      <div className="min-h-72">
        <RetryNotice title={t.surveysNotShown} problem={error} onRetry={refetch} />
      </div>
    );
  }
  return (
    // Without a script the placeholders would stay.
    <div role="status" className="grid gap-5 noscript:hidden md:grid-cols-3">
      <span className="sr-only">{t.surveysLoading}</span>
      {Array.from({ length: POPULAR_COUNT }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same.
        <div key={index} className={`skeleton ${CARD}`} />
      ))}
    </div>
  );
}

function PopularSurvey({ survey, voted }: { survey: SurveyCard; voted: boolean }) {
  const { _id, category, votes, counting, phase } = survey;
  const { title, description, language } = textIn(survey, ownLanguage);
  const sayVotes = phase === "closed" ? t.votesClosed : t.votesSoFar;
  return (
    <li
      className={`relative flex flex-col gap-3 bg-base-200 p-6 transition-colors hover:bg-base-300 ${CARD}`}
    >
      <p className="text-sm font-semibold text-primary">{categoryLabels[category]}</p>
      <h3 dir="auto" lang={language} className="font-display text-xl/tight font-bold text-balance">
        {/* The whole card is the link's target, and its name stays short. */}
        <Link
          to={fillPath(pages.survey, { id: _id })}
          className="line-clamp-3 after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-primary"
        >
          {title}
        </Link>
      </h3>
      {voted && <VotedMark />}
      <p dir="auto" lang={language} className="line-clamp-3 text-muted">
        {description}
      </p>
      <p className="mt-auto">
        {counting === "closing"
          ? sayCount(tally, survey)
          : sayVotes({
              votes,
              number: (words) => <span className="font-display text-subtitle">{words}</span>,
              what: (words) => <span className="text-muted">{words}</span>,
            })}
      </p>
    </li>
  );
}
