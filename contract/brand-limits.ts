/** Two lines of the navbar on a small phone, beside the mark. */
export const SITE_NAME_MAX = 40;
/** Each fits on a letter. */
export const OPERATOR_NAME_MAX = 200;
export const OPERATOR_ADDRESS_MAX = 500;
/** In kilobytes. A request has at most 64 of them, in which a picture grows by a third. */
export const PICTURE_KB = 45;
