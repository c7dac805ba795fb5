import type { FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import type { Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import type { TokenScope } from "../../contract/tokens.ts";
import { createAuthorise } from "./authorise.ts";

const admin = {
  id: "0b3c9f6e-0000-4000-8000-000000000000",
  email: "admin@example.test",
  username: "Ada",
  role: "surveyor",
  admin: true,
  tokenVersion: 1,
  formerIds: [],
} as const;

/** Calls as an admin with a session, or with a token that has these scopes. */
function callerWith(scopes?: readonly TokenScope[]) {
  const viewer = { ...admin, formerIds: [] };
  const proof = { signedInAt: new Date(), secondFactor: false };
  const authorise = createAuthorise({
    participation: "registered",
    twoFactorForAdmins: false,
    freshMinutes: 15,
    readOnlyUntil: async () => null,
    hasSecondFactor: async () => false,
    findCaller: async () => ({ viewer, identity: null, credential: { kind: "session", ...proof } }),
    findOwner: async () => ({
      viewer,
      identity: null,
      credential: { kind: "token", id: admin.id, scopes: scopes ?? [], ...proof },
    }),
    identify: async () => null,
  });
  const headers = scopes ? { authorization: "Bearer svy_any" } : { validation: "Bearer any" };
  const request = { url: "/", headers, params: { email: admin.email } };
  return async (route: Route) => authorise(route, request as unknown as FastifyRequest);
}

it("lets a token open the routes of its scopes that take tokens, whatever the person may do", async () => {
  const narrow = callerWith(["overview:read"]);
  const reader = callerWith(["read"]);
  await expect(narrow(routes.readOverview)).resolves.toMatchObject({ viewer: admin });
  await expect(reader(routes.listOwnSurveys)).resolves.toMatchObject({ viewer: admin });
  // What everybody gets has no need of it.
  await expect(narrow(routes.readSettings)).resolves.toMatchObject({ viewer: null });
  for (const route of [routes.listUsers, routes.logOut, routes.readNormalFlag, routes.listAudit]) {
    await expect(narrow(route)).rejects.toMatchObject({ code: "forbidden" });
    await expect(callerWith()(route)).resolves.toMatchObject({ viewer: admin });
  }
  await expect(reader(routes.createSurvey)).rejects.toMatchObject({ code: "forbidden" });
});
