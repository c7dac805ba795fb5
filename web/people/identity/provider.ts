import { queryOptions } from "@tanstack/react-query";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import type { SolvedChallenge } from "../../../contract/proof-of-work.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { reach, readProblem, withFreshSignIn } from "../../lib/api.ts";

/** The signed-in user, as the identity provider reports them. */
export interface SessionUser {
  email: string;
  displayName: string;
  /** Empty when there is none. */
  photoURL: string;
  emailVerified: boolean;
  /** The one that they have chosen, on any device. */
  language: Language | null;
}

export interface NewUser {
  email: string;
  password: string;
  displayName: string;
  photoURL: string;
  /** The proof of work, if the server asked for one. */
  proof?: SolvedChallenge;
}

export type Profile = Pick<SessionUser, "displayName" | "photoURL">;

interface ProviderUser {
  email: string;
  name: string;
  image?: string | null;
  emailVerified: boolean;
  language: Language | null;
}

export async function readSession(): Promise<SessionUser | null> {
  const session = await ask<{ user: ProviderUser } | null>("/get-session");
  if (!session) return null;
  const { email, name, image, emailVerified, language } = session.user;
  return {
    email: email.toLowerCase(),
    displayName: name,
    photoURL: image ?? "",
    emailVerified,
    language,
  };
}

export function signUp({ email, password, displayName, photoURL, proof }: NewUser) {
  return ask("/sign-up/email", { email, password, name: displayName, image: photoURL, proof });
}

/** True if a code of the second factor is still needed. */
export async function signIn(email: string, password: string): Promise<boolean> {
  const answer = await ask<{ twoFactorRedirect?: boolean }>("/sign-in/email", { email, password });
  return answer.twoFactorRedirect === true;
}

/** The address of the social provider's own page. */
export async function startSocialSignIn(
  provider: string,
  comeBack: { done: string; failed: string },
): Promise<string> {
  const { url } = await ask<{ url: string }>("/sign-in/social", {
    provider,
    callbackURL: comeBack.done,
    errorCallbackURL: comeBack.failed,
    disableRedirect: true,
  });
  return url;
}

export function signOut() {
  return ask("/sign-out", {});
}

export function updateUser({ displayName, photoURL }: Profile) {
  return ask("/update-user", { name: displayName, image: photoURL });
}

export function requestPasswordReset(email: string) {
  return ask("/request-password-reset", { email });
}

export function resetPassword(newPassword: string, token: string) {
  return ask("/reset-password", { newPassword, token });
}

export function sendVerificationMail(email: string) {
  return ask("/send-verification-email", { email });
}

/** What takes the place of a claim's own, which may be somebody else's. */
export interface OwnerGives extends Profile {
  password: string;
}

/** Without a session of this account a new password is needed. */
export function confirmEmail(token: string, given?: OwnerGives) {
  const { password, displayName, photoURL } = given ?? {};
  return ask("/confirm-email", { token, password, name: displayName, image: photoURL });
}

export function deleteAccount(password?: string) {
  return ask("/delete-account", { password });
}

/** One call of the identity provider; a body makes it a POST. */
export async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await withFreshSignIn(() =>
    reach(IDENTITY_PATH + path, {
      method: body ? "POST" : "GET",
      headers: body && { "content-type": "application/json" },
      body: body && JSON.stringify(body),
    }),
  );
  if (!response.ok) throw await readProblem(response);
  return response.json();
}

/** A read whose key is its path, so that every write refreshes it. */
export function readOfProvider<Answer>(path: string) {
  return queryOptions({ queryKey: [path], queryFn: () => ask<Answer>(path) });
}
