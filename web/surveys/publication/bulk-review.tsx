import { useState } from "react";
import * as t from "#words/publication";
import * as wording from "#words/specified";
import type { AdminSurvey } from "../../../contract/managed-surveys.ts";
import { routes } from "../../../contract/routes.ts";
import { nextStatus } from "../../../contract/survey-status.ts";
import { BulkBar, type Go, type useBulk } from "../../components/bulk.tsx";
import { alerts } from "../../lib/alerts.ts";
import { writeRoute } from "../../lib/route-mutation.ts";
import { AskWhyRejected } from "./reject-dialog.tsx";

const revisionOf = ({ _id: id, revision }: AdminSurvey) => ({
  params: { id },
  query: { revision },
});

/** Decides on several surveys. People are told at once, so nothing of it can be undone. */
export function BulkReview({ bulk }: { bulk: ReturnType<typeof useBulk<AdminSurvey>> }) {
  const [rejecting, setRejecting] = useState<{ count: number; go: Go<AdminSurvey> } | null>(null);

  async function publish(count: number, go: Go<AdminSurvey>) {
    const question = {
      title: t.publishMany({ count }),
      text: t.publishManyMeans,
      action: wording.dashboard.publish,
    };
    if (!(await alerts.confirm(question))) return;
    const body = { status: "published" } as const;
    go((survey) => writeRoute(routes.publishSurvey, { ...revisionOf(survey), body }));
  }

  return (
    <>
      <BulkBar
        bulk={bulk}
        nameOf={({ title }) => title}
        acts={[
          {
            label: wording.dashboard.publish,
            key: "p",
            // A text in several languages is read in each of them, so one by one.
            fits: ({ status, translations }) =>
              nextStatus(status, "publish") !== null && translations.length === 0,
            begin: publish,
          },
          {
            label: wording.dashboard.unpublish,
            key: "r",
            fits: ({ status }) => nextStatus(status, "unpublish") !== null,
            begin: (count, go) => setRejecting({ count, go }),
          },
        ]}
      />
      {rejecting && (
        <AskWhyRejected
          title={t.rejectMany({ count: rejecting.count })}
          onClose={() => setRejecting(null)}
          onSend={async (why) => {
            setRejecting(null);
            const body = { ...why, status: "unpublish" } as const;
            rejecting.go((survey) =>
              writeRoute(routes.unpublishSurvey, { ...revisionOf(survey), body }),
            );
          }}
        />
      )}
    </>
  );
}
