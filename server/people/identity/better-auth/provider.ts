import { betterAuth, type User } from "better-auth";
import { jwt } from "better-auth/plugins";
import { IDENTITY_PATH } from "../../../../contract/identity.ts";
import { PASSWORD_MAX } from "../../../../contract/identity-fields.ts";
import { pages } from "../../../../contract/pages.ts";
import type { Database } from "../../../database/connect.ts";
import type { Identity, SignIn } from "../../../http/handlers.ts";
import type { Limiter } from "../../../http/limits/limiter.ts";
import { preferredLanguage } from "../../../process/words.ts";
import type { Mail } from "../../outbox/mail-server.ts";
import type { Mailer } from "../../outbox/mailer.ts";
import type { StoreSecurityEvent } from "../../security-events/queries.ts";
import { findLanguage } from "../../users/language-queries.ts";
import type { HashAddress } from "../../users/queries.ts";
import {
  alreadyRegisteredMail,
  confirmationMail,
  passwordNotResetMail,
  passwordResetMail,
  type Recipient,
} from "../mails.ts";
import type { PasswordRules } from "../password-rules.ts";
import { CLIENT_ADDRESS_HEADER, type IdentityProvider } from "../provider.ts";
import { findAccount } from "../queries.ts";
import type { SignUpChallenges } from "../sign-up-challenges.ts";
import { findTokenVersion } from "../token-queries.ts";
import { accountDeletion, type RemoveOwnAccount } from "./account-deletion.ts";
import { endings } from "./endings.ts";
import { guardFactors } from "./factor-guard.ts";
import { freshSignIn } from "./fresh-sign-in.ts";
import { noteReset } from "./known-device.ts";
import { giveGuessesBack, limitsByAccount } from "./limits.ts";
import { lockedOut } from "./locked-out.ts";
import { nameOfSite } from "./name-of-site.ts";
import { ownLanguage } from "./own-language.ts";
import { ownSessions } from "./own-sessions.ts";
import { createOwnerMails } from "./owner-mails.ts";
import { ownership, settleReset } from "./ownership.ts";
import { passkeyPlugins } from "./passkeys.ts";
import { passwordHashing } from "./password-hashing.ts";
import { passwordRules } from "./passwords.ts";
import { proofOfWork } from "./proof-of-work.ts";
import { provenAddress } from "./proven-address.ts";
import { runInContexts } from "./request-contexts.ts";
import { noticePasswordReset, securityWatch } from "./security-watch.ts";
import { type SocialProvider, socialLogIn } from "./social.ts";
import { codes, codesWorkOnce } from "./two-factor.ts";

/** A session ends when it was not used for so long: who votes weekly stays logged in. */
const SESSION_IDLE_DAYS = 7;
const ID_TOKEN_ISSUER = "survey-website/identity";
const ID_TOKEN_AUDIENCE = "survey-website";

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

  /**
   * A mail that answers a call: in the language of the call, unless the owner of the address has
   * chosen one. Until the address is proven, whoever chose one may be somebody else.
   */
  function letterTo(
    { email, emailVerified }: User,
    request: Request | undefined,
    write: (to: Recipient) => Mail,
  ) {
    const asked = request?.headers.get("accept-language") ?? undefined;
    return async () => {
      const [chosen, site] = await Promise.all([findLanguage(db, email), siteName()]);
      const language = (emailVerified && chosen) || preferredLanguage(asked);
      return write({ to: email, language, site });
    };
  }

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
    emailAndPassword: {
      enabled: true,
      minPasswordLength: deps.passwordMinLength,
      maxPasswordLength: PASSWORD_MAX,
      password: passwordHashing(),
      requireEmailVerification: proofRequired,
      revokeSessionsOnPasswordReset: true,
      // Where addresses need no proof, whoever reads this mail need not be who has the account.
      sendResetPassword: async ({ user, url, token }, request) => {
        const write =
          proofRequired || user.emailVerified ? passwordResetMail : passwordNotResetMail;
        mailer.send(letterTo(user, request, (to) => write({ ...to, siteUrl: url, token })));
      },
      onPasswordReset: async ({ user }, request) => {
        await settleReset(db, user);
        noteReset(request, user.email);
        await noticeReset(user, request);
      },
      onExistingUserSignUp: async ({ user }, request) =>
        mails.confirmation(user.email, letterTo(user, request, alreadyRegisteredMail)),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: async ({ user, url, token }, request) => {
        const letter = letterTo(user, request, (to) =>
          confirmationMail({ ...to, siteUrl: url, token }),
        );
        await mails.confirmation(user.email, letter, request);
      },
    },
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
    plugins: [
      jwt({
        jwt: {
          issuer: ID_TOKEN_ISSUER,
          audience: ID_TOKEN_AUDIENCE,
          // The ID token is exchanged for an access token immediately, so five minutes are plenty.
          expirationTime: "5m",
          definePayload: async ({ user, session }) => ({
            email: user.email,
            version: await findTokenVersion(db, user.email),
            auth_time: Math.floor(session.signedInAt.getTime() / 1000),
            second_factor: session.secondFactor,
          }),
        },
        disableSettingJwtHeader: true,
      }),
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
        userIdOf: (user) => deps.userIdOf(toPerson(user)),
      }),
    ],
  });

  return {
    async handle(request) {
      try {
        return await runInContexts(() => auth.handler(request));
      } catch (error) {
        // If even this fails, the first failure says why.
        await giveGuessesBack(deps.limiter, request).catch(() => {});
        throw error;
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
        return toIdentity(account, idTokenSignIn(payload ?? {}));
      }
      const session = await runInContexts(() => auth.api.getSession({ headers }));
      if (!session || isClaim(session.user)) return null;
      // `freshSignIn` adds these columns; better-auth's types do not show them.
      return toIdentity(session.user, session.session as unknown as SignIn);
    },
  };
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

function idTokenSignIn(payload: Record<string, unknown>): SignIn {
  return {
    signedInAt: new Date(Number(payload.auth_time) * 1000),
    secondFactor: payload.second_factor === true,
  };
}
