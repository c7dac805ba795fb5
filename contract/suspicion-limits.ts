// Without schemas, so that the page does not load Zod for them.

/** Short enough to be read beside a result. */
export const ASIDE_REASON_MAX = 300;
/** An account is new for so long. Most people who register to vote have voted before it ends. */
export const NEW_ACCOUNT_MINUTES = 10;
/** Older votes are not looked at: networks are known for so long. */
export const LOOK_BACK_DAYS = 30;
/** Some seconds of work for the database. Of more votes, the newest are looked at. */
export const VOTES_LOOKED_AT = 100_000;
/** One transaction of about a second. Of more votes, the newest are set aside. */
export const ASIDE_MAX = 10_000;
