import { useId, useState } from "react";
import { useSearchParams } from "react-router";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/surveys";
import { categories } from "../../../contract/categories.ts";
import { type SurveySort, surveySorts } from "../../../contract/surveys.ts";
import { FilterLinks } from "../../components/filter-links.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { countFilters, type SurveyFilter, writeFilter } from "./filter.ts";
import { LanguageChoice, LanguageLine } from "./language-filter.tsx";

export function SurveyFilters({ filter }: { filter: SurveyFilter }) {
  const { user } = useSession();
  const [, setAddress] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const count = countFilters(filter);
  // On a phone they would fill the first screen, and people come for the surveys.
  const folding = isOpen ? "" : "max-sm:hidden";

  function choose(part: Partial<SurveyFilter>, { replace } = { replace: false }) {
    setAddress(writeFilter({ ...filter, ...part }), { replace });
  }

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <SearchBox
          value={filter.search}
          placeholder={t.searchHint}
          // Otherwise the back button would go back letter by letter.
          onSearch={(search) => choose({ search }, { replace: true })}
        />
        <button
          type="button"
          className="btn border-muted bg-base-100 sm:hidden"
          aria-expanded={isOpen}
          aria-controls={`${id}-order ${id}-languages ${id}-category`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? t.filtersChosen({ count }) : t.filters}
          <span aria-hidden="true">{isOpen ? "▴" : "▾"}</span>
        </button>
        <div
          id={`${id}-order`}
          className={`flex flex-wrap items-end gap-x-6 gap-y-4 max-sm:basis-full ${folding}`}
        >
          <SelectField
            label={t.sortBy}
            value={filter.sort}
            onChange={(event) => choose({ sort: event.target.value as SurveySort })}
          >
            {optionsOf(surveySorts, (sort) => t.sorts[sort])}
          </SelectField>
          {/* Known late, so it stays in the row of the other, in two lines if need be. */}
          {user && (
            <label className="flex h-11 cursor-pointer items-center gap-2.5 font-semibold leading-tight max-sm:flex-1 max-sm:basis-24">
              <input
                type="checkbox"
                className="size-5 accent-primary"
                checked={filter.notVoted}
                onChange={(event) => choose({ notVoted: event.target.checked })}
              />
              {t.notVoted}
            </label>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <LanguageLine filter={filter} />
        <div id={`${id}-languages`} className={`has-open:basis-full ${folding}`}>
          <LanguageChoice filter={filter} onChoose={(languages) => choose({ languages })} />
        </div>
      </div>
      <div id={`${id}-category`} className={`grid gap-5 ${folding}`}>
        {filter.sort === "closing" && <p className="text-muted">{t.sortedByClosing}</p>}
        <FilterLinks
          label={t.categories}
          name="category"
          choices={["all", ...categories]}
          fallback="all"
          labels={{ all: t.allCategories, ...categoryLabels }}
        />
      </div>
    </div>
  );
}
