import { FullTime } from "../components/full-time.tsx";

interface ResultLaterProps {
  ownVote: "yes" | "no";
  closesAt: string | null;
}

/** Stands where the result will be, for those who have voted before it is shown to anybody. */
export function ResultLater({ ownVote, closesAt }: ResultLaterProps) {
  return (
    <p>
      Your vote, <strong>{ownVote}</strong>, is counted.{" "}
      {closesAt ? (
        <>
          Everybody sees the result when the survey closes: <FullTime timestamp={closesAt} />.
        </>
      ) : (
        "Everybody sees the result when the surveyor closes the survey."
      )}
    </p>
  );
}
