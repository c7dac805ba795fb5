import { useSearchParams } from "react-router";
import { SEARCH_MAX } from "../../contract/fields.ts";

/** What a list shows is held by the address bar, so that links and the back button work. */
export function useAddressState() {
  const [address, setAddress] = useSearchParams();
  return {
    search: (address.get("search") ?? "").trim().slice(0, SEARCH_MAX),
    setSearch(search: string) {
      // One entry for each letter would bury the page before under the back button.
      setAddress((before) => withPart(before, "search", search || null), { replace: true });
    },
    /** Anybody can type an address: what it says that we don't know counts as `fallback`. */
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
