import type { BetterAuthPlugin } from "better-auth";
import { z } from "zod";
import type { Database } from "../../../database/connect.ts";
import { findLanguage } from "../../users/language-queries.ts";
import { after } from "./hook-context.ts";

const signedIn = z.looseObject({ user: z.looseObject({ email: z.string() }) });

/** Adds the person's language to the call by which a browser learns who is signed in. */
export function ownLanguage(db: Database): BetterAuthPlugin {
  return {
    id: "own-language",
    hooks: after(["/get-session"], async (ctx) => {
      const { data } = signedIn.safeParse(ctx.context.returned);
      if (!data) return;
      const language = await findLanguage(db, data.user.email);
      return ctx.json({ ...data, user: { ...data.user, language } });
    }),
  };
}
