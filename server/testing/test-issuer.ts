import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { createSigner } from "fast-jwt";
import { identityCalls } from "../../contract/identity-calls.ts";
import { afterFile } from "./after-file.ts";
import type { Browser, TestApp } from "./test-app.ts";

interface Issuer {
  url: string;
  /** The claims about the next person who logs in. */
  claims: Record<string, unknown>;
  /** Every token that it gave to a site. */
  issued: string[];
  /** Makes the token instead of signing it with the issuer's own key. */
  forge?: ((claims: object) => string) | undefined;
  /** Does not answer at this path. */
  silentAt?: "/token" | "/keys" | "/userinfo" | undefined;
  /** Refuses to give tokens, with this status. */
  refusesWith?: number | undefined;
  /** Says who it is to browsers that it sends back: `false` if it has announced that only. */
  namesItself?: boolean;
  /** How many codes were brought to it. */
  codesSeen: number;
}

/** An OpenID Connect issuer over real HTTP, with claims that the test sets. */
export async function startTestIssuer(
  port = 0,
  { namesItself }: Pick<Issuer, "namesItself"> = {},
): Promise<Issuer> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  const jwk = { ...publicKey.export({ format: "jwk" }), alg: "ES256", kid: "one", use: "sig" };
  const sign = createSigner({ key, algorithm: "ES256", kid: "one", expiresIn: 60_000 });
  const announced = namesItself !== undefined;
  const issuer: Issuer = {
    url: "",
    claims: {},
    issued: [],
    codesSeen: 0,
    ...(announced && { namesItself }),
  };
  const nonces = new Map<string, string>();

  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? "/", issuer.url);
    const send = (body: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    };
    if (address.pathname === issuer.silentAt) return;
    if (address.pathname === "/.well-known/openid-configuration") {
      return send({
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        userinfo_endpoint: `${issuer.url}/userinfo`,
        jwks_uri: `${issuer.url}/keys`,
        id_token_signing_alg_values_supported: ["ES256"],
        ...(announced && { authorization_response_iss_parameter_supported: true }),
      });
    }
    if (address.pathname === "/userinfo") return send(issuer.claims);
    if (address.pathname === "/keys") return send({ keys: [jwk] });
    if (address.pathname === "/authorize") {
      const code = randomUUID();
      nonces.set(code, address.searchParams.get("nonce") ?? "");
      const back = new URL(address.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", address.searchParams.get("state") ?? "");
      if (issuer.namesItself) back.searchParams.set("iss", issuer.url);
      response.writeHead(302, { location: back.href });
      return response.end();
    }
    issuer.codesSeen += 1;
    if (issuer.refusesWith) return response.writeHead(issuer.refusesWith).end();
    const code = new URLSearchParams(await bodyOf(request)).get("code") ?? "";
    const nonce = nonces.get(code);
    const idToken = (issuer.forge ?? sign)({
      iss: issuer.url,
      aud: "client",
      sub: createHash("sha256").update(String(issuer.claims.email)).digest("hex"),
      ...(nonce && { nonce }),
      ...issuer.claims,
    });
    const tokens = { access_token: randomUUID(), refresh_token: randomUUID(), id_token: idToken };
    issuer.issued.push(...Object.values(tokens));
    return send({ token_type: "Bearer", ...tokens, expires_in: 60 });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  issuer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return issuer;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

export const aSocialSignIn = {
  body: {
    provider: "test",
    callbackURL: "/socialPopup?done=1",
    errorCallbackURL: "/socialPopup?failed=1",
    disableRedirect: true as const,
  },
};

/** A complete social log-in in a new browser. Returns where it ends and its cookies. */
export async function logInAtIssuer(site: TestApp, provider = "test") {
  const body = { ...aSocialSignIn.body, provider };
  const started = await site.visitor.answer(identityCalls.startSocialSignIn, { body });
  const chosen = await fetch(started.body.url, { redirect: "manual" });
  const back = new URL(chosen.headers.get("location") ?? "");
  return comeBack(started.browser, Object.fromEntries(back.searchParams), provider);
}

/** Where a browser ends that an issuer sends back with this. */
export async function comeBack(from: Browser, query: Record<string, string>, provider = "test") {
  const { browser, headers, status } = await from.answer(identityCalls.endSocialSignIn, {
    query,
    params: { provider },
  });
  return { browser, status, location: String(headers.location) };
}

/** The settings of a site that trusts these issuers: the first under the name `test`. */
export function issuerSettings(...issuers: Pick<Issuer, "url">[]) {
  const names = issuers.map((_, index) => (index === 0 ? "test" : `test${index + 1}`));
  const settings: Record<string, string> = { OIDC_PROVIDERS: names.join(",") };
  for (const [index, name] of names.entries()) {
    const prefix = `OIDC_${name.toUpperCase()}`;
    settings[`${prefix}_ISSUER`] = issuers[index]?.url ?? "";
    settings[`${prefix}_CLIENT_ID`] = "client";
    settings[`${prefix}_CLIENT_SECRET`] = "a secret of the client";
  }
  return settings;
}
