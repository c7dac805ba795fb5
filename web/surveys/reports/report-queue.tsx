import { useInfiniteQuery } from "@tanstack/react-query";
import * as many from "#words/bulk";
import * as t from "#words/reports";
import * as wording from "#words/specified";
import type { ReportedItem, reportRoutes } from "../../../contract/reports.ts";
import type { Body } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { type BulkAct, BulkList } from "../../components/bulk.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { alerts } from "../../lib/alerts.ts";
import { sayName } from "../../lib/names.ts";
import { writeRoute } from "../../lib/route-mutation.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { AskWhyRejected } from "../publication/shared/reject-dialog.tsx";
import { useKeptItems } from "./kept-items.ts";
import { ReportedCard } from "./reported-card.tsx";
import { HideDialog } from "./shared/hide-dialog.tsx";

const nameOf = ({ comment, title }: ReportedItem) =>
  comment ? t.commentBy({ author: sayName(comment.author) }) : title;
const idOf = (item: ReportedItem) => item.comment?.id ?? item.surveyItemId;

type Hiding = Partial<Body<typeof reportRoutes.hideComment>> & { hidden: boolean };

const hide = (hiding: Hiding) => (item: ReportedItem) =>
  writeRoute(routes.hideComment, {
    body: { surveyItemId: item.surveyItemId, commentId: item.comment?.id ?? "", ...hiding },
  });

const acts: BulkAct<ReportedItem>[] = [
  {
    label: t.dismissOne,
    key: "d",
    fits: ({ reports }) => reports.length > 0,
    async begin({ count, go }) {
      const question = { title: many.dismissMany({ count }), text: many.dismissManyMeans };
      if (!(await alerts.confirm({ ...question, action: t.dismissOne }))) return;
      go(({ surveyItemId, reports }) => {
        const body = { surveyItemId, reportIds: reports.map(({ id }) => id) };
        return writeRoute(routes.dismissReports, { body });
      });
    },
  },
  {
    label: wording.dashboard.unpublish,
    key: "r",
    fits: ({ comment, status }) => comment === null && status === "published",
    begin: ({ count, go, show }) =>
      show(
        <AskWhyRejected
          title={many.rejectMany({ count })}
          onClose={() => show(null)}
          onSend={async (body) =>
            go(({ surveyItemId: id }) =>
              writeRoute(routes.unpublishSurvey, { params: { id }, body }),
            )
          }
        />,
      ),
  },
  {
    label: t.hideAction,
    key: "h",
    fits: ({ comment }) => comment !== null && !comment.deleted && !comment.hidden,
    begin: ({ count, go, show }) =>
      show(
        <HideDialog
          title={many.hideMany({ count })}
          onClose={() => show(null)}
          onHide={async (message, reason) =>
            go(hide({ hidden: true, reason, message }), hide({ hidden: false }))
          }
        />,
      ),
  },
];

export function ReportQueue() {
  const { list, keepItem } = useKeptItems(useInfiniteQuery(pagesOf(routes.listReported)), idOf);
  return (
    <BulkList<ReportedItem, HTMLUListElement>
      list={list}
      kind="reportedItems"
      idOf={idOf}
      nameOf={nameOf}
      acts={acts}
      queue={[
        ["d", t.dismissKey],
        ["r", t.takeDownKey({ button: wording.dashboard.unpublish })],
        ["h", t.hideKey],
      ]}
      empty={<EmptyState title={t.none} text={t.arriveHere} />}
    >
      {(items, ref, select) => (
        <ul ref={ref} className="grid gap-5">
          {items.map((item) => (
            <li key={idOf(item)}>
              <ReportedCard
                item={item}
                select={select(item)}
                onHide={(comment) => keepItem({ ...item, comment, reports: [], openReports: 0 })}
              />
            </li>
          ))}
        </ul>
      )}
    </BulkList>
  );
}
