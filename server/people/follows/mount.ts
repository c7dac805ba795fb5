import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { pages } from "../../../contract/pages.ts";
import type { Database } from "../../database/connect.ts";
import { ProblemError } from "../../http/problems.ts";
import { type ReadOnlyUntil, refuseIfReadOnly } from "../../http/read-only.ts";
import type { Every } from "../../process/every.ts";
import { followHandlers } from "./handlers.ts";
import { forgetOldNews, queueMails, tellSome } from "./news-queries.ts";
import { setNewsSettings } from "./queries.ts";
import { readUnsubscribe } from "./unsubscribe.ts";

// Short enough for 'at once', and each look is two short queries.
const LOOK_EVERY_MS = 10_000;
const FORGET_EVERY_MS = 3_600_000;
const MINUTE_MS = 60_000;
// `List-Unsubscribe=One-Click`, with the frame of a form around it, or whose mails end.
const FORM_BYTES = 1_024;
// An id and a signature are 59 characters.
const query = z.object({ of: z.string().max(100) });

interface Deps {
  db: Database;
  every: Every;
  readOnlyUntil: ReadOnlyUntil;
  newsPerMinute: number;
  /** Signs the addresses that end mails of news. */
  newsKey: Buffer;
}

export function mountFollows(app: FastifyInstance, deps: Deps) {
  const { db, every, newsPerMinute } = deps;
  const people = Math.ceil((newsPerMinute * LOOK_EVERY_MS) / MINUTE_MS);
  app.addHook("onListen", async () => {
    every(
      LOOK_EVERY_MS,
      async (signal) => {
        while (!signal.aborted && (await tellSome(db)));
        await queueMails(db, { people, everyMs: LOOK_EVERY_MS });
      },
      { name: "news", failure: "followers were not told news, will be retried" },
    );
    const failure = "old news were not forgotten, will be retried";
    every(FORGET_EVERY_MS, () => forgetOldNews(db), { name: "old news", failure });
  });
  registerUnsubscribe(app, deps);
  return followHandlers(deps);
}

/**
 * Mail programs post a form here, without a cookie (RFC 8058), so this is not a route of the table:
 * to an address that says whose mails end. The page says it in its form instead, so that it stands in
 * no log. A GET of the same address is a page with a button: programs that look at links change nothing.
 */
function registerUnsubscribe(app: FastifyInstance, { db, newsKey, readOnlyUntil }: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(pages.unsubscribe, { bodyLimit: FORM_BYTES }, async (request) => {
      await refuseIfReadOnly(readOnlyUntil);
      const asked = query.safeParse({ ...(request.body as object), ...(request.query as object) });
      const userId = asked.success && readUnsubscribe(asked.data.of, newsKey);
      if (!userId) throw new ProblemError("not_found");
      await setNewsSettings(db, userId, "never");
      return { done: true };
    });
  });
}
