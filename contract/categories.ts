// Without schemas, so that lists do not load Zod for it.

export const categories = ["politics", "social-issues", "technology", "entertainment"] as const;
export type Category = (typeof categories)[number];
