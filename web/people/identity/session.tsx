import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as t from "#words/session";
import { pages } from "../../../contract/pages.ts";
import { can, type Permission, type Standing } from "../../../contract/permissions.ts";
import { routes } from "../../../contract/routes.ts";
import { accessToken, setTokenHandler } from "../../lib/access-token.ts";
import { ApiProblem, callRoute } from "../../lib/api.ts";
import { forgetMarks } from "../../lib/own-marks.ts";
import { originAt, type RouteMemory } from "../../lib/route-memory.ts";
import { type Settings, settingsQuery } from "../../lib/settings.ts";
import { forgetReceipts } from "../../record/survey-record/shared/kept-receipts.ts";
import { keepLanguage } from "./account-language.ts";
import {
  type Confirmation,
  type ConfirmationWanted,
  type IdentityQuestion,
  useIdentityQuestion,
} from "./identity-question.ts";
import type { NewUser, Profile, SessionUser } from "./provider.ts";
import * as provider from "./provider.ts";
import {
  identityQuery,
  readIdentity,
  readRoleChange,
  renewToken,
  standingQuery,
} from "./queries.ts";
import { useSessionElsewhere } from "./session-elsewhere.ts";
import { storeUser, toStoredUser } from "./store-user.ts";

export interface Session {
  user: SessionUser | null;
  /** True until it is known who is signed in, and during log-in and log-out. */
  loading: boolean;
  /** Role and admin flag; null for visitors and until the server has answered. */
  standing: Standing | null;
  can(permission: Permission): boolean;
  /** Reads role and admin flag again, after something that changes them. Rejects if that fails. */
  refreshStanding(): Promise<void>;
  settings: Settings | undefined;
  /** Why user or standing could not be read. */
  problem: Error | null;
  retry(): void;
  /** The server ended the session, not the person. */
  ended: boolean;
  /** Null if the new user has to confirm their e-mail before they can log in. */
  createUser(user: NewUser): Promise<SessionUser | null>;
  /** True if a code of the second factor is still needed, for `logInBy`. */
  loginUser(email: string, password: string): Promise<boolean>;
  /** Logs in by calling `way`, which must open a session. */
  logInBy(way: () => Promise<unknown>): Promise<void>;
  /** Asks the person to prove again who they are. Null if they cancel. */
  confirmIdentity(ask?: ConfirmationWanted): Promise<Confirmation | null>;
  identityQuestion: IdentityQuestion | null;
  /** `popup` is what `openSocialPopup` returns. */
  socialLogin(popup: Promise<string | null>): Promise<void>;
  /** `leave` goes to another page first, while nothing more is read in the person's name. */
  logOut(leave?: () => Promise<void> | void): Promise<void>;
  profileUpdate(profile: Profile): Promise<void>;
  /** Confirms an address by the token from a mail. Without a session a password is needed. */
  confirmEmail(token: string, given?: provider.OwnerGives): Promise<void>;
  /** Needs the password, or a recent sign-in if the account has none. */
  deleteAccount(password?: string): Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const [acting, setActing] = useState(false);
  const [ended, setEnded] = useState(false);
  const identityConfirmation = useIdentityQuestion();
  const settings = useQuery(settingsQuery).data;
  const identity = useQuery(identityQuery);
  const user = identity.data ?? null;
  const standingResult = useQuery(standingQuery(user?.email));
  const standing = (user && standingResult.data) ?? null;

  function setUser(next: SessionUser | null) {
    queryClient.setQueryData(identityQuery.queryKey, next);
    dropLoaded();
    if (next) setEnded(false);
  }

  /** The next person must not see what was loaded for this one. */
  function dropLoaded() {
    queryClient.removeQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] !== identityQuery.queryKey[0] && queryKey[0] !== settingsQuery.queryKey[0],
    });
  }

  /**
   * The person goes first and is asked for afterwards: whoever sits here now may be somebody else,
   * and the answer may never come.
   */
  function askAgain() {
    void queryClient.resetQueries(identityQuery);
    dropLoaded();
  }

  /** After a log-out. A session that merely ended leaves what the person has written, and receipts. */
  function leave() {
    if (user) {
      for (const kept of [localStorage, sessionStorage]) forgetMarks(kept, user.email);
      forgetReceipts(user.email);
    }
    accessToken.forget();
    setUser(null);
  }

  async function act<Result>(action: () => Promise<Result>): Promise<Result> {
    setActing(true);
    try {
      return await action();
    } finally {
      setActing(false);
    }
  }

  function endSession() {
    if (!queryClient.getQueryData(identityQuery.queryKey)) return;
    accessToken.forget();
    setUser(null);
    setEnded(true);
    navigate(pages.login, { state: { origin: originAt(location) } });
  }

  const onTokenRefused = useEffectEvent(endSession);
  const onFreshSignIn = useEffectEvent(identityConfirmation.ask);

  useSessionElsewhere(user, askAgain);

  const onSecondFactorNeeded = useEffectEvent(() => {
    const memory: RouteMemory = { origin: originAt(location), secondFactorNeeded: true };
    navigate(pages.security, { replace: true, state: memory });
  });

  const onForbidden = useEffectEvent(async () =>
    user && standing ? readRoleChange(user.email, standing) : null,
  );

  useEffect(() => {
    setTokenHandler({
      renew: renewToken,
      sessionEnded: () => onTokenRefused(),
      signInFreshly: async () => (await onFreshSignIn()) !== null,
      secondFactorNeeded: () => onSecondFactorNeeded(),
      readOnly: () => void queryClient.invalidateQueries(settingsQuery),
      roleChange: () => onForbidden(),
    });
    return () => setTokenHandler(null);
  }, [queryClient]);

  const session: Session = {
    user,
    loading: identity.isPending || acting,
    standing,
    can: (permission) => can(standing, permission, settings?.participation),
    refreshStanding: async () => {
      await standingResult.refetch({ throwOnError: true });
    },
    settings,
    problem: identity.error ?? (standing ? null : standingResult.error),
    retry: () => void (identity.error ? identity.refetch() : standingResult.refetch()),
    ended,
    createUser: (newUser) =>
      act(async () => {
        await provider.signUp(newUser);
        const created = await readIdentity();
        if (created) await storeUser(created);
        const user = created && (await keepLanguage(created));
        setUser(user);
        return user;
      }),
    loginUser: (email, password) =>
      act(async () => {
        const codeNeeded = await provider.signIn(email, password);
        if (!codeNeeded) setUser(await keepLanguage(kept(await readIdentity())));
        return codeNeeded;
      }),
    logInBy: (way) =>
      act(async () => {
        await way();
        setUser(await keepLanguage(kept(await readIdentity())));
      }),
    confirmIdentity: identityConfirmation.ask,
    identityQuestion: identityConfirmation.question,
    socialLogin: (popup) =>
      act(async () => {
        const whyNot = await popup;
        // Whatever the popup answered, only the provider knows whether there is a session.
        const found = await readIdentity();
        if (!found) throw new ApiProblem("unauthenticated", { detail: whyNot ?? t.notKept });
        await storeUser(found);
        setUser(await keepLanguage(found));
      }),
    logOut: (goAway) =>
      act(async () => {
        await goAway?.();
        await callRoute(routes.logOut).catch((error) => console.error("Log-out call:", error));
        await provider.signOut();
        // Last, because this makes other tabs ask the provider who is signed in.
        leave();
      }),
    deleteAccount: async (password) => {
      await provider.deleteAccount(password);
      await act(async () => {
        // Before the user is gone, because the guard of a protected page would ask to log in again.
        await navigate(pages.home);
        leave();
      });
    },
    confirmEmail: (token, given) =>
      act(async () => {
        await provider.confirmEmail(token, given);
        const confirmed = await readIdentity();
        setUser(confirmed && (await keepLanguage(confirmed)));
      }),
    profileUpdate: async (profile) => {
      if (!user) return;
      await provider.updateUser(profile).catch((error) => {
        if (error instanceof ApiProblem && error.code === "unauthenticated") endSession();
        throw error;
      });
      await callRoute(routes.registerUser, { body: await toStoredUser({ ...user, ...profile }) });
      queryClient.setQueryData(identityQuery.queryKey, { ...user, ...profile });
    },
  };

  return <SessionContext value={session}>{children}</SessionContext>;
}

function kept(user: SessionUser | null): SessionUser {
  if (user) return user;
  throw new ApiProblem("unauthenticated", { detail: t.notKept });
}
