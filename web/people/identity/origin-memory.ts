import { pages, sitePath } from "../../../contract/pages.ts";

const KEY = "registration-origin";

/**
 * Where somebody wanted to go who has to confirm their e-mail before they can log in. Not in the
 * tab's history, because the mail's link opens another tab.
 */
export const originMemory = {
  remember: (origin: string) => localStorage.setItem(KEY, origin),
  /** Null if they wanted nothing in particular. */
  recall(): string | null {
    const origin = sitePath(localStorage.getItem(KEY) ?? pages.home);
    return origin === pages.home ? null : origin;
  },
  forget: () => localStorage.removeItem(KEY),
};
