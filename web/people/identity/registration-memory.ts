import { pages, sitePath } from "../../../contract/pages.ts";
import type { Profile } from "./provider.ts";

const ORIGIN = "registration-origin";
const PROFILE = "registration-profile";

interface Registered extends Profile {
  email: string;
}

/**
 * What somebody typed, and where they wanted to go, who has to confirm their e-mail before they can
 * log in. Not in the tab's history, because the mail's link opens another tab.
 */
export const registrationMemory = {
  remember(origin: string, { email, displayName, photoURL }: Registered): void {
    localStorage.setItem(ORIGIN, origin);
    localStorage.setItem(PROFILE, JSON.stringify({ email, displayName, photoURL }));
  },
  /** Null if they wanted nothing in particular. */
  origin(): string | null {
    const origin = sitePath(localStorage.getItem(ORIGIN) ?? pages.home);
    return origin === pages.home ? null : origin;
  },
  /** What they typed for this address in this browser. */
  profile(email: string): Profile {
    const typed: Registered | null = JSON.parse(localStorage.getItem(PROFILE) ?? "null");
    return typed?.email === email ? typed : { displayName: "", photoURL: "" };
  },
  forget(): void {
    localStorage.removeItem(ORIGIN);
    localStorage.removeItem(PROFILE);
  },
};

/** The address that a mail's link is about; empty if it does not say one. */
export function emailIn(token: string): string {
  try {
    const [, claims = ""] = token.split(".");
    const { email } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    return String(email ?? "");
  } catch {
    return "";
  }
}
