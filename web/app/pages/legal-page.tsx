import { useLocation } from "react-router";
import { pages } from "../../../contract/pages.ts";
import { Privacy } from "../../outreach/legal/privacy.tsx";
import { Refunds } from "../../outreach/legal/refunds.tsx";
import { Terms } from "../../outreach/legal/terms.tsx";

/** One page for three addresses: every page that the router names costs each visitor some bytes. */
function LegalPage() {
  const { pathname } = useLocation();
  if (pathname.startsWith(pages.privacy)) return <Privacy />;
  return pathname.startsWith(pages.terms) ? <Terms /> : <Refunds />;
}

export { LegalPage as Component };
