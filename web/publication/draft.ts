import { type Category, categories } from "../../contract/surveys.ts";

/** An unfinished survey. */
export interface Draft {
  title: string;
  description: string;
  category?: Category | undefined;
  question: string;
}

export const emptyDraft: Draft = { title: "", description: "", question: "" };

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

export function isEmpty({ title, description, category, question }: Draft): boolean {
  return !category && `${title}${description}${question}`.trim() === "";
}

/** Checked, because another version of the site, or a person, may have stored something else. */
export function readDraft(stored: string | null): Draft {
  const found = parse(stored);
  const text = (field: keyof Draft) => (typeof found[field] === "string" ? found[field] : "");
  return {
    title: text("title"),
    description: text("description"),
    category: categories.find((category) => category === found.category),
    question: text("question"),
  };
}

function parse(stored: string | null): Partial<Record<keyof Draft, unknown>> {
  try {
    return JSON.parse(stored ?? "{}") ?? {};
  } catch {
    return {};
  }
}
