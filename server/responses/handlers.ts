import { NEWEST_RECORDS, responseRoutes } from "../../contract/responses.ts";
import type { Database } from "../database/connect.ts";
import { EXPORT_PAGE, eachPage } from "../database/keyset.ts";
import type { Handlers, Viewer } from "../http/handlers.ts";
import { preparePage } from "../http/prepared.ts";
import { ProblemError } from "../http/problems.ts";
import type { UserLoader } from "../users/queries.ts";
import {
  findAnswered,
  listAnswerable,
  listAnswered,
  listExportRows,
  listFeedback,
  listNewestRecords,
  listRecords,
} from "./queries.ts";

interface Deps {
  db: Database;
  users: UserLoader;
}

type Survey = NonNullable<Awaited<ReturnType<typeof findAnswered>>>;
type SurveyGroup = Awaited<ReturnType<typeof listAnswered>>["rows"][number];
type VoteRecord = Awaited<ReturnType<typeof listRecords>>["rows"][number];

export function responseHandlers({ db, users }: Deps): Handlers<typeof responseRoutes> {
  /** Only admins may ask about somebody else, so 404 reveals nothing to others. */
  async function surveyorIdOf(email: string, viewer: Viewer): Promise<string> {
    if (email === viewer.email) return viewer.id;
    const surveyor = await users.load(email);
    if (!surveyor) throw new ProblemError("not_found");
    return surveyor.id;
  }

  async function readableSurvey(id: string, viewer: Viewer): Promise<Survey> {
    const survey = await findAnswered(db, id);
    if (!survey || (survey.surveyorId !== viewer.id && !viewer.admin)) {
      throw new ProblemError("not_found");
    }
    return survey;
  }

  async function withNewestRecords(groups: SurveyGroup[], viewer: Viewer) {
    const ids = groups.map(({ id }) => id);
    const records = await listNewestRecords(db, ids, NEWEST_RECORDS);
    return groups.map((group) => {
      const { id, votes, created_at, ...shown } = group;
      const own = records.filter(({ surveyId }) => surveyId === id);
      return {
        ...shown,
        surveyItemId: id,
        totalVotesPerItem: votes,
        info: own.map((record) => toRecord(record, group, viewer)),
        timestamp: created_at.toISOString(),
      };
    });
  }

  return {
    async listResponses({ query, viewer }) {
      const { rows, next } = await listAnswered(db, query);
      const items = await withNewestRecords(rows, viewer);
      return preparePage(responseRoutes.listResponses, query, { items, next });
    },
    async listOwnResponses({ params, query, viewer }) {
      const surveyorId = await surveyorIdOf(params.email, viewer);
      const { rows, next } = await listAnswerable(db, surveyorId, query);
      const items = await withNewestRecords(rows, viewer);
      return preparePage(responseRoutes.listOwnResponses, query, { items, next }, params);
    },
    async listRecords({ params, query, viewer }) {
      const survey = await readableSurvey(params.id, viewer);
      const { rows, next } = await listRecords(db, survey.id, query);
      const items = rows.map((record) => toRecord(record, survey, viewer));
      return preparePage(responseRoutes.listRecords, query, { items, next }, params);
    },
    async exportRecords({ params, viewer }) {
      const { id: survey } = await readableSurvey(params.id, viewer);
      return eachPage((after) => listExportRows(db, { survey, after, limit: EXPORT_PAGE }));
    },
    exportResponses: () => eachPage((after) => listExportRows(db, { after, limit: EXPORT_PAGE })),
    async listFeedback({ params, query, viewer }) {
      const surveyorId = await surveyorIdOf(params.email, viewer);
      const { rows, next } = await listFeedback(db, surveyorId, query);
      const items = rows.map(({ id, surveyId, created_at, ...feedback }) => ({
        ...feedback,
        _id: id,
        surveyItemId: surveyId,
        timestamp: created_at.toISOString(),
      }));
      return preparePage(responseRoutes.listFeedback, query, { items, next }, params);
    },
  };
}

/** Surveyors learn who answered by name only. */
function toRecord(record: VoteRecord, survey: Pick<Survey, "title" | "category">, viewer: Viewer) {
  const { id, surveyId, vote, report, userName, userEmail, created_at } = record;
  return {
    _id: id,
    surveyItemId: surveyId,
    title: survey.title,
    category: survey.category,
    vote,
    report,
    userName,
    userEmail: viewer.admin ? (userEmail ?? "") : undefined,
    timestamp: created_at.toISOString(),
  };
}
