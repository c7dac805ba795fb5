import type { Category } from "../../../contract/surveys.ts";

export const categoryLabels: Record<Category, string> = {
  politics: "Politics",
  "social-issues": "Social issues",
  technology: "Technology",
  entertainment: "Entertainment",
};
