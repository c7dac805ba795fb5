import { IDENTITY_PATH } from "../../contract/identity.ts";
import { pages } from "../../contract/pages.ts";
import { ApiProblem, codeOfStatus, reach, retryAfter } from "../lib/api.ts";

/** The signed-in user, as the identity provider reports them. */
export interface SessionUser {
  email: string;
  displayName: string;
  /** Empty when there is none. */
  photoURL: string;
  emailVerified: boolean;
}

export interface NewUser {
  email: string;
  password: string;
  displayName: string;
  photoURL: string;
}

export type Profile = Pick<SessionUser, "displayName" | "photoURL">;

interface ProviderUser {
  email: string;
  name: string;
  image?: string | null;
  emailVerified: boolean;
}

export async function readSession(): Promise<SessionUser | null> {
  const session = await ask<{ user: ProviderUser } | null>("/get-session");
  if (!session) return null;
  const { email, name, image, emailVerified } = session.user;
  return { email: email.toLowerCase(), displayName: name, photoURL: image ?? "", emailVerified };
}

export function signUp({ email, password, displayName, photoURL }: NewUser) {
  return ask("/sign-up/email", {
    email,
    password,
    name: displayName,
    image: photoURL,
    callbackURL: pages.verifyEmail,
  });
}

export function signIn(email: string, password: string) {
  return ask("/sign-in/email", { email, password });
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
  return ask("/request-password-reset", { email, redirectTo: pages.resetPassword });
}

export function resetPassword(newPassword: string, token: string) {
  return ask("/reset-password", { newPassword, token });
}

export function sendVerificationMail(email: string) {
  return ask("/send-verification-email", { email, callbackURL: pages.verifyEmail });
}

async function ask<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await reach(IDENTITY_PATH + path, {
    method: body ? "POST" : "GET",
    headers: body && { "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json().catch(() => null);
  if (!response.ok) {
    throw providerProblem(response.status, answer?.code, retryAfter(response));
  }
  return answer;
}

interface Explanation {
  detail: string;
  field?: "email" | "password" | "displayName" | "photoURL";
}

const taken: Explanation = {
  field: "email",
  detail: "There is already an account with this e-mail. Try to log in instead.",
};

/** The provider's codes in our own words; its own text is never shown. */
const explanations: Record<string, Explanation> = {
  INVALID_EMAIL_OR_PASSWORD: {
    detail: "That e-mail and password don't go together. Please check both and try again.",
  },
  INVALID_EMAIL: { field: "email", detail: "This does not look like an e-mail address." },
  USER_ALREADY_EXISTS: taken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: taken,
  PASSWORD_TOO_SHORT: { field: "password", detail: "Please choose a longer password." },
  PASSWORD_TOO_LONG: { field: "password", detail: "Please choose a shorter password." },
  EMAIL_NOT_VERIFIED: {
    detail: "Please confirm your e-mail first: open the link in the mail we have sent you.",
  },
  INVALID_TOKEN: { detail: "This link is no longer valid. Please ask for a new one." },
};

export function providerProblem(
  status: number,
  providerCode: string | undefined,
  wait: number | null,
): ApiProblem {
  const code = codeOfStatus(status);
  if (code === "too_many_requests") {
    const when = wait ? `in ${wait} ${wait === 1 ? "second" : "seconds"}` : "in a moment";
    return new ApiProblem(code, {
      detail: `That was too many attempts. Please try again ${when}.`,
      retryAfter: wait,
    });
  }
  const known = providerCode === undefined ? undefined : explanations[providerCode];
  if (!known) {
    return new ApiProblem(code, {
      detail: "That did not work. Please try again in a moment.",
      retryAfter: wait,
    });
  }
  const { detail, field } = known;
  return new ApiProblem(code, { detail, errors: field && [{ field, message: detail }] });
}
