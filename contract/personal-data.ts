import { z } from "zod";
import { route } from "./route.ts";

export const personalDataRoutes = {
  downloadOwnData: route({
    method: "GET",
    path: "/ownData",
    access: "signed-in",
    summary: "Everything that is stored on the caller, as a file",
    download: "my-data",
    query: z.object({ format: z.literal("json").default("json") }),
    reply: z.object({
      /** The table from which the record comes. */
      table: z.string(),
      record: z.record(z.string(), z.unknown()),
    }),
  }),
};
