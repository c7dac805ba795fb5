import { useQuery } from "@tanstack/react-query";
import * as t from "#words/witnesses";
import { RelativeTime } from "../../components/relative-time.tsx";
import { type Transparency, transparencyQuery } from "./queries.ts";

type Log = NonNullable<Transparency["log"]>;

/** By how many witnesses the site's log was verified, and since when; null if by too few. */
export function findVerification({ witnesses, quorum }: Pick<Log, "witnesses" | "quorum">) {
  const signed = witnesses.flatMap(({ signedAt }) => signedAt ?? []).sort();
  const [oldest] = signed;
  return oldest !== undefined && signed.length >= quorum
    ? { oldest, witnesses: signed.length }
    : null;
}

/** The same beside a result. Nothing where nobody watches: `/transparency` says so. */
export function VerifiedBy() {
  const { data } = useQuery(transparencyQuery);
  const verification = data?.log && findVerification(data.log);
  return (
    // As high as the line, so that nothing moves when it comes.
    <p className="min-h-5 text-sm text-muted">
      {verification &&
        t.verified({
          witnesses: verification.witnesses,
          time: () => <RelativeTime timestamp={verification.oldest} />,
        })}
    </p>
  );
}
