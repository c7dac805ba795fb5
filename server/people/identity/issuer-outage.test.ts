import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  aSocialSignIn,
  comeBack,
  issuerSettings,
  logInAtIssuer,
  startTestIssuer,
} from "../../testing/test-issuer.ts";

const start = (site: TestApp) =>
  site.visitor.answer(identityCalls.startSocialSignIn, aSocialSignIn);

async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { port, close, url: `http://127.0.0.1:${port}` };
}

it("does not leave out until a restart an issuer that was down at the start", async () => {
  let asked = 0;
  const down = await startServer((_request, response) => {
    asked += 1;
    response.writeHead(500).end();
  });
  const site = await createTestApp(issuerSettings(down));
  // It stays on the log-in page: asking for it is what tries it again.
  expect((await site.visitor.call(routes.readSettings)).socialProviders).toContainEqual({
    id: "test",
    label: "test",
  });
  const answers = await Promise.all(Array.from({ length: 10 }, () => start(site)));
  for (const { status, headers, text } of answers) {
    expect([status, headers["retry-after"]]).toEqual([503, "5"]);
    expect(text).toContain("The other site does not answer");
  }
  expect(asked).toBeLessThanOrEqual(2);

  await down.close();
  const issuer = await startTestIssuer(down.port);
  issuer.claims = { email: "patient@corp.test", email_verified: true };
  await vi.waitFor(async () => expect((await start(site)).status).toBe(200), {
    interval: 500,
  });
  expect((await logInAtIssuer(site)).location).toBe("/socialPopup?done=1");
});

it("keeps nobody else waiting for an issuer that never answers", async () => {
  const silent = await startServer(() => {});
  const site = await createTestApp(issuerSettings(silent));
  expect((await site.join()).token).not.toBe("");
  expect((await start(site)).status).toBe(503);
  await silent.close();
});

describe("an issuer that sends somebody back and then", () => {
  const anew = async () => {
    const issuer = await startTestIssuer();
    issuer.claims = { email: "patient@corp.test", email_verified: true };
    return { issuer, site: await createTestApp(issuerSettings(issuer)) };
  };

  // At `/userinfo` the library asks for an address that the token does not say.
  it.each([
    ["/token", "invalid_code", {}],
    ["/keys", "unable_to_get_user_info", {}],
    ["/userinfo", "unable_to_get_user_info", { email: undefined }],
  ] as const)(
    "does not answer at %s is waited for as long as any other",
    async (path, said, claims) => {
      const { issuer, site } = await anew();
      issuer.silentAt = path;
      issuer.claims = { ...issuer.claims, ...claims };
      const { location } = await logInAtIssuer(site);
      expect(location).toBe(`/socialPopup?failed=1&error=${said}`);
      issuer.silentAt = undefined;
      issuer.claims = { email: "patient@corp.test", email_verified: true };
      expect((await logInAtIssuer(site)).location).toBe("/socialPopup?done=1");
    },
  );

  it.each([400, 500])("answers %i gives a reason", async (status) => {
    const { issuer, site } = await anew();
    issuer.refusesWith = status;
    const { location } = await logInAtIssuer(site);
    expect(location).toBe("/socialPopup?failed=1&error=invalid_code");
  });

  it("tells no address gives a reason", async () => {
    const { issuer, site } = await anew();
    issuer.claims = { sub: "without address" };
    const { location } = await logInAtIssuer(site);
    expect(location).toBe("/socialPopup?failed=1&error=email_not_found");
  });
});

it("gives the reason that the person themselves have refused at the other site", async () => {
  const site = await createTestApp(issuerSettings(await startTestIssuer()));
  const { body, browser } = await start(site);
  const state = new URL(body.url).searchParams.get("state") ?? "";
  const { location } = await comeBack(browser, { state, error: "access_denied" });
  expect(location).toBe("/socialPopup?failed=1&error=access_denied");
});
