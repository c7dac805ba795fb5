import { useState } from "react";
import { useForm } from "react-hook-form";
import * as common from "#words/common";
import * as t from "#words/drafts";
import type { SurveyCard } from "../../../contract/surveys.ts";
import { languageIds } from "../../../words/generated/languages.ts";
import { Dialog } from "../../components/dialog.tsx";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { sayLanguage } from "../../lib/language.ts";
import { useSession } from "../../people/identity/session.tsx";
import { SurveyHeader } from "../survey/shared/survey-header.tsx";
import { type Ballot, VoteFields } from "../votes/shared/vote-fields.tsx";
import { type Draft, toStored } from "./draft.ts";

interface PagePreviewProps {
  draft: Draft;
  /** Without its times and translations. */
  survey: Omit<SurveyCard, "_id" | "category" | "translations">;
  onClose: () => void;
}

/** The page on which people vote, made of the same parts. */
export default function PagePreview({ draft, survey, onClose }: PagePreviewProps) {
  const { user } = useSession();
  const form = useForm<Ballot>();
  const [language, setLanguage] = useState<string>(survey.language);
  const { opensAt, closesAt } = toStored(draft);
  const translated = languageIds.filter((id) => draft.translations[id] && id !== survey.language);
  const text = { ...survey, ...draft.translations[language as "en"], language };
  const shown: SurveyCard & { surveyorName: string } = {
    ...text,
    _id: "",
    category: draft.category || "politics",
    translations: [],
    opensAt: opensAt || null,
    closesAt: closesAt || null,
    phase: Date.parse(opensAt) > Date.now() ? "upcoming" : "open",
    surveyorName: user?.displayName ?? "",
  };

  return (
    <Dialog title={t.previewTitle} isPage onClose={onClose}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        {translated.length > 0 && (
          <SelectField
            label={t.previewIn}
            value={language}
            onChange={({ target }) => setLanguage(target.value)}
          >
            {optionsOf([survey.language, ...translated], sayLanguage)}
          </SelectField>
        )}
        <button type="button" className="btn btn-outline" onClick={onClose}>
          {common.close}
        </button>
      </div>
      <div className="grid gap-10 border-t border-base-300 pt-6">
        <SurveyHeader survey={shown} original={shown} />
        <div className="rounded-panel bg-base-200 p-6 sm:p-9 lg:w-7/12">
          <VoteFields
            form={form}
            survey={shown}
            asked={text}
            onSubmit={async () => {
              throw new ApiProblem("conflict", { detail: t.previewOnly });
            }}
          />
        </div>
      </div>
    </Dialog>
  );
}
