import { betterAuth } from "better-auth";
import { IDENTITY_PATH } from "../../../../contract/identity.ts";
import { pages } from "../../../../contract/pages.ts";
import type { Database } from "../../../database/connect.ts";
import type { Identity, SignIn } from "../../../http/handlers.ts";
import type { Limiter } from "../../../http/limits/limiter.ts";
import { ProblemError } from "../../../http/problems.ts";
import type { Mailer } from "../../outbox/mailer.ts";
import type { StoreSecurityEvent } from "../../security-events/queries.ts";
import type { HashAddress } from "../../users/queries.ts";
import type { PasswordRules } from "../password-rules.ts";
import { CLIENT_ADDRESS_HEADER, type IdentityProvider } from "../provider.ts";
import { findAccount } from "../queries.ts";
import type { SignUpChallenges } from "../sign-up-challenges.ts";
import { findTokenVersion } from "../token-queries.ts";
import { accountDeletion, type RemoveOwnAccount } from "./account-deletion.ts";
import { endings } from "./endings.ts";
import { guardFactors } from "./factor-guard.ts";
import { freshSignIn } from "./fresh-sign-in.ts";
import { idTokens, signInOf } from "./id-tokens.ts";
import { giveGuessesBack, limitsByAccount } from "./limits.ts";
import { lockedOut } from "./locked-out.ts";
import { nameOfSite } from "./name-of-site.ts";
import { ownLanguage } from "./own-language.ts";
import { ownSessions } from "./own-sessions.ts";
import { createOwnerMails, type OwnerMails } from "./owner-mails.ts";
import { ownership, provenByIssuer } from "./ownership.ts";
import { passkeyPlugins } from "./passkeys.ts";
import { passwordAccounts } from "./password-accounts.ts";
import { passwordRules } from "./passwords.ts";
import { proofOfWork } from "./proof-of-work.ts";
import { provenAddress } from "./proven-address.ts";
import { runInContexts } from "./request-contexts.ts";
import { noticePasswordReset, securityWatch } from "./security-watch.ts";
import { type SocialProvider, socialLogIn } from "./social.ts";
import { codes, codesWorkOnce } from "./two-factor.ts";

/** A session ends when it was not used for so long: who votes weekly stays logged in. */
const SESSION_IDLE_DAYS = 7;

interface Deps extends PasswordRules {
  db: Database;
  limiter: Limiter;
  hashAddress: HashAddress;
  secret: string;
  mailer: Mailer;
  /** The public address of this site, or the host names under which a local one may be opened. */
  address: { publicUrl: string } | { localHosts: string[] };
  trustedOrigins: string[];
  siteUrls: string[];
  factorFreshMinutes: number;
  emailVerificationRequired: boolean;
  challenges: SignUpChallenges;
  socialProviders: SocialProvider[];
  storeSecurityEvent: StoreSecurityEvent;
  /** The product's id of this person. Creates the person if they are new. */
  userIdOf: (person: Pick<Identity, "email" | "name" | "image">) => Promise<string | undefined>;
  removeOwnAccount: RemoveOwnAccount;
  siteName: () => Promise<string>;
  log: (level: string, message: string) => void;
}

export function createBetterAuthProvider(deps: Deps): IdentityProvider {
  const { db, mailer, address, siteName, storeSecurityEvent: storeEvent } = deps;
  const { emailVerificationRequired: proofRequired } = deps;
  const mails = createOwnerMails(mailer, deps.limiter);
  const noticeReset = noticePasswordReset({ db, storeEvent, mails, siteName });

  /** Has a session nevertheless if proofs were not required when it began. */
  const isClaim = ({ emailVerified }: { emailVerified: boolean }) =>
    proofRequired && !emailVerified;

  const auth = betterAuth({
    basePath: IDENTITY_PATH,
    baseURL:
      "publicUrl" in address
        ? address.publicUrl
        : { allowedHosts: address.localHosts, protocol: "http" },
    secret: deps.secret,
    trustedOrigins: deps.trustedOrigins,
    database: { db, type: "postgres", schemaName: "identity" },
    ...passwordAccounts({ ...deps, mails, noticeReset }),
    session: {
      expiresIn: SESSION_IDLE_DAYS * 24 * 3600,
      // In seconds: how outdated 'last used' in a person's list of sessions may be.
      updateAge: 3600,
      // Calls that need a fresh sign-in check it themselves, in minutes rather than days.
      freshAge: 0,
    },
    // A copy of the database must not open an account: of a link in a mail, and of a log-in that
    // waits for something, it has a hash. Cookies of sessions are signed with the secret.
    verification: { storeIdentifier: "hashed" },
    user: provenByIssuer(db, { proofRequired }),
    account: {
      // In an encrypted cookie instead of the database.
      storeStateStrategy: "cookie",
      // Issuers' tokens are not kept, see `socialLogIn`, so there is nothing to update.
      updateAccountOnSignIn: false,
      // Where proofs are required, `ownership` removes what existed before an issuer vouched for
      // the address. Elsewhere the account is somebody's, and an issuer does not open it.
      accountLinking: { requireLocalEmailVerified: !proofRequired },
    },
    // `server/http/limits/` does this instead.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: "survey",
      // Explicit, because the library turns the check off when it believes that it runs in a test.
      disableOriginCheck: false,
      database: { generateId: "uuid" },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    onAPIError: {
      // The server answers and logs failures itself; the library would log whole rows.
      throw: true,
      // Where a social log-in ends if it fails before it is known on which page it began.
      errorURL: `${pages.socialPopup}?failed=1`,
    },
    logger: { log: (level, message) => deps.log(level, message) },
    plugins: [idTokens(db), ...rulesOfTheSite(deps, mails)],
  });

  return {
    async handle(request) {
      try {
        return await runInContexts(() => auth.handler(request));
      } catch (error) {
        // If even this fails, the first failure says why.
        await giveGuessesBack(deps.limiter, request).catch(() => {});
        if (isOfGoneAccount(error)) throw new ProblemError("account.wrong-log-in");
        throw isOfOtherSecret(error, request) ? new ProblemError("two-factor.unreadable") : error;
      }
    },
    async identify(headers) {
      const bearer = headers.get("authorization")?.match(/^bearer\s+(\S+)$/i)?.[1];
      if (bearer) {
        const { payload } = await runInContexts(() =>
          auth.api.verifyJWT({ body: { token: bearer }, headers }),
        );
        // A valid token is not enough: the account may be deleted by now, or its owner logged out.
        const account = payload?.sub ? await findAccount(db, payload.sub) : undefined;
        const version = account && (await findTokenVersion(db, account.email));
        if (!account || payload?.version !== version || isClaim(account)) return null;
        return toIdentity(account, signInOf(payload ?? {}));
      }
      const session = await runInContexts(() => auth.api.getSession({ headers }));
      if (!session || isClaim(session.user)) return null;
      // `freshSignIn` adds these columns; better-auth's types do not show them.
      return toIdentity(session.user, session.session as unknown as SignIn);
    },
  };
}

/** Its session can't be stored, because the account was deleted while its owner logged in. */
function isOfGoneAccount(error: unknown): boolean {
  return (error as { constraint?: string } | null)?.constraint === "session_userId_fkey";
}

/** The codes were encrypted with another secret, as after a restore without it. */
function isOfOtherSecret(error: unknown, { url }: Request): boolean {
  // How the library's cipher says it.
  return url.includes("/two-factor/verify-") && (error as Error | null)?.message === "invalid tag";
}

/** What the product adds to the library, each in a file of its own. */
function rulesOfTheSite(deps: Deps, mails: OwnerMails) {
  const { db, siteName, storeSecurityEvent: storeEvent } = deps;
  const { emailVerificationRequired: proofRequired } = deps;
  return [
    // The order matters: a password that the rules refuse must not cost a proof, and both checks
    // come before the answer for an address that is already claimed.
    passwordRules(deps),
    proofOfWork(deps.challenges),
    ownership(db, { proofRequired }),
    lockedOut(db, deps.hashAddress),
    ...(proofRequired ? [provenAddress(db)] : []),
    endings(db),
    codes,
    codesWorkOnce(deps.limiter),
    ...passkeyPlugins(deps),
    nameOfSite(siteName),
    freshSignIn(deps),
    guardFactors(db),
    socialLogIn(deps.socialProviders),
    ownSessions(db),
    ownLanguage(db),
    accountDeletion(deps.removeOwnAccount),
    limitsByAccount(deps.limiter),
    securityWatch({
      db,
      mails,
      storeEvent,
      siteName,
      async userIdOf({ id }) {
        // Read again: a proof may have just replaced name and photo.
        const account = await findAccount(db, id);
        return account && deps.userIdOf(toPerson(account));
      },
    }),
  ];
}

function toIdentity(
  account: Account & { emailVerified: boolean },
  { signedInAt, secondFactor }: SignIn,
): Identity {
  const { emailVerified } = account;
  return { ...toPerson(account), emailVerified, signedInAt, secondFactor };
}

interface Account {
  email: string;
  name: string;
  image?: string | null | undefined;
}

function toPerson({ email, name, image }: Account) {
  return { email: email.toLowerCase(), name, image: image ?? "" };
}
