import type { FastifyRequest } from "fastify";
import { expect, it } from "vitest";
import type { Access, Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
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

/** Calls as an admin whose credential has these scopes. */
function callerWith(scopes: "all" | readonly Access[]) {
  const authorise = createAuthorise({
    participation: "registered",
    twoFactorForAdmins: false,
    freshMinutes: 15,
    readOnlyUntil: async () => null,
    hasSecondFactor: async () => false,
    findCaller: async () => ({
      viewer: { ...admin, formerIds: [] },
      identity: null,
      credential: { kind: "session", signedInAt: new Date(), secondFactor: false, scopes },
    }),
    identify: async () => null,
  });
  return async (route: Route) => authorise(route, request);
}

const request = {
  headers: { validation: "Bearer any" },
  params: { email: admin.email },
} as unknown as FastifyRequest;

it("lets a credential open the routes of its scopes and public ones, whatever the person may do", async () => {
  const narrow = callerWith(["overview:read"]);
  await expect(narrow(routes.readOverview)).resolves.toMatchObject({ viewer: admin });
  await expect(narrow(routes.readSettings)).resolves.toMatchObject({ viewer: admin });
  for (const route of [routes.listUsers, routes.logOut, routes.readNormalFlag]) {
    await expect(narrow(route)).rejects.toMatchObject({ code: "forbidden" });
    await expect(callerWith("all")(route)).resolves.toMatchObject({ viewer: admin });
  }
});
