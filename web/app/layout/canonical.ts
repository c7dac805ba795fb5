import { useEffect } from "react";
import { useLocation } from "react-router";
import { canonicalPath } from "../../../contract/pages.ts";
import { addressOf } from "../../lib/language.ts";

/** The page's HTML names its own address. After a navigation it is another one: phones share it. */
export function useCanonicalAddress(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    const path = canonicalPath(pathname, new URLSearchParams(search).get("category"));
    // The site's name stays the configured one.
    if (link) link.href = new URL(addressOf(path), link.href).href;
  }, [pathname, search]);
}
