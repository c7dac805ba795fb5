import { randomUUID } from "node:crypto";
import { IDENTITY_PATH, TOKEN_HEADER, TOKEN_SCHEME } from "../../contract/identity.ts";
import { identityCalls } from "../../contract/identity-calls.ts";
import { routes } from "../../contract/routes.ts";

/** Somebody with an account, as a browser has them: a cookie, and tokens of an hour. */
export interface Session {
  /** A new access token, by the cookie. Undefined if the server refuses. */
  renew(): Promise<string | undefined>;
  /** The status of a call with this token. */
  callWith(token: string | undefined): Promise<number>;
  /** The status of a new log-in. */
  logIn(): Promise<number>;
}

export async function openSession(url: string): Promise<Session> {
  const email = `${randomUUID()}@faults.test`;
  const password = randomUUID();
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, ...headers },
      body: JSON.stringify(body),
    });
  const name = "Somebody";
  const joined = await post(IDENTITY_PATH + identityCalls.signUp.path, { name, email, password });
  if (!joined.ok) throw new Error(`signing up: ${joined.status} ${await joined.text()}`);
  const cookie = joined.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  return {
    async renew() {
      const answer = await post(routes.issueToken.path, { email }, { cookie });
      return answer.ok ? answer.text() : undefined;
    },
    async callWith(token) {
      const headers = { [TOKEN_HEADER]: `${TOKEN_SCHEME} ${token}` };
      return (await fetch(url + routes.readGateway.path, { headers })).status;
    },
    async logIn() {
      const answer = await post(IDENTITY_PATH + identityCalls.signIn.path, { email, password });
      return answer.status;
    },
  };
}
