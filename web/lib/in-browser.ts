import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * What only the browser knows. While a prerendered page is taken over it is what the server knew:
 * until then the page must look as the server wrote it.
 */
export function useInBrowser<Value>(read: () => Value, onServer: Value): Value {
  return useSyncExternalStore(never, read, () => onServer);
}
