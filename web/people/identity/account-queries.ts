import { useMutation } from "@tanstack/react-query";
import type { OwnSession, SignInWay } from "../../../contract/identity-calls.ts";
import { refreshReads } from "../../lib/route-queries.ts";
import { ask, readOfProvider } from "./provider.ts";
import { renewToken } from "./queries.ts";

// Other devices log in and out at any time.
export const sessionsQuery = { ...readOfProvider<OwnSession[]>("/own-sessions"), staleTime: 0 };

export const signInWaysQuery = { ...readOfProvider<SignInWay[]>("/list-accounts"), staleTime: 0 };

export function changePassword(currentPassword: string, newPassword: string) {
  return ask("/change-password", { currentPassword, newPassword });
}

export const endSession = (id: string) => ask("/end-session", { id });
export const endOtherSessions = () => ask("/end-other-sessions", {});
export const disconnectSocial = (accountId: string) => ask("/unlink-account", { accountId });

/** A change to how the person logs in. Everything on the page is refreshed after it. */
export function useAccountMutation<Input = void>(act: (input: Input) => Promise<unknown>) {
  return useMutation({
    mutationFn: async (input: Input) => {
      await act(input);
      // Ending a session ends all access tokens of the person, including this browser's.
      await renewToken();
    },
    onSettled: refreshReads,
  });
}
