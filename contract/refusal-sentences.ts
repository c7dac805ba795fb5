import type { FieldError, RefusalCode, Refused } from "./errors.ts";
import { fieldSentences } from "./field-sentences.ts";
import { fill } from "./fill.ts";
import { advices } from "./passwords.ts";

const passkeyUnchecked = "That passkey could not be checked. Please try again.";

const advice = Object.entries(advices)
  .map(([code, sentence]) => `${code} {${sentence}}`)
  .join(" ");

/**
 * The English sentence of every refusal: the server's `detail`, and what the browser shows. The
 * browser loads it with its first refusal, because most pages never need it.
 */
export const refusalSentences = {
  "account.exists": "There is already an account with this e-mail. Try to log in instead.",
  "account.last-way-in": "This is your only way to log in. Set a password first.",
  "account.locked": "This account is locked. Please write to us on the contact page.",
  "account.no-password": "This account has no password yet. Ask for the mail to set one.",
  "account.old-sign-in":
    "You logged in a while ago. Please log in again first, to show that it is you.",
  "account.password-alone":
    "You logged in with a password only. Please confirm with your second factor.",
  "account.prove": "Please confirm that it is you.",
  "account.second-factor": "Please confirm with your second factor.",
  "account.start-again": "This took too long or too many tries. Please log in once more.",
  "account.unconfirmed":
    "Please confirm your e-mail first: open the link in the mail we have sent you.",
  "account.wrong-log-in":
    "That e-mail and password don't go together. Please check both and try again.",
  "admin.last": "The last admin stays.",
  "admin.last-self": "You are the last admin. Make somebody else an admin first.",
  "admin.no-longer": "You are no longer an admin.",
  "card.bank-unsure":
    "Your bank could not confirm that it was you. Please try again or use another card.",
  "card.declined": "Your card was declined. Please try another one.",
  "card.expired": "Your card has expired.",
  "card.expiry-past": "Your card's expiration date is in the past.",
  "card.no-funds": "Your card has insufficient funds.",
  "card.no-test-card": "This is not a test card. No real card works here: use 4242 4242 4242 4242.",
  "card.suspicious": "Your card was declined. Please ask your bank about it.",
  "card.wrong-code": "Your card's security code is incorrect.",
  "code.used": "That code has been used. Please wait for the next one.",
  "code.wrong":
    "That code is not right. Please check it, and that your device shows the right time.",
  "code.wrong-recovery": "That recovery code is not right, or it has been used.",
  "comment.answered": "This comment has an answer already.",
  "comment.too-old": "What you wrote can be changed for {minutes} minutes only.",
  "email.not-yours": "This e-mail is not yours.",
  "finding.gone": "It no longer stands out. Please look again.",
  "issuer.down": "The other site does not answer. Please try again soon, or log in in another way.",
  "link.old": "This link is no longer valid. Please ask for a new one.",
  "log.not-ours": "The stored log is not the one that this site has signed.",
  "log.not-signed": "The stored checkpoint is not signed with a key of this site.",
  "log.other-past": "The log does not go on from the {size} entries that were published.",
  "passkey.broken": passkeyUnchecked,
  "passkey.not-proven": passkeyUnchecked,
  "passkey.too-many": "You have as many passkeys as one account may have. Please remove one first.",
  "passkey.unknown": "This site doesn't know that passkey. Please log in in another way.",
  "passkey.without-check":
    "That passkey doesn't check who uses it. Please use one with a PIN, finger or face.",
  "password.guessable": `This password is too easy to guess. {advice, select, ${advice} other {}}`,
  "password.needed": "Please choose a password for this account.",
  "password.short": "Please choose a longer password.",
  "password.wrong": "That is not your password. Please try again.",
  "payment.bad-signature": "This event carries no valid signature.",
  "payment.ended": "This payment is no longer open. Please reload the page.",
  "payment.needed": "You become a pro user by paying for it.",
  "payment.no-longer-counts":
    "This payment does not count: it is not the full price, or was given back.",
  "payment.none": "You have not paid anything.",
  "payment.not-asked": "Nobody asked about this payment.",
  "payment.not-completed": "This payment has not been completed.",
  "payment.not-needed": "Only normal users become pro users; you have other rights already.",
  "payment.not-there": "There is no such payment.",
  "payment.paid-already": "You have paid already: you are a pro user.",
  "payment.pro-already": "You are a pro user already.",
  "payment.provider-away":
    "The payment provider is out of reach. Please try again in a moment: nothing is charged twice.",
  "payment.second": "You had paid before. Please contact us: this payment will be given back.",
  "payment.somebody-elses": "This payment is somebody else's.",
  "payment.unknown": "The payment provider knows no such payment.",
  "person.self": "Nobody deletes themselves.",
  "promise.not-broken": "This is no promise of ours that we have not kept.",
  "question.for-voters": "The question is for those who may vote.",
  "reaction.former": "Your reaction from before your account was deleted still counts.",
  "receipt.not-yet": "Please ask again in a minute.",
  "registration.busy": "Many people are registering from your network. Please try again.",
  "request.open": "You have asked already. An admin will answer.",
  "results.not-yet": "You may not see these results yet.",
  "role.changed": "Your role has changed.",
  "role.of-admin": "An admin's role is not changed here.",
  "role.own": "Nobody changes their own role.",
  "role.paid": "A pro user has paid for their role and keeps it.",
  "site.read-only":
    "Please try again after {until, date, long} UTC. Until then you can read everything.",
  "site.waiting": "The server is waiting for its database.",
  "survey.changed": "The survey has been changed since you opened it.",
  "survey.changed-since-read": "The survey has been changed since you read it.",
  "survey.closed": "This survey is closed already.",
  "survey.closed-for-good": "A closed survey never opens again.",
  "survey.closes-first": `${fieldSentences["time.order"]}.`,
  "survey.closing-passed": "The closing time has passed.",
  "survey.just-closed": "The survey was just closed. Please try again in a minute.",
  "survey.not-open": "This survey is not open yet.",
  "survey.not-published": "Only a published survey can be closed.",
  "survey.over": "Its closing time has passed, so nobody could vote on it.",
  "survey.published": "A published survey can't be changed.",
  "survey.voted-opening": "People have voted, so it is open already.",
  "survey.voted-question": "People have voted on this question, so it can't be changed any more.",
  "survey.voted-results": "People have voted, so who sees the results can't be changed any more.",
  "survey.wrong-step":
    "A survey that is {status, select, pending {waiting for review} published {published} unpublish {rejected} other {withdrawn}} can't be {step, select, publish {published} unpublish {rejected} resend {sent again} other {withdrawn}}.",
  "two-factor.off": "Two-factor sign-in is not on.",
  "two-factor.on": "Two-factor sign-in is already on.",
  "votes.counting": "These votes count again already.",
  "votes.not-counting": "None of these votes counts any more.",
  "votes.withdrawn": "Since then, all of these votes were withdrawn.",
} as const satisfies Record<RefusalCode, string>;

/** Undefined for a problem whose title says it all. */
export function sayRefusal({ refused, params }: Refused): string | undefined {
  const sentence: string | undefined = refusalSentences[refused as RefusalCode];
  return sentence && fill(sentence, params);
}

const ofFields = { ...refusalSentences, ...fieldSentences };

/** Undefined for a code that this version does not know. */
export function sayFieldError(error: Omit<FieldError, "message">): string | undefined {
  const sentence: string | undefined = ofFields[error.code];
  return sentence && fill(sentence, error).trim();
}
