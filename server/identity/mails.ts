import type { Mail } from "../mail/mailer.ts";

export function confirmationMail(to: string, url: string): Mail {
  return {
    to,
    subject: "Confirm your e-mail address",
    text: [
      "Welcome to Survey Website.",
      `Please confirm that this address is yours: ${url}`,
      "If you did not register, you can ignore this mail.",
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
