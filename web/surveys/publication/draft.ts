import { type BallotKind, ballotKinds } from "../../../contract/ballot-kinds.ts";
import { type Category, categories } from "../../../contract/categories.ts";
import { type ResultsMode, resultsModes } from "../../../contract/results.ts";
import { type Language, languageIds } from "../../../words/generated/languages.ts";
import { markOf } from "../../lib/own-marks.ts";
import { storedFields } from "../../lib/stored-fields.ts";

export interface TranslatedText {
  title: string;
  description: string;
  question: string;
}

/** The text in further languages. */
export type Translations = { [L in Language]?: TranslatedText };

/** An unfinished survey. */
export interface Draft {
  title: string;
  description: string;
  category?: Category | undefined;
  question: string;
  /** Empty until somebody has chosen one. */
  language: Language | "";
  /** In the reader's zone, as an input of the kind `datetime-local` has them; empty for none. */
  opensAt: string;
  closesAt: string;
  resultsMode: ResultsMode;
  ballot: BallotKind;
  translations: Translations;
}

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

/** Kept in this browser for this person, so that a reload or a closed tab loses nothing. */
export function draftOf(email: string, ballot: BallotKind) {
  const key = markOf("survey-draft", email);
  return {
    read: (): Draft => {
      const stored = localStorage.getItem(key);
      return stored ? readDraft(stored) : { ...emptyDraft, ballot };
    },
    forget: () => localStorage.removeItem(key),
    keep(draft: Draft) {
      if (isEmpty(draft)) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(draft));
    },
  };
}

export function isEmpty(draft: Draft): boolean {
  const { title, description, category, question, language, opensAt, closesAt } = draft;
  const translated = Object.values(draft.translations).flatMap((text) => Object.values(text));
  const written = [title, description, question, language, opensAt, closesAt, ...translated];
  return (
    !category && written.join("").trim() === "" && draft.resultsMode === emptyDraft.resultsMode
  );
}

/** Checked, because another version of the site, or a person, may have stored something else. */
export function readDraft(stored: string | null): Draft {
  const found = storedFields<Draft>(stored);
  const text = textsOf<Draft>(found);
  const translations = fieldsOf<Translations>(found.translations);
  return {
    title: text("title"),
    description: text("description"),
    category: categories.find((category) => category === found.category),
    question: text("question"),
    language: languageIds.find((language) => language === found.language) ?? "",
    opensAt: text("opensAt"),
    closesAt: text("closesAt"),
    resultsMode: resultsModes.find((mode) => mode === found.resultsMode) ?? emptyDraft.resultsMode,
    ballot: ballotKinds.find((kind) => kind === found.ballot) ?? emptyDraft.ballot,
    translations: Object.fromEntries(
      languageIds
        .filter((language) => translations[language])
        .map((language) => {
          const translated = textsOf<TranslatedText>(fieldsOf(translations[language]));
          const [title, description] = [translated("title"), translated("description")];
          return [language, { title, description, question: translated("question") }];
        }),
    ),
  };
}

type Found<Stored> = Partial<Record<keyof Stored, unknown>>;

function fieldsOf<Stored>(found: unknown): Found<Stored> {
  return typeof found === "object" && found ? found : {};
}

function textsOf<Stored>(found: Found<Stored>) {
  return (field: keyof Stored): string => (typeof found[field] === "string" ? found[field] : "");
}
