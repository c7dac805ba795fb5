import { textIn } from "../../../contract/text-in.ts";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { ownLanguage } from "../../lib/language.ts";
import { publicSurvey } from "./queries.ts";
import { SurveyHeader } from "./shared/survey-header.tsx";

/** A survey while it is not known yet who reads it: what everybody may see, in its final place. */
export function SurveyOutline({ id, label }: { id: string; label: string }) {
  const survey = publicSurvey(id);
  if (!survey) return <ProgressBar label={label} />;
  const text = textIn(survey, ownLanguage);
  return (
    <div className="page grid gap-10">
      <SurveyHeader survey={{ ...survey, ...text }} original={survey} />
      <div className="grid gap-3 rounded-panel bg-base-200 p-6 noscript:hidden sm:p-9">
        <p className="text-muted">{label}</p>
        <progress className="progress progress-primary w-full" aria-label={label} />
      </div>
    </div>
  );
}
