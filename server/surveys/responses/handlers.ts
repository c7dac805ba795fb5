import type { responseRoutes } from "../../../contract/responses.ts";
import type { Language } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import { eachPage } from "../../database/keyset.ts";
import { TitledRows } from "../../http/downloads.ts";
import type { Handlers, Viewer } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import type { UserLoader } from "../../people/users/queries.ts";
import { findPublic } from "../survey/queries.ts";
import { mayReadResults } from "../votes/results-queries.ts";
import {
  findAnswered,
  listAnswerable,
  listAnswered,
  listExportRows,
  listFeedback,
  listNewestRecords,
  listRecords,
  readTally,
} from "./queries.ts";
import { recordsOfEach } from "./rules.ts";

interface Deps {
  db: Database;
  users: UserLoader;
  /** The picture that a link to this survey is shown with. */
  pictureFor(survey: PublicSurvey, page: Language): Promise<{ address: string } | null>;
}

type PublicSurvey = NonNullable<Awaited<ReturnType<typeof findPublic>>>;

type Survey = NonNullable<Awaited<ReturnType<typeof findAnswered>>>;
type SurveyGroup = Awaited<ReturnType<typeof listAnswered>>["items"][number];
type VoteRecord = Awaited<ReturnType<typeof listRecords>>["items"][number];

export function responseHandlers({ db, users, pictureFor }: Deps): Handlers<typeof responseRoutes> {
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
    async readOwnResults({ params: { id }, query, viewer }) {
      await readableSurvey(id, viewer);
      const [survey, sees, shown] = await Promise.all([
        readTally(db, id),
        mayReadResults(db, id, viewer),
        findPublic(db, id),
      ]);
      const picture = shown && (await pictureFor(shown, query.language));
      const { yes, no, list, frame, qr, ...rest } = survey;
      // Those before a source was told, too.
      const link = Math.max(0, survey.votes + survey.setAside - list - frame - qr);
      return {
        ...rest,
        results: sees ? { yes, no } : null,
        sources: survey.ballot === "secret" ? null : { list, link, frame, qr },
        picture: picture?.address ?? null,
      };
    },
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
