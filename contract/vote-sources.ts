// Without schemas, so that pages without a form do not load Zod for it.

/**
 * How somebody came to a survey, as their browser says: by a list of the site, or by an address. That
 * in a frame or a QR code has its name as `from`.
 */
export const voteSources = ["list", "link", "frame", "qr"] as const;
export type VoteSource = (typeof voteSources)[number];
