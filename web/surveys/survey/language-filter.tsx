import { Link } from "react-router";
import * as t from "#words/surveys";
import { type Language, languageIds, languages } from "../../../words/generated/languages.ts";
import { nameLanguage, sayNames } from "../../lib/format.ts";
import { ownLanguage, sayLanguage } from "../../lib/language.ts";
import { type SurveyFilter, writeFilter } from "./filter.ts";
import { keepLanguages } from "./kept-languages.ts";

// What is chosen here is kept for the next visit.

/** Says in which languages the listed surveys are: all, or the page's own at one press. */
export function LanguageLine({ filter }: { filter: SurveyFilter }) {
  const chosen = filter.languages;
  const other = chosen ? null : [ownLanguage];
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 text-muted">
      {chosen ? t.inLanguages({ languages: sayNames(chosen.map(nameLanguage)) }) : t.inAllLanguages}
      <Link
        to={{ search: `?${writeFilter({ ...filter, languages: other })}` }}
        className="link py-1 font-semibold link-primary"
        onClick={() => keepLanguages(other)}
      >
        {chosen ? t.allLanguages : t.onlyOwn}
      </Link>
    </p>
  );
}

interface LanguageChoiceProps {
  filter: SurveyFilter;
  onChoose: (languages: Language[] | null) => void;
}

export function LanguageChoice({ filter, onChoose }: LanguageChoiceProps) {
  const chosen = filter.languages ?? languageIds;

  function change(language: Language, isWanted: boolean) {
    const wanted = languageIds.filter((id) => (id === language ? isWanted : chosen.includes(id)));
    // A list of no language would be empty.
    const isPart = wanted.length > 0 && wanted.length < languageIds.length;
    const next = isPart ? wanted : null;
    keepLanguages(next);
    onChoose(next);
  }

  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 font-medium">{t.chooseLanguages}</summary>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2 py-2">
        <legend className="sr-only">{t.chooseLanguages}</legend>
        {languageIds.map((id) => (
          <label key={id} className="flex min-h-11 cursor-pointer items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5 accent-primary"
              checked={chosen.includes(id)}
              onChange={(event) => change(id, event.target.checked)}
            />
            <bdi lang={languages[id].tag}>{sayLanguage(id)}</bdi>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
