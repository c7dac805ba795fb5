import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import * as t from "#words/surveyResults";
import * as tally from "#words/tally";
import { pages } from "../../../contract/pages.ts";
import { fillPath, type Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { voteSources } from "../../../contract/vote-sources.ts";
import { BarPlot } from "../../components/charts/plots.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { PageSection } from "../../components/page-section.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { ownLanguage } from "../../lib/language.ts";
import { readOf } from "../../lib/route-queries.ts";
import { Bars } from "../votes/shared/bars.tsx";
import { HonestSentence } from "../votes/shared/honest-sentence.tsx";

type Results = Reply<typeof routes.readOwnResults>;

interface OwnResultsProps {
  surveyId: string;
  /** How many votes came when. */
  pace: ReactNode;
}

/** How a survey stands, for its surveyor and for admins. */
export function OwnResults({ surveyId, pace }: OwnResultsProps) {
  const input = { params: { id: surveyId }, query: { language: ownLanguage } };
  const { data, error, refetch } = useQuery(readOf(routes.readOwnResults, input));
  if (data) return <Shown survey={data} pace={pace} />;
  return (
    <>
      <PageHeading title={t.title} />
      {error ? (
        <RetryNotice title={t.notShown} problem={error} onRetry={refetch} />
      ) : (
        <div role="status" aria-label={t.loading} className="skeleton h-200 rounded-panel" />
      )}
    </>
  );
}

function Shown({ survey, pace }: { survey: Results; pace: ReactNode }) {
  const { _id: id, title, language, results, sources, votes, counting } = survey;
  return (
    <>
      <PageHeading
        title={t.title}
        lead={
          <span lang={language} dir="auto">
            {title}
          </span>
        }
      />
      <div>
        <PageSection
          title={t.result}
          lead={
            <span lang={language} dir="auto">
              {survey.question}
            </span>
          }
        >
          <div className="grid max-w-2xl gap-4">
            {results ? (
              <>
                <Bars results={results} />
                <HonestSentence results={results} />
                <Link
                  to={fillPath(pages.results, { id })}
                  className="link justify-self-start py-1 link-primary"
                >
                  {t.publicPage}
                </Link>
              </>
            ) : (
              <p>
                {counting === "closing" ? tally.countedTogether : tally.sideVotes({ votes })}.{" "}
                {counting !== "closing" && t.notPublished}
              </p>
            )}
          </div>
        </PageSection>
        {results && (
          <PageSection title={t.perHour} lead={t.perHourLead}>
            {pace}
          </PageSection>
        )}
        <PageSection title={t.sources} lead={sources ? t.sourcesLead : t.secret}>
          {sources && (
            <div className="h-44 max-w-2xl">
              <BarPlot
                bars={voteSources.map((name) => ({ label: t.from[name], value: sources[name] }))}
              />
            </div>
          )}
        </PageSection>
        <PageSection title={t.picture} lead={survey.picture ? t.pictureLead : t.noPicture}>
          {survey.picture && <Picture address={new URL(survey.picture).pathname} id={id} />}
        </PageSection>
      </div>
    </>
  );
}

/** From this site, under whichever name it was opened: browsers save no files of others. */
function Picture({ address, id }: { address: string; id: string }) {
  return (
    <div className="grid max-w-2xl justify-items-start gap-4">
      <img
        src={address}
        alt={t.pictureAlt}
        width={1200}
        height={630}
        className="h-auto w-full rounded-field border border-base-300"
      />
      <a href={address} download={`survey-${id}.png`} className="btn btn-primary">
        {t.download}
      </a>
    </div>
  );
}
