import { sayPlace } from "../../contract/place.ts";
import { SITE_NAME } from "../../contract/site.ts";
import type { Mail } from "../mail/mailer.ts";

/** Read elsewhere, so it is not "this computer". */
const SERVER = "the server's own computer";

export function confirmationMail(to: string, url: string): Mail {
  return {
    to,
    subject: "Confirm your e-mail address",
    text: [
      `Welcome to ${SITE_NAME}.`,
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
      `Somebody, hopefully you, tried to register this address on ${SITE_NAME}. It has an account already: please log in, or choose a new password on the log-in page.`,
      "If it was not you, nothing has changed and you can ignore this mail.",
    ].join("\n\n"),
  };
}

export function passwordResetMail(to: string, url: string): Mail {
  return {
    to,
    subject: "Choose a new password",
    text: [
      `Somebody, hopefully you, asked for a new password on ${SITE_NAME}.`,
      `Choose one here within the hour: ${url}`,
      "If it was not you, nothing has changed and you can ignore this mail.",
    ].join("\n\n"),
  };
}

interface Client {
  /** For example `Firefox on Linux`. */
  device: string;
  /** Shortened, for example `203.0.113.x`. */
  address: string;
}

export function newDeviceMail(to: string, { device, address }: Client, url: string): Mail {
  return {
    to,
    subject: "A new device logged in to your account",
    text: [
      `Somebody has just logged in to your account on ${SITE_NAME} with ${device}, ${sayPlace(address, SERVER)}. This browser was not used for it before.`,
      "If it was you, all is well.",
      `If it was not you, choose a new password now, which ends every session: ${url}`,
    ].join("\n\n"),
  };
}

export function passwordChangedMail(to: string, { device, address }: Client, url: string): Mail {
  return {
    to,
    subject: "Your password was changed",
    text: [
      `The password of your account on ${SITE_NAME} has just been changed with ${device}, ${sayPlace(address, SERVER)}. All other sessions were ended.`,
      "If it was you, all is well.",
      `If it was not you, choose a new password now, which ends every session: ${url}`,
    ].join("\n\n"),
  };
}

export function twoFactorOffMail(to: string, { device, address }: Client, url: string): Mail {
  return {
    to,
    subject: "Two-factor sign-in was switched off",
    text: [
      `Two-factor sign-in of your account on ${SITE_NAME} has just been switched off with ${device}, ${sayPlace(address, SERVER)}. From now on your password alone lets you in.`,
      "If it was you, all is well.",
      `If it was not you, choose a new password now, which ends every session, and switch two-factor sign-in on again: ${url}`,
    ].join("\n\n"),
  };
}
