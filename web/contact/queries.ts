import { useMutation } from "@tanstack/react-query";
import type { BodyInput, Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";

export type ContactMessage = Reply<typeof routes.listMessages>[number];

export function useSendMessage() {
  return useMutation({
    mutationFn: ({ key, ...body }: BodyInput<typeof routes.sendMessage> & { key: string }) =>
      callRoute(routes.sendMessage, { body, headers: { "Idempotency-Key": key } }),
  });
}
