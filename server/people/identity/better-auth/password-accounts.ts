import type { BetterAuthOptions, User } from "better-auth";
import { PASSWORD_MAX } from "../../../../contract/identity-fields.ts";
import type { Database } from "../../../database/connect.ts";
import { preferredLanguage } from "../../../process/words.ts";
import type { Mail } from "../../outbox/mail-server.ts";
import type { Mailer } from "../../outbox/mailer.ts";
import { findLanguage } from "../../users/language-queries.ts";
import {
  alreadyRegisteredMail,
  CONFIRMATION_MINUTES,
  confirmationMail,
  passwordNotResetMail,
  passwordResetMail,
  type Recipient,
} from "../mails.ts";
import type { PasswordRules } from "../password-rules.ts";
import { noteReset } from "./known-device.ts";
import type { OwnerMails } from "./owner-mails.ts";
import { settleReset } from "./ownership.ts";
import { passwordHashing } from "./password-hashing.ts";
import type { noticePasswordReset } from "./security-watch.ts";

interface Deps extends PasswordRules {
  db: Database;
  mailer: Mailer;
  mails: OwnerMails;
  noticeReset: ReturnType<typeof noticePasswordReset>;
  emailVerificationRequired: boolean;
  siteName: () => Promise<string>;
}

/** Accounts with a password, and the mails that answer calls about them. */
export function passwordAccounts(deps: Deps) {
  const { db, mailer, mails, noticeReset, siteName } = deps;
  const { emailVerificationRequired: proofRequired } = deps;

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

  return {
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
      expiresIn: CONFIRMATION_MINUTES * 60,
      sendVerificationEmail: async ({ user, url, token }, request) => {
        const letter = letterTo(user, request, (to) =>
          confirmationMail({ ...to, siteUrl: url, token }),
        );
        await mails.confirmation(user.email, letter, request);
      },
    },
  } satisfies BetterAuthOptions;
}
