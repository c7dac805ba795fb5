import { z } from "zod";
import { ballotKinds } from "./ballot-kinds.ts";
import { language } from "./fields.ts";
import { passwordStrengths } from "./passwords.ts";
import { participations } from "./permissions.ts";
import { route } from "./route.ts";

export const settingsRoutes = {
  readSettings: route({
    method: "GET",
    path: "/settings",
    access: "public",
    summary: "What the browser must know of this installation",
    // In memory.
    price: { call: 0.6 },
    reply: z.object({
      participation: z.enum(participations),
      /** What the form for a new survey begins with. */
      ballot: z.enum(ballotKinds),
      passwordMinLength: z.int(),
      passwordStrength: z.enum(passwordStrengths),
      /** The providers in the social log-in popup, in the order of their buttons. */
      socialProviders: z.array(z.object({ id: z.string(), label: z.string() })),
      /** How the site calls itself and looks: addresses on this site, null for what is built in. */
      brand: z.object({
        name: z.string(),
        mark: z.string().nullable(),
        icon: z.string().nullable(),
        theme: z.string().nullable(),
      }),
      /** The footer's lines where admins have set them; null for the built-in words. */
      footers: z.partialRecord(
        language,
        z.object({ motto: z.string().nullable(), copyright: z.string().nullable() }),
      ),
      /** Who runs the site, for the pages about privacy, terms and refunds. */
      operator: z.object({
        name: z.string().nullable(),
        address: z.string().nullable(),
        email: z.string().nullable(),
      }),
      /** While operators work on the site: when people can change things again. */
      readOnlyUntil: z.string().nullable(),
      /** Other sites may show surveys in a frame, unless a survey says otherwise. */
      embed: z.boolean(),
      demo: z.boolean(),
      /** Of the demo's people, whom everybody on this machine may be. */
      demoPassword: z.string().optional(),
    }),
  }),
};
