import { statuses as statusLabels } from "#words/labels";
import * as t from "#words/publication";
import { surveyStatuses } from "../../../contract/survey-status.ts";
import { FilterLinks } from "../../components/filter-links.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { useAddressState } from "../../lib/address-state.ts";

const choices = [...surveyStatuses, "all"] as const;
// Admins mostly come for the surveys that wait for them.
const fallback = "pending";

export type ReviewFilter = ReturnType<typeof useReviewFilter>;

export function useReviewFilter() {
  const { search, choice } = useAddressState();
  const status = choice("status", choices, fallback);
  return { search, status: status === "all" ? undefined : status };
}

export function ReviewFilters() {
  const { search, setSearch } = useAddressState();
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
      <SearchBox value={search} placeholder={t.searchExample} onSearch={setSearch} />
      <FilterLinks
        label={t.states.label}
        name="status"
        choices={choices}
        fallback={fallback}
        labels={{ ...statusLabels, all: t.states.all }}
      />
    </div>
  );
}
