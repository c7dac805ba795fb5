/** Two lines of the navbar on a small phone, beside the mark. */
export const SITE_NAME_MAX = 40;
/** Each fits on a letter. */
export const OPERATOR_NAME_MAX = 200;
export const OPERATOR_ADDRESS_MAX = 500;
/** In kilobytes. A request has at most 64 of them, in which a picture grows by a third. */
export const PICTURE_KB = 45;

/** Three lines of the footer on a small phone. */
export const FOOTER_LINE_MAX = 120;
/** More than people read through on a home page. */
export const FAQ_MAX = 20;
/** Two lines on a phone, and twice the longest built-in answer. A full list fits into a request. */
export const QUESTION_MAX = 150;
export const ANSWER_MAX = 800;
/** At nine seconds each, nobody sees more of them. */
export const TESTIMONIALS_MAX = 12;
/** What is read before the next one follows. */
export const FEEDBACK_MAX = 300;
