// Without schemas, so that lists do not load Zod for it.

export const categories = ["politics", "social-issues", "technology", "entertainment"] as const;
export type Category = (typeof categories)[number];

/** What people read. In the middle of a sentence it has small letters. */
export const categoryLabels: Record<Category, string> = {
  politics: "Politics",
  "social-issues": "Social issues",
  technology: "Technology",
  entertainment: "Entertainment",
};
