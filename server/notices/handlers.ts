import { type noticeRoutes, WAITING_MAX } from "../../contract/notices.ts";
import { countOpenMessages } from "../contact/queries.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { countPending } from "../publication/queries.ts";
import { countReported } from "../reports/queries.ts";
import { countRequests } from "../surveyor-requests/queries.ts";
import { countUnread, listAccountNotices, listNotices, markRead } from "./queries.ts";

export function noticeHandlers({ db }: { db: Database }): Handlers<typeof noticeRoutes> {
  return {
    async listNotices({ viewer }) {
      const [unread, notices, account] = await Promise.all([
        countUnread(db, viewer.id),
        listNotices(db, viewer.id),
        listAccountNotices(db, viewer.id),
      ]);
      return { unread, notices, account };
    },
    async readNotices({ viewer, body }) {
      return { matchedCount: await markRead(db, viewer.id, new Date(body.until)) };
    },
    async readWaiting() {
      const [surveys, reports, messages, surveyorRequests] = await Promise.all([
        countPending(db, WAITING_MAX),
        countReported(db, WAITING_MAX),
        countOpenMessages(db, WAITING_MAX),
        countRequests(db, WAITING_MAX),
      ]);
      return { surveys, reports, messages, surveyorRequests };
    },
  };
}
