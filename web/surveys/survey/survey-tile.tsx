import { Link } from "react-router";
import * as wording from "#words/specified";
import * as t from "#words/surveys";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import type { SurveyCard as Survey } from "../../../contract/surveys.ts";
import { textIn } from "../../../contract/text-in.ts";
import { srOnly } from "../../components/sr-only.tsx";
import { ownLanguage } from "../../lib/language.ts";
import { noteSource } from "../votes/shared/source.ts";
import { SurveyCard } from "./shared/survey-card.tsx";

/** A survey in a list. The whole tile can be clicked. */
export function SurveyTile({ survey, voted }: { survey: Survey; voted: boolean }) {
  return (
    <SurveyCard
      survey={survey}
      voted={voted}
      heading="h2"
      className="has-[a:hover]:bg-base-300 has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-primary motion-safe:transition-colors"
    >
      <Link
        to={fillPath(pages.survey, { id: survey._id })}
        onClick={() => noteSource(survey._id, "list")}
        className="link font-semibold link-primary outline-none after:absolute after:inset-0 after:rounded-panel"
      >
        {t.seeMoreAbout({
          seeMore: wording.seeMore,
          title: textIn(survey, ownLanguage).title,
          unseen: srOnly,
        })}
      </Link>
    </SurveyCard>
  );
}

/** Placeholder of a tile, in the same shape. */
export function SurveyTileSkeleton() {
  return (
    <div
      className="flex h-full min-h-64 flex-col gap-3 rounded-panel bg-base-200 p-6"
      aria-hidden="true"
    >
      <span className="skeleton h-4 w-24 bg-base-300" />
      <span className="skeleton h-6 w-5/6 bg-base-300" />
      <span className="skeleton h-6 w-1/2 bg-base-300" />
      <span className="skeleton mt-2 h-4 w-full bg-base-300" />
      <span className="skeleton h-4 w-full bg-base-300" />
      <span className="skeleton h-4 w-2/3 bg-base-300" />
      <span className="skeleton mt-auto h-4 w-20 self-end bg-base-300" />
    </div>
  );
}
