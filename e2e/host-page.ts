import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base } from "./site.ts";

interface Host {
  /** Serves a page of another site, and returns its address. */
  startHost: (body: string) => Promise<string>;
}

/** Tests on pages of another site, in a browser that blocks third-party cookies, as most do. */
export const test = base.extend<Host>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { args = [] } = launchOptions;
      await use({ ...launchOptions, args: [...args, "--test-third-party-cookie-phaseout"] });
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here
  startHost: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (body) => {
      const server = createServer((_request, response) => {
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(`<!doctype html><html lang="en"><head><title>Host</title>
          <link rel="icon" href="data:,"></head><body>${body}</body></html>`);
      });
      servers.push(server);
      // Another name than that of the site under test, so that it is another site.
      server.listen(0, "localhost");
      await once(server, "listening");
      return `http://localhost:${(server.address() as AddressInfo).port}/`;
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
});
