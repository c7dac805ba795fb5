import { queryOptions } from "@tanstack/react-query";
import type { Standing } from "../../../contract/permissions.ts";
import { routes } from "../../../contract/routes.ts";
import { accessToken } from "../../lib/access-token.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import { storeChoice } from "../../lib/language-choice.ts";
import { readSession, type SessionUser } from "./provider.ts";

export const identityQuery = queryOptions({
  queryKey: ["identity"],
  queryFn: readIdentity,
  // Every log-in and log-out, in this tab or another, updates it.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in. The access token is stored before this resolves. */
export async function readIdentity(): Promise<SessionUser | null> {
  const user = await readSession();
  if (!user) {
    accessToken.forget();
    return null;
  }
  // The server reads no account for a page, and leads by the cookie.
  if (user.language) storeChoice(user.language);
  // Not fatal: the first call without a token requests one again.
  await requestToken(user.email).catch((error) => console.error("No access token:", error));
  return user;
}

/** `false` if the identity provider's session has ended. */
export async function renewToken(): Promise<boolean> {
  const user = await readSession();
  if (!user) return false;
  try {
    await requestToken(user.email);
    return true;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "unauthenticated") return false;
    throw error;
  }
}

async function requestToken(email: string): Promise<void> {
  accessToken.store(await callRoute(routes.issueToken, { body: { email } }));
}

export function standingQuery(email: string | undefined) {
  return queryOptions({
    queryKey: ["standing", email],
    queryFn: () => readStanding(email ?? ""),
    enabled: email !== undefined,
  });
}

/** Not by the query, because the guard of a page would then take away what somebody is writing. */
export async function readRoleChange(email: string, before: Standing): Promise<string | null> {
  // Loaded here, because few people ever need it.
  const { sayRoleChange } = await import("./role-change.ts");
  return sayRoleChange(before, await readStanding(email));
}

async function readStanding(email: string): Promise<Standing> {
  const params = { email };
  const [{ isNormalUser }, { isProUser }, { isAdmin }, { isSurveyor }] = await Promise.all([
    callRoute(routes.readNormalFlag, { params }),
    callRoute(routes.readProFlag, { params }),
    callRoute(routes.readAdminFlag, { params }),
    callRoute(routes.readSurveyorFlag, { params }),
  ]);
  if (isNormalUser) return { role: "user", admin: false };
  const role = isProUser ? "pro-user" : isSurveyor ? "surveyor" : "user";
  return { role, admin: isAdmin };
}
