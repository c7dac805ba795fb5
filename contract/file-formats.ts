// Without schemas, so that pages without a form do not load Zod for it.

export const fileFormats = ["csv", "json"] as const;
export type FileFormat = (typeof fileFormats)[number];
