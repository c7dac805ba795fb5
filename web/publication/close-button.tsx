import type { OwnSurvey } from "../../contract/publication.ts";
import { routes } from "../../contract/routes.ts";
import { alerts } from "../lib/alerts.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";

type Closable = Pick<OwnSurvey, "_id" | "title" | "status" | "phase">;

/** Closes a published survey at once. Nothing if it is closed or not open yet. */
export function CloseButton({ survey: { _id: id, title, status, phase } }: { survey: Closable }) {
  const close = useRouteMutation(routes.closeSurvey);
  if (status !== "published" || phase !== "open") return null;

  async function ask() {
    const agreed = await alerts.confirm({
      title: `Close “${title}”?`,
      text: "Nobody can vote on it any more, and everybody sees the final result. A closed survey never opens again.",
      action: "Close now",
    });
    if (!agreed) return;
    void alerts.outcome(close.mutateAsync({ params: { id } }), {
      done: "Survey closed",
      failed: "The survey is not closed",
    });
  }

  return (
    <button
      type="button"
      className="btn btn-outline"
      aria-busy={close.isPending}
      onClick={() => !close.isPending && ask()}
    >
      Close now<span className="sr-only"> {title}</span>
    </button>
  );
}
