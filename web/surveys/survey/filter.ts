import { type Category, categories } from "../../../contract/categories.ts";
import { readLanguages } from "../../../contract/chosen-languages.ts";
import { SEARCH_MAX } from "../../../contract/fields.ts";
import { type SurveySort, surveySorts } from "../../../contract/surveys.ts";
import type { Language } from "../../../words/generated/languages.ts";

/** The list's filter. It is kept in the address, so that links and the back button work. */
export interface SurveyFilter {
  search: string;
  category: Category | null;
  /** Null for all. */
  languages: Language[] | null;
  sort: SurveySort;
  notVoted: boolean;
}

export const noFilter: SurveyFilter = {
  search: "",
  category: null,
  languages: null,
  sort: "newest",
  notVoted: false,
};

/** People can type any address: unknown values are ignored. */
export function readFilter(address: URLSearchParams): SurveyFilter {
  const category = address.get("category");
  const sort = address.get("sort");
  return {
    search: (address.get("search") ?? "").trim().slice(0, SEARCH_MAX),
    category: categories.find((known) => known === category) ?? noFilter.category,
    languages: readLanguages(address.get("language")),
    sort: surveySorts.find((known) => known === sort) ?? noFilter.sort,
    notVoted: address.get("notVoted") === "true",
  };
}

/** Writes only what differs from the default list. */
export function writeFilter(filter: SurveyFilter): URLSearchParams {
  const address = new URLSearchParams();
  if (filter.search) address.set("search", filter.search);
  if (filter.category) address.set("category", filter.category);
  if (filter.languages) address.set("language", filter.languages.join());
  if (filter.sort !== noFilter.sort) address.set("sort", filter.sort);
  if (filter.notVoted) address.set("notVoted", "true");
  return address;
}

/** Other orders are left out, because they can't be why the list is empty. */
export function hidesSurveys({ search, category, languages, notVoted, sort }: SurveyFilter) {
  return search !== "" || category || languages || notVoted || sort === "closing";
}

/** How many of them differ from the plain list, besides the search. */
export function countFilters(filter: SurveyFilter): number {
  return [...writeFilter({ ...filter, search: "" }).keys()].length;
}
