import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { leave as t } from "#words/news";
import { pages } from "../../../contract/pages.ts";
import { PageHeading } from "../../components/page-heading.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { reach, readProblem } from "../../lib/api.ts";

/** Ends mails of news, for whoever has one: nobody has to log in. */
export function LeaveNews({ of }: { of: string }) {
  const leave = useMutation({
    mutationFn: async () => {
      const body = new URLSearchParams({ of });
      const answer = await reach(pages.unsubscribe, { method: "POST", body });
      if (!answer.ok) throw await readProblem(answer);
    },
  });
  if (leave.isSuccess) return <PageHeading title={t.done} lead={t.doneText} />;
  return (
    <div className="grid gap-6">
      <PageHeading title={t.title} lead={t.text} />
      {leave.error && (
        <RetryNotice title={t.failed} problem={leave.error} onRetry={() => leave.mutate()} />
      )}
      <button
        type="button"
        className="btn btn-primary btn-lg"
        aria-busy={leave.isPending}
        onClick={() => !leave.isPending && leave.mutate()}
      >
        {t.button}
      </button>
    </div>
  );
}

export function NoAddress() {
  return (
    <>
      <PageHeading title={t.invalid} lead={t.invalidText} />
      <Link to={pages.news} className="btn btn-primary btn-lg">
        {t.title}
      </Link>
    </>
  );
}
