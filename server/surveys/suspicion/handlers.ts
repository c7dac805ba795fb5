import type { suspicionRoutes } from "../../../contract/suspicion.ts";
import { ASIDE_MAX } from "../../../contract/suspicion-limits.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { orProblem, ProblemError } from "../../http/problems.ts";
import { resumePapers, stopPapers } from "../ballots/stop-queries.ts";
import { type Asides, findGroup } from "../votes/aside-queries.ts";
import { findSurvey, listGroups, listVotes, sumVotes } from "./queries.ts";
import { findSuspicious, whereOf } from "./rules.ts";
import { listFound, lookAt } from "./summary-queries.ts";

interface Deps {
  db: Database;
  asides: Asides;
}

export function suspicionHandlers({ db, asides }: Deps): Handlers<typeof suspicionRoutes> {
  return {
    listStandingOut: ({ page }) => listFound(db, page),
    async readSuspicion({ params: { id } }) {
      const survey = await findSurvey(db, id);
      if (!survey) throw new ProblemError("not_found");
      const [look, groups] = [await lookAt(db, id), await listGroups(db, id)];
      return { ...survey, ...look, groups };
    },
    async listSuspicious({ params: { id }, query, page }) {
      const where = whereOf(query);
      if (!where) return { items: [], next: null };
      const { items, next } = await listVotes(db, id, where, page);
      return {
        items: items.map(({ id: _id, email, isUnverified, ...vote }) => ({
          ...vote,
          _id,
          userEmail: email ?? "",
          isVerified: !isUnverified,
        })),
        next,
      };
    },
    async setVotesAside({ params: { id }, body, viewer, key }) {
      const earlier = await findGroup(db, id, key);
      if (earlier) return { matchedCount: earlier.votes };
      const { sums } = await sumVotes(db, id);
      const found = findSuspicious(sums).find(
        (finding) => finding.kind === body.kind && finding.key === body.key,
      );
      const where = found && whereOf(found);
      if (!where) {
        throw new ProblemError("finding.gone");
      }
      const change = { key, surveyId: id, adminId: viewer.id, reason: body.reason };
      if ((await findSurvey(db, id))?.ballot === "secret") {
        const stop = { ...change, finding: body.kind, group: body.key };
        return { matchedCount: orProblem(await stopPapers(db, stop)) };
      }
      const { items } = await listVotes(db, id, where, { limit: ASIDE_MAX });
      const matchedCount = orProblem(
        await asides.setAside({
          ...change,
          finding: body.kind,
          userIds: items.map(({ userId }) => userId),
        }),
      );
      return { matchedCount };
    },
    async restoreVotes({ params: { id }, body, viewer, key }) {
      const change = { key, surveyId: id, adminId: viewer.id, reason: body.reason };
      const group = await findGroup(db, id, body.setAsideId);
      const restoring = { ...change, groupId: body.setAsideId };
      const restored =
        group?.stops != null ? resumePapers(db, restoring) : asides.restore(restoring);
      const matchedCount = orProblem(await restored);
      return { matchedCount };
    },
  };
}
