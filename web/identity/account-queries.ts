import { useMutation } from "@tanstack/react-query";
import type { OwnSession, SignInWay } from "../../contract/identity-calls.ts";
import { refreshReads } from "../lib/route-queries.ts";
import { ask, readOfProvider } from "./provider.ts";
import { renewToken } from "./queries.ts";

// Other devices come and go.
export const sessionsQuery = { ...readOfProvider<OwnSession[]>("/own-sessions"), staleTime: 0 };

export const signInWaysQuery = { ...readOfProvider<SignInWay[]>("/list-accounts"), staleTime: 0 };

export function changePassword(currentPassword: string, newPassword: string) {
  return ask("/change-password", { currentPassword, newPassword });
}

export const endSession = (id: string) => ask("/end-session", { id });
export const endOtherSessions = () => ask("/end-other-sessions", {});
export const disconnectSocial = (accountId: string) => ask("/unlink-account", { accountId });

/** Something that changes who gets in. Whatever it was, the page is read anew. */
export function useAccountMutation<Input = void>(act: (input: Input) => Promise<unknown>) {
  return useMutation({
    mutationFn: async (input: Input) => {
      await act(input);
      // Ending a session ends every access token of the person, this browser's as well.
      await renewToken();
    },
    onSettled: refreshReads,
  });
}
