import type { BallotKind, Counting } from "../../../contract/ballot-kinds.ts";
import type { Refused } from "../../../contract/errors.ts";
import type { SurveyText } from "../../../contract/publication.ts";
import type { ResultsMode } from "../../../contract/results.ts";
import { nextStatus, type Step, type SurveyStatus } from "../../../contract/survey-status.ts";
import { mayBeSecret } from "../../../contract/survey-terms.ts";
import { translatesOthers } from "../../../contract/survey-text.ts";
import { parseTranslations } from "../../../record/entries.ts";

/** The terms of a survey as they are stored. */
interface Terms {
  opens_at: Date | null;
  closes_at: Date | null;
  results: ResultsMode;
  ballot: BallotKind;
}

/** The text of a survey as it is stored. */
interface Text extends SurveyText {
  language: string;
  /** `writeTranslations` of `record/entries.ts`. */
  translations: string;
}

interface Survey extends Text, Terms {
  status: SurveyStatus;
  /** Of people who have voted, or have had a ballot paper. */
  votes: number;
  /** Of a secret survey that was published. */
  counting?: Counting | null;
  /** Counts the edits. */
  revision: number;
  /** Whether the change would leave too few votes, to hide each other, on a text between two others. */
  leavesFew?: boolean;
  /** The database's clock. */
  now: Date;
}

/** Given fields change; the others stay. */
export type SurveyChange = { [Name in keyof (Text & Terms)]?: (Text & Terms)[Name] | undefined };

/** The revision that the caller has read; undefined if they did not say. */
type ReadRevision = number | undefined;

/** Why a survey's text may not be changed like this, or null if it may. */
export function whyNotEdit(
  survey: Survey,
  change: SurveyChange,
  revision: ReadRevision,
): Refused | null {
  if (isOutdated(survey, revision)) return { refused: "survey.changed" };
  // An admin has approved exactly this text.
  if (survey.status === "published") return { refused: "survey.published" };
  if (survey.votes > 0 && (change.question ?? survey.question) !== survey.question) {
    return { refused: "survey.voted-question" };
  }
  if (survey.votes > 0 && (change.language ?? survey.language) !== survey.language) {
    return { refused: "survey.voted-language" };
  }
  if (survey.votes > 0 && asksOtherwise(survey, change)) {
    return { refused: "survey.voted-translation" };
  }
  // The record tells the votes on each text apart, so these would stand there by themselves for good.
  if (survey.leavesFew) return { refused: "survey.voted-few" };
  const { language, translations } = { ...survey, ...change };
  if (!translatesOthers({ language, translations: parseTranslations(translations) })) {
    return { refused: "survey.translates-itself" };
  }
  return whyNotTerms(survey, change);
}

/** Whether the record would tell votes on the changed text from those on the present one. */
export function isOtherText(survey: Text, change: SurveyChange): boolean {
  const parts = ["title", "description", "translations"] as const;
  return parts.some((part) => (change[part] ?? survey[part]) !== survey[part]);
}

/**
 * Whether a translation under which people may have voted would ask something else, or nothing. A new
 * one may be added: the record says which votes came before it.
 */
function asksOtherwise(survey: Survey, { translations = survey.translations }: SurveyChange) {
  const next = parseTranslations(translations);
  return parseTranslations(survey.translations).some(
    ({ language, question }) =>
      next.find((one) => one.language === language)?.question !== question,
  );
}

function whyNotTerms(survey: Survey, change: SurveyChange): Refused | null {
  const next = { ...survey, ...change };
  const isNew = (name: "opens_at" | "closes_at") => !isSameTime(next[name], survey[name]);
  if (survey.votes > 0) {
    if (next.results !== survey.results) {
      return { refused: "survey.voted-results" };
    }
    if (next.ballot !== survey.ballot) return { refused: "survey.voted-ballot" };
    if (isNew("opens_at")) return { refused: "survey.voted-opening" };
  }
  // Of a secret survey it counts that it was open, even if nobody has asked for a paper.
  const wasOpen = survey.votes > 0 || (survey.counting && survey.counting !== "groups");
  if (wasOpen && isNew("closes_at") && isPast(survey)) return { refused: "survey.closed-for-good" };
  if (isNew("closes_at") && isPast(next)) return { refused: "survey.closing-passed" };
  if (next.opens_at && next.closes_at && next.opens_at >= next.closes_at) {
    return { refused: "survey.closes-first" };
  }
  return whyNotSecret(next);
}

/** Its ballots are counted together when it closes, unless version 1.0 has begun it. */
function whyNotSecret({ ballot, counting, closes_at, results }: Terms & Pick<Survey, "counting">) {
  const closesAt = closes_at?.toISOString() ?? null;
  if (ballot !== "secret" || counting === "groups") return null;
  return mayBeSecret({ closesAt, resultsMode: results })
    ? null
    : ({ refused: "survey.secret-terms" } as const);
}

export function isSameTime(a: Date | null, b: Date | null): boolean {
  return a?.getTime() === b?.getTime();
}

/** Its closing time has passed, whether it is published or not. */
function isPast({ closes_at, now }: Pick<Survey, "closes_at" | "now">): boolean {
  return closes_at !== null && closes_at <= now;
}

/** Why an admin may not decide like this, or null if they may. */
export function whyNotDecide(survey: Survey, step: Step, revision: ReadRevision): Refused | null {
  if (isOutdated(survey, revision)) return { refused: "survey.changed-since-read" };
  return whyNotStep(survey, step);
}

export function whyNotStep(survey: Survey, step: Step): Refused | null {
  const { status, votes } = survey;
  if (!nextStatus(status, step)) {
    return { refused: "survey.wrong-step", params: { status, step } };
  }
  // With votes it has a result to show.
  if (step !== "publish" && step !== "resend") return null;
  if (votes === 0 && isPast(survey)) return { refused: "survey.over" };
  return whyNotSecret(survey);
}

/** Why a survey may not be closed at once, or null if it may. */
export function whyNotClose(survey: Survey): Refused | null {
  if (survey.status !== "published") return { refused: "survey.not-published" };
  if (isPast(survey)) return { refused: "survey.closed" };
  // It would have to close before it opens. An admin can take it down instead.
  if (survey.opens_at && survey.opens_at >= survey.now) return { refused: "survey.not-open" };
  return null;
}

function isOutdated(survey: Survey, revision: ReadRevision): boolean {
  return revision !== undefined && revision !== survey.revision;
}
