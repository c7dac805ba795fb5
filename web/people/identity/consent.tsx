import * as t from "#words/socialLogIn";
import { pages } from "../../../contract/pages.ts";
import { newTabTo } from "../../components/link-to.tsx";

export function Consent() {
  return (
    <p className="text-sm text-muted">
      {t.accept({ terms: newTabTo(pages.terms), privacy: newTabTo(pages.privacy) })}
    </p>
  );
}
