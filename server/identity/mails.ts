import type { Mail } from "../mail/mailer.ts";

export function confirmationMail(to: string, url: string): Mail {
  return {
    to,
    subject: "Confirm your e-mail address",
    text: [
      "Welcome to Survey Website.",
      `Please confirm that this address is yours: ${url}`,
      "If you did not register, you can ignore this mail. Whoever did can't confirm it without you, and as soon as you do, their password ends and the account is yours.",
    ].join("\n\n"),
  };
}

export function alreadyRegisteredMail(to: string): Mail {
  return {
    to,
    subject: "You already have an account",
    text: [
      "Somebody, hopefully you, tried to register this address on Survey Website. It has an account already: please log in, or choose a new password on the log-in page.",
      "If it was not you, nothing has changed and you can ignore this mail.",
    ].join("\n\n"),
  };
}

export function passwordResetMail(to: string, url: string): Mail {
  return {
    to,
    subject: "Choose a new password",
    text: [
      "Somebody, hopefully you, asked for a new password on Survey Website.",
      `Choose one here within the hour: ${url}`,
      "If it was not you, nothing has changed and you can ignore this mail.",
    ].join("\n\n"),
  };
}
