import { useState } from "react";
import { useLocation } from "react-router";

/**
 * What the link of a mail says behind its `#`, of which no server is told. Mails of the version before
 * say it in the query.
 */
export function useMailed(name: "token" | "of"): string | null {
  const { hash, search } = useLocation();
  const found = new URLSearchParams(`${hash.slice(1)}&${search.slice(1)}`).get(name);
  // The link to the main part of the page has a `#` of its own.
  const [kept, keep] = useState(found);
  if (found && found !== kept) keep(found);
  return found ?? kept;
}
