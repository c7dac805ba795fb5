import type { Limiter } from "../../limits/limiter.ts";
import type { Mail, Mailer } from "../../mail/mailer.ts";
import { CONFIRMATION_CALL, countsAs } from "./limits.ts";

export type OwnerMails = ReturnType<typeof createOwnerMails>;

/**
 * Mails to the address of an account. Others can cause them for an address that is not theirs, so
 * they are counted by mailbox; one too many is left out, and the call that caused it goes on.
 */
export function createOwnerMails(mailer: Mailer, limiter: Limiter) {
  const confirmed = new WeakSet<Request>();

  async function sendCounted(kind: string, mail: Mail): Promise<void> {
    const wait = await limiter.take("mailsToMailbox", countsAs(kind, mail.to));
    if (wait === 0) mailer.send(mail);
  }

  return {
    /** What a registration leads to. Sent once, however often the provider asks for it in one call. */
    async confirmation(mail: Mail, request?: Request): Promise<void> {
      if (request && confirmed.has(request)) return;
      if (request) confirmed.add(request);
      // The call for such a mail has been counted already, to refuse it with 429.
      if (request && new URL(request.url).pathname.endsWith(CONFIRMATION_CALL)) mailer.send(mail);
      else await sendCounted(CONFIRMATION_CALL, mail);
    },
    /** What happened to the account. Its owner is told everything, but only an owner. */
    async notice({ emailVerified }: { emailVerified: boolean }, mail: Mail): Promise<void> {
      if (emailVerified) mailer.send(mail);
      else await sendCounted("notice", mail);
    },
  };
}
