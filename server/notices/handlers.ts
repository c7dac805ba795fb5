import type { noticeRoutes } from "../../contract/notices.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
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
  };
}
