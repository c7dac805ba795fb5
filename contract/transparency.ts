import { z } from "zod";
import { categories } from "./categories.ts";
import { fileFormat } from "./fields.ts";
import { route } from "./route.ts";
import { logSummary } from "./site-log.ts";
import { hidingReasons, rejectionReasons, surveyStatuses } from "./survey-status.ts";

/** Licences that fit numbers and short texts, by their SPDX names. */
export const openLicences = ["CC-BY-4.0", "CC-BY-SA-4.0", "CC0-1.0"] as const;

const month = z.object({
  /** In UTC, for example `2026-11`. Every month of the year has an entry. */
  month: z.string(),
  /** Surveys that were last sent to the admins in this month, by what has become of them. */
  surveys: z.array(z.object({ status: z.enum(surveyStatuses), surveys: z.int() })),
  /** Decisions on surveys that waited for one, and how long half of them waited at most. */
  decided: z.int(),
  medianHours: z.number().nullable(),
  /** Of those decided, the ones that were turned down. */
  rejected: z.int(),
  /** Published surveys that were taken down. */
  takenDown: z.int(),
  commentsHidden: z.int(),
  /** Votes that were set aside in this month, and votes that were restored in it. */
  votesSetAside: z.int(),
  votesRestored: z.int(),
});

/** How often each reason was given, and last, as null, none of them. */
const reasonCounts = <Reason extends string>(reasons: readonly Reason[]) =>
  z.array(z.object({ reason: z.enum(reasons).nullable(), count: z.int() }));

export const transparencyRoutes = {
  readTransparency: route({
    method: "GET",
    path: "/transparency/numbers",
    access: "public",
    summary: "What the site decides, month by month, and the keys that sign; a few minutes old",
    reply: z.object({
      /** The last twelve, this month last. */
      months: z.array(month),
      /** All surveys there are. */
      byStatus: z.array(z.object({ status: z.enum(surveyStatuses), surveys: z.int() })),
      /** Of decisions in these months, and of comments that are still hidden. */
      rejections: reasonCounts(rejectionReasons),
      hidings: reasonCounts(hidingReasons),
      /** The keys that sign records, the newest first. */
      keys: z.array(
        z.object({
          /** Ed25519, 32 bytes in base64. */
          publicKey: z.string(),
          /** The SHA-256 of the key's bytes as 64 hexadecimal digits. */
          fingerprint: z.string(),
          since: z.string(),
        }),
      ),
      /** Null while nothing is in the log, or if it can't be shown. */
      log: logSummary.nullable(),
      licence: z.enum(openLicences),
      /** Where this site is, for the commands with which it is checked. */
      siteUrl: z.string(),
    }),
  }),
  downloadResults: route({
    method: "GET",
    path: "/openData/results",
    access: "public",
    summary: "All results that everybody may see, as a file under an open licence",
    download: "survey-results",
    query: z.object({ format: fileFormat }),
    reply: z.object({
      surveyId: z.uuid(),
      title: z.string(),
      question: z.string(),
      category: z.enum(categories),
      publishedAt: z.string(),
      /** Empty if voting began with the publication. */
      opensAt: z.string(),
      /** Empty if voting does not end. */
      closesAt: z.string(),
      yes: z.int(),
      no: z.int(),
      /** Votes that are set aside, and so in neither sum. */
      setAside: z.int(),
      /** How many entries the survey's record had, and the root of its tree, in base64. */
      recordSize: z.int(),
      recordRoot: z.string(),
      licence: z.enum(openLicences),
    }),
  }),
};
