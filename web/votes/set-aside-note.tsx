import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { sayReason } from "../../contract/set-aside-reasons.ts";

/** Tells a voter that their vote does not count, and why. Nothing if it counts. */
export function SetAsideNote({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <div
      role="status"
      className="grid gap-1 rounded-field border-s-4 border-warning bg-base-100 p-4"
    >
      <p>
        <strong>Your vote was set aside.</strong> It does not count. The reason:
      </p>
      <p className="whitespace-pre-line">“{sayReason(reason)}”</p>
      <p className="text-sm text-pretty text-muted">
        It stays in the survey's public record, with this reason. If it is wrong, please{" "}
        <Link to={pages.contact} className="link">
          write to us
        </Link>
        .
      </p>
    </div>
  );
}
