import { useSearchParams } from "react-router";
import { categories, categoryLabels } from "../../contract/categories.ts";
import { type SurveySort, surveySorts } from "../../contract/surveys.ts";
import { FilterLinks } from "../components/filter-links.tsx";
import { SearchBox } from "../components/search-box.tsx";
import { SelectField } from "../components/select-field.tsx";
import { useSession } from "../identity/session.tsx";
import { type SurveyFilter, sortLabels, writeFilter } from "./filter.ts";

export function SurveyFilters({ filter }: { filter: SurveyFilter }) {
  const { user } = useSession();
  const [, setAddress] = useSearchParams();

  function choose(part: Partial<SurveyFilter>, { replace } = { replace: false }) {
    setAddress(writeFilter({ ...filter, ...part }), { replace });
  }

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <SearchBox
          value={filter.search}
          placeholder="A word or two"
          // Otherwise the back button would go back letter by letter.
          onSearch={(search) => choose({ search }, { replace: true })}
        />
        <SelectField
          label="Sort by"
          value={filter.sort}
          onChange={(event) => choose({ sort: event.target.value as SurveySort })}
        >
          {surveySorts.map((sort) => (
            <option key={sort} value={sort}>
              {sortLabels[sort]}
            </option>
          ))}
        </SelectField>
        {user && (
          <label className="flex h-11 cursor-pointer items-center gap-2.5 font-semibold">
            <input
              type="checkbox"
              className="size-5 accent-primary"
              checked={filter.notVoted}
              onChange={(event) => choose({ notVoted: event.target.checked })}
            />
            Not voted yet
          </label>
        )}
      </div>
      {filter.sort === "closing" && (
        <p className="text-muted">
          Surveys without a closing time come last. Closed surveys are not in this list.
        </p>
      )}
      <FilterLinks
        label="Categories"
        name="category"
        choices={["all", ...categories]}
        fallback="all"
        labels={{ all: "All categories", ...categoryLabels }}
      />
    </div>
  );
}
