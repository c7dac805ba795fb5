import * as t from "#words/users";
import { roleFilters } from "../../../contract/users.ts";
import { FilterLinks } from "../../components/filter-links.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { useAddressState } from "../../lib/address-state.ts";

const choices = ["all", ...roleFilters] as const;

export type UserFilter = ReturnType<typeof useUserFilter>;

export function useUserFilter() {
  const { search, choice } = useAddressState();
  const role = choice("role", choices, "all");
  return { search, role: role === "all" ? undefined : role };
}

export function UserFilters() {
  const { search, setSearch } = useAddressState();
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
      <SearchBox value={search} placeholder={t.searchExample} onSearch={setSearch} />
      <FilterLinks
        label={t.roleFilters.label}
        name="role"
        choices={choices}
        fallback="all"
        labels={t.roleFilters}
      />
    </div>
  );
}
