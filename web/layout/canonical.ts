import { useEffect } from "react";
import { useLocation } from "react-router";
import { canonicalPath } from "../../contract/pages.ts";

/** The page's HTML names its own address. After a navigation it is another one: phones share it. */
export function useCanonicalAddress(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    const path = canonicalPath(pathname, new URLSearchParams(search).get("category"));
    // The site's name stays the configured one.
    if (link) link.href = new URL(path, link.href).href;
  }, [pathname, search]);
}
