import { Link } from "react-router";
import * as t from "#words/surveys";
import { type Language, languageIds, languages } from "../../words/generated/languages.ts";
import { nameLanguage, sayNames } from "../lib/format.ts";
import { ownLanguage, sayLanguage } from "../lib/language.ts";
import { type SurveyFilter, writeFilter } from "./filter.ts";
import { keepLanguages } from "./kept-languages.ts";

interface LanguageFilterProps {
  filter: SurveyFilter;
  onChoose: (languages: Language[] | null) => void;
}

/** Says in which languages the listed surveys are. What is chosen is kept for the next visit. */
export function LanguageFilter({ filter, onChoose }: LanguageFilterProps) {
  const chosen = filter.languages;

  function change(language: Language, isWanted: boolean) {
    const wanted = languageIds.filter((id) =>
      id === language ? isWanted : (chosen ?? languageIds).includes(id),
    );
    // A list of no language would be empty.
    const next = wanted.length > 0 ? wanted : [ownLanguage];
    keepLanguages(next);
    onChoose(next);
  }

  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <p className="text-muted">
        {chosen
          ? t.inLanguages({ languages: sayNames(chosen.map(nameLanguage)) })
          : t.inAllLanguages}
      </p>
      {chosen && (
        <Link
          to={{ search: `?${writeFilter({ ...filter, languages: null })}` }}
          className="link py-1 font-semibold link-primary"
          onClick={() => keepLanguages(null)}
        >
          {t.allLanguages}
        </Link>
      )}
      <details className="open:basis-full">
        <summary className="w-fit cursor-pointer py-1 font-medium">{t.chooseLanguages}</summary>
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2 py-2">
          <legend className="sr-only">{t.chooseLanguages}</legend>
          {languageIds.map((id) => (
            <label key={id} className="flex min-h-11 cursor-pointer items-center gap-2.5">
              <input
                type="checkbox"
                className="size-5 accent-primary"
                checked={chosen?.includes(id) ?? true}
                onChange={(event) => change(id, event.target.checked)}
              />
              <bdi lang={languages[id].tag}>{sayLanguage(id)}</bdi>
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}
