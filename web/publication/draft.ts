import { type Category, categories } from "../../contract/categories.ts";
import { type ResultsMode, resultsModes } from "../../contract/results.ts";
import { storedFields } from "../lib/stored-fields.ts";

/** An unfinished survey. */
export interface Draft {
  title: string;
  description: string;
  category?: Category | undefined;
  question: string;
  /** In the reader's zone, as an input of the kind `datetime-local` has them; empty for none. */
  opensAt: string;
  closesAt: string;
  resultsMode: ResultsMode;
}

export const emptyDraft: Draft = {
  title: "",
  description: "",
  question: "",
  opensAt: "",
  closesAt: "",
  resultsMode: "voted",
};

/** Kept in this browser for this person, so that a reload or a closed tab loses nothing. */
export function draftOf(email: string) {
  const key = `survey-draft:${email}`;
  return {
    read: (): Draft => readDraft(localStorage.getItem(key)),
    forget: () => localStorage.removeItem(key),
    keep(draft: Draft) {
      if (isEmpty(draft)) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(draft));
    },
  };
}

export function isEmpty(draft: Draft): boolean {
  const { title, description, category, question, opensAt, closesAt, resultsMode } = draft;
  const typed = `${title}${description}${question}${opensAt}${closesAt}`;
  return !category && typed.trim() === "" && resultsMode === emptyDraft.resultsMode;
}

/** Checked, because another version of the site, or a person, may have stored something else. */
export function readDraft(stored: string | null): Draft {
  const found = storedFields<Draft>(stored);
  const text = (field: keyof Draft) => (typeof found[field] === "string" ? found[field] : "");
  return {
    title: text("title"),
    description: text("description"),
    category: categories.find((category) => category === found.category),
    question: text("question"),
    opensAt: text("opensAt"),
    closesAt: text("closesAt"),
    resultsMode: resultsModes.find((mode) => mode === found.resultsMode) ?? emptyDraft.resultsMode,
  };
}
