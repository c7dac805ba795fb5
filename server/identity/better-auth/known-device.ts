import { createHash, randomUUID } from "node:crypto";
import type { HookContext } from "./hook-context.ts";

// Long enough that nobody's own computer is forgotten over a summer.
const MAX_AGE_SECONDS = 180 * 24 * 3600;

/**
 * Marks a browser on which somebody has logged in by password or opened a mail of theirs, so that
 * guesses by strangers can't close its door: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 * It is signed and names its account by a hash, and is good for that account alone. It proves
 * nothing else: the password is asked as ever.
 */
export async function rememberDevice(context: HookContext, email: string): Promise<void> {
  const { name, attributes } = cookie(context);
  // New at every log-in, and its count with it.
  const value = `${randomUUID()}.${hash(email)}`;
  await context.setSignedCookie(name, value, context.context.secret, attributes);
}

/** The device's own random name, if it is a known one of this account. */
export async function readKnownDevice(context: HookContext, email: string): Promise<string | null> {
  const value = await context.getSignedCookie(cookie(context).name, context.context.secret);
  const [device, account] = (value || "").split(".");
  return device && account === hash(email) ? device : null;
}

const resets = new WeakMap<Request, string>();

/** The provider's answer to a reset does not say whose it was. */
export function noteReset(request: Request | undefined, email: string): void {
  if (request) resets.set(request, email);
}

export function findReset(request: Request | undefined): string | undefined {
  return request && resets.get(request);
}

function cookie(context: HookContext) {
  return context.context.createAuthCookie("known_device", { maxAge: MAX_AGE_SECONDS });
}

function hash(email: string): string {
  return createHash("sha256").update(email).digest("base64url");
}
