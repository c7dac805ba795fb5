import type { responseRoutes } from "../../../contract/responses.ts";
import type { Database } from "../../database/connect.ts";
import { eachPage } from "../../database/keyset.ts";
import { TitledRows } from "../../http/downloads.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import type { UserLoader } from "../../people/users/queries.ts";
import {
  findAnswered,
  listAnswerable,
  listAnswered,
  listExportRows,
  listFeedback,
  listNewestRecords,
  listRecords,
} from "./queries.ts";
import { recordsOfEach } from "./rules.ts";

interface Deps {
  db: Database;
  users: UserLoader;
}

type Survey = NonNullable<Awaited<ReturnType<typeof findAnswered>>>;
type SurveyGroup = Awaited<ReturnType<typeof listAnswered>>["items"][number];
type VoteRecord = Awaited<ReturnType<typeof listRecords>>["items"][number];

export function responseHandlers({ db, users }: Deps): Handlers<typeof responseRoutes> {
  /** Only admins may ask about other people, so 404 reveals nothing to anybody else. */
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

  async function withNewestRecords(groups: SurveyGroup[], most: number, viewer: Viewer) {
    const ids = groups.map(({ id }) => id);
    const each = recordsOfEach(
      groups.map(({ votes, setAside }) => votes + setAside),
      most,
    );
    const records = each > 0 ? await listNewestRecords(db, ids, each) : [];
    const bySurvey = new Map<string, VoteRecord[]>(ids.map((id) => [id, []]));
    for (const record of records) bySurvey.get(record.surveyItemId)?.push(record);
    return groups.map((group) => {
      const { id, votes, ...shown } = group;
      return {
        ...shown,
        surveyItemId: id,
        totalVotesPerItem: votes,
        info: (bySurvey.get(id) ?? []).map((record) => toRecord(record, group, viewer)),
      };
    });
  }

  return {
    async listResponses({ query, viewer, page }) {
      const { items, next } = await listAnswered(db, query.search, page);
      return { items: await withNewestRecords(items, query.records, viewer), next };
    },
    async listOwnResponses({ params, query, viewer, page }) {
      const surveyorId = await surveyorIdOf(params.email, viewer);
      const { items, next } = await listAnswerable(db, surveyorId, page);
      return { items: await withNewestRecords(items, query.records, viewer), next };
    },
    async listRecords({ params, viewer, page }) {
      const survey = await readableSurvey(params.id, viewer);
      const { items, next } = await listRecords(db, survey.id, page);
      return { items: items.map((record) => toRecord(record, survey, viewer)), next };
    },
    async exportRecords({ params, viewer }) {
      const { id, title } = await readableSurvey(params.id, viewer);
      return new TitledRows(
        title,
        eachPage((page) => listExportRows(db, id, page)),
      );
    },
    exportResponses: () => eachPage((page) => listExportRows(db, null, page)),
    async listFeedback({ params, query, viewer, page }) {
      return listFeedback(db, await surveyorIdOf(params.email, viewer), query, page);
    },
  };
}

/** Surveyors see only the names of those who answered. */
function toRecord(record: VoteRecord, survey: Pick<Survey, "title" | "category">, viewer: Viewer) {
  const userEmail = viewer.admin ? (record.userEmail ?? "") : undefined;
  return { ...record, title: survey.title, category: survey.category, userEmail };
}
