import { type noticeRoutes, WAITING_MAX } from "../../contract/notices.ts";
import { countOpenMessages } from "../contact/queries.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { countPending } from "../publication/queries.ts";
import { countReported } from "../reports/queries.ts";
import { countUnread, listNotices, markRead } from "./queries.ts";

export function noticeHandlers({ db }: { db: Database }): Handlers<typeof noticeRoutes> {
  return {
    async listNotices({ viewer }) {
      const [unread, rows] = await Promise.all([
        countUnread(db, viewer.id),
        listNotices(db, viewer.id),
      ]);
      const notices = rows.map(({ created_at, read_at, ...notice }) => ({
        ...notice,
        read: read_at !== null,
        timestamp: created_at.toISOString(),
      }));
      return { unread, notices };
    },
    async readNotices({ viewer, body }) {
      return { matchedCount: await markRead(db, viewer.id, new Date(body.until)) };
    },
    async readWaiting() {
      const [surveys, reports, messages] = await Promise.all([
        countPending(db, WAITING_MAX),
        countReported(db, WAITING_MAX),
        countOpenMessages(db, WAITING_MAX),
      ]);
      return { surveys, reports, messages };
    },
  };
}
