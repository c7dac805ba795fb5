import { useId } from "react";
import { useSearchParams } from "react-router";
import * as t from "#words/audit";
import { SearchBox } from "../../components/search-box.tsx";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { useAddressState } from "../../lib/address-state.ts";
import { readDay, spanOf } from "./day.ts";
import { actionChoices } from "./words.ts";

/** What is looked for. All of it is in the address, so that it can be shared. */
export function useAuditFilter() {
  const { search, choice } = useAddressState();
  const [address] = useSearchParams();
  const action = choice("action", actionChoices, "all");
  const day = readDay(address.get("day"));
  const query = {
    action: action === "all" ? undefined : action,
    person: search || undefined,
    ...spanOf(day),
  };
  return { action, day, query, isFiltered: action !== "all" || search !== "" || day !== null };
}

type AuditFilter = ReturnType<typeof useAuditFilter>;

export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const { search, setSearch, setPart } = useAddressState();
  const dayId = useId();
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
      <SearchBox value={search} placeholder={t.searchExample} onSearch={setSearch} />
      <SelectField
        label={t.action}
        value={filter.action}
        onChange={({ target }) => setPart("action", target.value === "all" ? null : target.value)}
      >
        {optionsOf(actionChoices, (value) => (value === "all" ? t.allActions : t.actions[value]))}
      </SelectField>
      <div className="grid gap-1.5">
        <label htmlFor={dayId} className="font-semibold">
          {t.day}
        </label>
        <input
          id={dayId}
          type="date"
          className="h-11 rounded-field border border-muted bg-base-100 px-3"
          value={filter.day ?? ""}
          data-empty={!filter.day || undefined}
          onChange={({ target }) => setPart("day", readDay(target.value))}
        />
      </div>
    </div>
  );
}
