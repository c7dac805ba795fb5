import { createHash } from "node:crypto";
import { createSigner, createVerifier } from "fast-jwt";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import type { SocialProvider } from "./better-auth/social.ts";

const PATH = "/demo-issuer";
const PROVIDER_ID = "demo";
const CLIENT_ID = "survey-website-demo";

/** A few fixed people in a domain that does not exist, so that nobody can pose as a real person. */
const people = [
  { email: "robin.vale@social.demo.test", name: "Robin Vale", picture: "/avatars/05.svg" },
  { email: "mina.sato@social.demo.test", name: "Mina Sato", picture: "/avatars/11.svg" },
  { email: "teo.marin@social.demo.test", name: "Teo Marin", picture: "/avatars/18.svg" },
];

/** How the identity provider reaches this issuer. */
export function demoSocialProvider(siteUrl: string, key: Buffer): SocialProvider {
  const issuer = siteUrl + PATH;
  return {
    id: PROVIDER_ID,
    label: "Demo ID",
    issuer,
    clientId: CLIENT_ID,
    clientSecret: key.toString("base64url"),
    endpoints: { authorizationUrl: `${issuer}/authorize`, tokenUrl: `${issuer}/token` },
  };
}

const authorizeQuery = z.object({
  client_id: z.literal(CLIENT_ID),
  redirect_uri: z.url(),
  state: z.string().max(2000),
  code_challenge: z.string().max(200),
});
const chooseQuery = authorizeQuery.extend({ person: z.enum(people.map(({ email }) => email)) });
const tokenBody = z.object({
  code: z.string(),
  code_verifier: z.string(),
  redirect_uri: z.string(),
});
const codeClaims = z.object({ person: z.string(), challenge: z.string(), redirectUri: z.string() });

interface Deps {
  key: Buffer;
  /** The addresses of this site. Authorisation codes are sent to no other. */
  siteUrls: string[];
}

/**
 * A simulated OpenID Connect issuer, for the demo only, so that the social log-in popup works
 * without an account elsewhere and without internet. Authorisation codes are signed, so it keeps no
 * state.
 */
export async function demoIssuer(app: FastifyInstance, { key, siteUrls }: Deps): Promise<void> {
  const redirectUris = siteUrls.map((url) => `${url}${IDENTITY_PATH}/callback/${PROVIDER_ID}`);
  const sign = createSigner({ key, algorithm: "HS256", expiresIn: 60_000 });
  const verify = createVerifier({ key, algorithms: ["HS256"] });

  // Registered as a plugin, so that no other call takes a form.
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get(`${PATH}/authorize`, (request, reply) => {
    const query = authorizeQuery.safeParse(request.query);
    if (!query.success || !redirectUris.includes(query.data.redirect_uri)) {
      return reply.code(400).type("text/plain").send("This is not a log-in request of this site.");
    }
    return reply.type("text/html; charset=utf-8").send(renderChoice(query.data));
  });

  app.get(`${PATH}/choose`, (request, reply) => {
    const query = chooseQuery.safeParse(request.query);
    if (!query.success || !redirectUris.includes(query.data.redirect_uri)) {
      return reply.code(400).type("text/plain").send("This is not a log-in request of this site.");
    }
    const { person, code_challenge, redirect_uri, state } = query.data;
    const target = new URL(redirect_uri);
    const code = sign({ person, challenge: code_challenge, redirectUri: redirect_uri });
    target.search = new URLSearchParams({ code, state }).toString();
    return reply.redirect(target.href);
  });

  app.post(`${PATH}/token`, (request, reply) => {
    const person = readCode(tokenBody.safeParse(request.body).data);
    if (!person) return reply.code(400).send({ error: "invalid_grant" });
    const idToken = sign({
      iss: siteUrls[0] + PATH,
      aud: CLIENT_ID,
      sub: person.email,
      email_verified: true,
      ...person,
    });
    return { token_type: "Bearer", access_token: idToken, id_token: idToken, expires_in: 60 };
  });

  app.get(`${PATH}/style.css`, (_request, reply) => reply.type("text/css").send(styles));

  function readCode(body: z.infer<typeof tokenBody> | undefined) {
    if (!body) return undefined;
    try {
      const claims = codeClaims.parse(verify(body.code));
      const challenge = createHash("sha256").update(body.code_verifier).digest("base64url");
      if (challenge !== claims.challenge || body.redirect_uri !== claims.redirectUri)
        return undefined;
      return people.find(({ email }) => email === claims.person);
    } catch {
      return undefined;
    }
  }
}

function renderChoice(query: z.infer<typeof authorizeQuery>): string {
  const choices = people.map(({ email, name, picture }) => {
    const search = new URLSearchParams({ ...query, person: email }).toString();
    return `<li><a href="${PATH}/choose?${search.replaceAll("&", "&amp;")}">
      <img src="${picture}" alt="" width="40" height="40"><span>${name}<small>${email}</small></span>
    </a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Demo ID</title>
  <link rel="stylesheet" href="${PATH}/style.css">
</head>
<body>
  <main>
    <h1>Demo ID</h1>
    <p>This stands in for a social network. Who would you like to be?</p>
    <ul>${choices.join("")}</ul>
  </main>
</body>
</html>`;
}

const styles = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; font-family: system-ui, sans-serif; line-height: 1.5 }
main { max-width: 26rem; margin: 3rem auto; padding: 0 1.25rem; overflow-wrap: anywhere }
ul { list-style: none; padding: 0; display: grid; gap: .75rem }
a { display: flex; gap: 1rem; align-items: center; padding: .75rem 1rem; border-radius: .75rem;
  color: inherit; text-decoration: none; border: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
a:hover, a:focus-visible { border-color: currentColor }
img { border-radius: 50% }
small { display: block; opacity: .8 }
`;
