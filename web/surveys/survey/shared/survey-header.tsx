import { Link } from "react-router";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/surveys";
import * as tally from "#words/tally";
import { callAddress } from "../../../../contract/call.ts";
import { pages } from "../../../../contract/pages.ts";
import type { Reply } from "../../../../contract/route.ts";
import type { routes } from "../../../../contract/routes.ts";
import type { SurveyCard } from "../../../../contract/surveys.ts";
import { sayVotes } from "../../../../words/say-result.ts";
import { PageHeading } from "../../../components/page-heading.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { OriginalText } from "./original-text.tsx";

export type Survey = Reply<typeof routes.readSurvey>;

import { hasTiming, SurveyTiming } from "./survey-timing.tsx";

/** Visitors don't see who asked, but how many have answered. */
type Shown = SurveyCard & Partial<Pick<Survey, "surveyorName">>;

interface SurveyHeaderProps {
  /** With the text in the language of the page, if there is one. */
  survey: Shown;
  /** The survey as it was written, with all translations. */
  original: Parameters<typeof OriginalText>[0]["survey"];
}

export function SurveyHeader({ survey, original }: SurveyHeaderProps) {
  return (
    <div className="grid gap-4">
      <Link
        to={callAddress(pages.surveys, { query: { category: survey.category } })}
        className="link justify-self-start py-1 font-semibold link-primary"
      >
        {categoryLabels[survey.category]}
      </Link>
      <PageHeading title={survey.title} lead={survey.description} written={survey.language} />
      <OriginalText survey={original} />
      <p className="text-muted">
        {survey.surveyorName === undefined
          ? sayVotes(tally, survey)
          : t.askedBy({
              name: () => (
                <strong dir="auto" className="font-semibold text-base-content">
                  {survey.surveyorName}
                </strong>
              ),
            })}
        {" · "}
        <RelativeTime timestamp={survey.timestamp} />
        {survey.ballot === "secret" && <> · {tally.secretBallot}</>}
        {hasTiming(survey) && (
          <>
            {" · "}
            <SurveyTiming survey={survey} />
          </>
        )}
      </p>
    </div>
  );
}
