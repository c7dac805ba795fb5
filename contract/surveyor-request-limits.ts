// Without schemas, so that the page does not load Zod for them.

/** Two paragraphs: what somebody wants to ask, and who they are. */
export const REQUEST_MAX = 1000;
/** A friendly sentence or two. */
export const ANSWER_MAX = 500;
