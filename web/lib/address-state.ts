import { useSearchParams } from "react-router";
import { SEARCH_MAX } from "../../contract/fields.ts";

/** Keeps a list's filters in the address, so that links and the back button work. */
export function useAddressState() {
  const [address, setAddress] = useSearchParams();
  return {
    search: (address.get("search") ?? "").trim().slice(0, SEARCH_MAX),
    setSearch(search: string) {
      // Otherwise the back button would go back letter by letter.
      setAddress((before) => withPart(before, "search", search || null), { replace: true });
    },
    /** People can type any address: an unknown value counts as `fallback`. */
    choice<const Choice extends string>(
      name: string,
      known: readonly Choice[],
      fallback: Choice,
    ): Choice {
      return known.find((choice) => choice === address.get(name)) ?? fallback;
    },
    /** The address with one part changed; `null` leaves it out. */
    addressWith: (name: string, value: string | null) =>
      `?${withPart(address, name, value).toString()}`,
    setPart(name: string, value: string | null) {
      setAddress((before) => withPart(before, name, value));
    },
  };
}

function withPart(address: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const changed = new URLSearchParams(address);
  if (value === null) changed.delete(name);
  else changed.set(name, value);
  return changed;
}
