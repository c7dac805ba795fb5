import { useState } from "react";
import { dismissMany, dismissManyMeans, hideMany } from "#words/bulk";
import * as t from "#words/reports";
import type { ReportedItem, reportRoutes } from "../../../contract/reports.ts";
import type { Body } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { BulkBar, type Go, type useBulk } from "../../components/bulk.tsx";
import { alerts } from "../../lib/alerts.ts";
import { writeRoute } from "../../lib/route-mutation.ts";
import { HideDialog } from "./shared/hide-dialog.tsx";

interface BulkReportsProps {
  bulk: ReturnType<typeof useBulk<ReportedItem>>;
  nameOf: (item: ReportedItem) => string;
}

type Hiding = Pick<Body<typeof reportRoutes.hideComment>, "hidden"> &
  Partial<Body<typeof reportRoutes.hideComment>>;

const hide = (hiding: Hiding) => (item: ReportedItem) =>
  writeRoute(routes.hideComment, {
    body: { surveyItemId: item.surveyItemId, commentId: item.comment?.id ?? "", ...hiding },
  });

/** Hides several comments, which can be undone, or dismisses the reports on several things. */
export function BulkReports({ bulk, nameOf }: BulkReportsProps) {
  const [hiding, setHiding] = useState<{ count: number; go: Go<ReportedItem> } | null>(null);

  async function dismiss(count: number, go: Go<ReportedItem>) {
    const question = {
      title: dismissMany({ count }),
      text: dismissManyMeans,
      action: t.dismissOne,
    };
    if (!(await alerts.confirm(question))) return;
    go(({ surveyItemId, reports }) =>
      writeRoute(routes.dismissReports, {
        body: { surveyItemId, reportIds: reports.map(({ id }) => id) },
      }),
    );
  }

  return (
    <>
      <BulkBar
        bulk={bulk}
        nameOf={nameOf}
        acts={[
          {
            label: t.dismissOne,
            key: "d",
            fits: ({ reports }) => reports.length > 0,
            begin: dismiss,
          },
          {
            label: t.hideAction,
            key: "h",
            fits: ({ comment }) => comment !== null && !comment.deleted && !comment.hidden,
            begin: (count, go) => setHiding({ count, go }),
          },
        ]}
      />
      {hiding && (
        <HideDialog
          title={hideMany({ count: hiding.count })}
          onClose={() => setHiding(null)}
          onHide={async (message, reason) => {
            setHiding(null);
            hiding.go(hide({ hidden: true, reason, message }), hide({ hidden: false }));
          }}
        />
      )}
    </>
  );
}
