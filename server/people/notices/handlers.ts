import type { noticeRoutes } from "../../../contract/notices.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
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
  };
}
