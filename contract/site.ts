/** The site's name where nobody has given it another one. No language translates it. */
export const DEFAULT_SITE_NAME = "Survey Website";

/** The light theme's `base-100`, as `web/index.html` has it, where no style sheet is read. */
export const PAPER = "#faf7f1";

/** What is stored in the place of a deleted person's name. Pages say it in their own language. */
export const DELETED_NAME = "Deleted user";

/** Default width of a modal dialog, in CSS pixels; the specification's number. */
export const DIALOG_WIDTH = 478;

/** How long the alert after a payment stays, in milliseconds; the specification's number. */
export const PAID_ALERT_MS = 1500;
