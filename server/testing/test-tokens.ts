import { routes } from "../../contract/routes.ts";
import { type TokenScope, tokenScopes } from "../../contract/tokens.ts";
import type { Person, TestApp } from "./test-app.ts";

/** A token of this person, by default with every scope. */
export async function tokenOf(
  person: Person,
  scopes: readonly TokenScope[] = tokenScopes,
): Promise<string> {
  const body = { name: "Screen", scopes: [...scopes], days: 30 };
  return (await person.call(routes.createToken, { body })).token;
}

export const asProgram = (token: string) => ({ authorization: `Bearer ${token}` });

/** A call with a token, as programs make it. */
export async function statusWith(site: TestApp, url: string, token: string): Promise<number> {
  return (await site.inject({ url, headers: asProgram(token) })).statusCode;
}
