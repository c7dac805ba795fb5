import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  aSocialSignIn,
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
