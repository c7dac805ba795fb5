import { z } from "zod";
import type { BallotKind } from "../../../contract/ballot-kinds.ts";
import type { OwnSurvey } from "../../../contract/managed-surveys.ts";
import { type SurveyDraft, surveyDraft } from "../../../contract/survey-draft.ts";
import { languageIds } from "../../../words/generated/languages.ts";
import { markOf } from "../../lib/own-marks.ts";
import { storedFields } from "../../lib/stored-fields.ts";

/**
 * An unfinished survey as its form has it. Its times are in the reader's zone, as an input of the kind
 * `datetime-local` has them; those of a stored one are moments.
 */
export type Draft = Omit<SurveyDraft, "surveyRevision">;
export type Translations = Draft["translations"];
export type TranslatedText = NonNullable<Translations["en"]>;

export const emptyDraft: Draft = {
  title: "",
  description: "",
  question: "",
  language: "",
  opensAt: "",
  closesAt: "",
  resultsMode: "voted",
  ballot: "named",
  translations: {},
};

export const newDraft = (ballot: BallotKind): Draft => ({ ...emptyDraft, ballot });

/** A survey as the server has it. */
export function draftOf(survey: OwnSurvey): Draft {
  const { title, description, category, question, resultsMode, ballot } = survey;
  const translations = survey.translations.map(({ language, ...text }) => [language, text]);
  return {
    ...{ title, description, category, question, resultsMode, ballot },
    language: languageIds.find((id) => id === survey.language) ?? "",
    opensAt: toLocal(survey.opensAt),
    closesAt: toLocal(survey.closesAt),
    translations: Object.fromEntries(translations),
  };
}

/** In the order of the schema, so that the same draft is the same JSON. */
export function toStored({ category, ...typed }: Draft, surveyRevision?: number): SurveyDraft {
  const draft = {
    ...typed,
    category: category || undefined,
    opensAt: toMoment(typed.opensAt),
    closesAt: toMoment(typed.closesAt),
    surveyRevision,
  };
  // What is far too long is sent as it is, so that the server says so.
  return surveyDraft.safeParse(draft).data ?? draft;
}

export function fromStored({ surveyRevision: _, ...stored }: SurveyDraft): Draft {
  const { opensAt, closesAt } = stored;
  return { ...stored, opensAt: toLocal(opensAt), closesAt: toLocal(closesAt) };
}

/** A moment as an input takes it: the reader's time, without seconds. */
export function toLocal(timestamp: string | null): string {
  if (!timestamp) return "";
  const date = new Date(timestamp);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, "2026-01-31T12:00".length);
}

/** Empty also for a year that no clock knows. */
function toMoment(typed: string): string {
  const time = Date.parse(typed);
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
}

const unsaved = z.object({
  content: surveyDraft,
  /** The revision that was read last. */
  revision: z.int(),
  /** What is on its way to the server, as JSON. Nobody knows whether it has arrived. */
  sent: z.string().nullable(),
});
export type Unsaved = z.infer<typeof unsaved>;

/**
 * What the server does not have yet, kept in this browser for this person, so that a lost connection
 * or a closed tab loses nothing.
 */
export function unsavedOf(email: string) {
  const mark = `${markOf("survey-draft", email)}:`;
  return {
    /** The drafts of new surveys. */
    ids() {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(mark));
      const ids = keys.map((key) => key.slice(mark.length));
      return ids.filter((id) => this.read(id)?.content.surveyRevision === undefined);
    },
    /** Checked, because another version of the site, or a person, may have stored something else. */
    read: (id: string): Unsaved | undefined =>
      unsaved.safeParse(storedFields(localStorage.getItem(mark + id))).data,
    has: (id: string) => localStorage.getItem(mark + id) !== null,
    keep: (id: string, draft: Unsaved) => localStorage.setItem(mark + id, JSON.stringify(draft)),
    forget: (id: string) => localStorage.removeItem(mark + id),
  };
}
