import { ACCESS_TOKEN_KEY } from "../../contract/identity.ts";

export const accessToken = {
  read: () => localStorage.getItem(ACCESS_TOKEN_KEY),
  store: (token: string) => localStorage.setItem(ACCESS_TOKEN_KEY, token),
  forget: () => localStorage.removeItem(ACCESS_TOKEN_KEY),
};

/** What the session does when the server refuses a call. */
interface TokenHandler {
  /** Stores a new token. `false`: the identity provider's session has ended. */
  renew(): Promise<boolean>;
  sessionEnded(): void;
  /** Asks the person to prove who they are, and stores the new token. */
  signInFreshly(): Promise<boolean>;
  /** This admin has to set up a second factor first. */
  secondFactorNeeded(): void;
  /** Nobody can change anything for a while, which the pages may not know yet. */
  readOnly(): void;
  /** What has changed since this person's rights were read, if anything. */
  roleChange(): Promise<string | null>;
}

let handler: TokenHandler | null = null;
let renewal: Promise<boolean> | null = null;

export function setTokenHandler(next: TokenHandler | null): void {
  handler = next;
}

export const tokenHandler = () => handler;

/** Calls that fail at the same time share one renewal; later calls find the new token. */
export async function hasNewToken(refused: string | null): Promise<boolean> {
  if (!handler) return false;
  const current = accessToken.read();
  if (current && current !== refused) return true;
  renewal ??= renewOrEnd(handler).finally(() => {
    renewal = null;
  });
  return renewal;
}

async function renewOrEnd(by: TokenHandler): Promise<boolean> {
  const renewed = await by.renew();
  if (!renewed) by.sessionEnded();
  return renewed;
}
