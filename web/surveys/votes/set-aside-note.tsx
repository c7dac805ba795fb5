import { setAsideReason } from "#words/tally";
import * as t from "#words/votes";
import { pages } from "../../../contract/pages.ts";
import { linkTo } from "../../components/link-to.tsx";

/** Tells a voter that their vote does not count, and why. Nothing if it counts. */
export function SetAsideNote({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <div
      role="status"
      className="grid gap-1 rounded-field border-s-4 border-warning bg-base-100 p-4"
    >
      <p>{t.wasSetAside({ strong: (words) => <strong>{words}</strong> })}</p>
      <p className="whitespace-pre-line">{setAsideReason({ reason })}</p>
      <p className="text-sm text-pretty text-muted">
        {t.staysInRecord({ link: linkTo(pages.contact) })}
      </p>
    </div>
  );
}
