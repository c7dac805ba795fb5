import type { Limiter } from "../../../http/limits/limiter.ts";
import type { Mail } from "../../outbox/mail-server.ts";
import type { Letter, Mailer } from "../../outbox/mailer.ts";
import { CONFIRMATION_CALL, countsAs } from "./limits.ts";

export type OwnerMails = ReturnType<typeof createOwnerMails>;

/**
 * Mails to the address of an account. Others can cause them for an address that is not theirs, so
 * they are counted by mailbox; one too many is left out, and the call that caused it goes on.
 */
export function createOwnerMails(mailer: Mailer, limiter: Limiter) {
  const confirmed = new WeakSet<Request>();

  async function sendCounted(kind: string, to: string, letter: Letter): Promise<void> {
    const wait = await limiter.take("mailsToMailbox", countsAs(kind, to));
    if (wait === 0) mailer.send(letter);
  }

  return {
    /** What a registration leads to. Sent once, however often the provider asks for it in one call. */
    async confirmation(to: string, letter: Letter, request?: Request): Promise<void> {
      if (request && confirmed.has(request)) return;
      if (request) confirmed.add(request);
      // The call for such a mail has been counted already, to refuse it with 429.
      if (request && new URL(request.url).pathname.endsWith(CONFIRMATION_CALL)) mailer.send(letter);
      else await sendCounted(CONFIRMATION_CALL, to, letter);
    },
    /** What happened to the account. Its owner is told everything, but only an owner. */
    async notice({ emailVerified }: { emailVerified: boolean }, mail: Mail): Promise<void> {
      if (emailVerified) mailer.send(mail);
      else await sendCounted("notice", mail.to, mail);
    },
  };
}
