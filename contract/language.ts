/** The language in which the site writes numbers and times, as `Intl` names it. */
export const LANGUAGE = "en-GB";
