import { createTransport } from "nodemailer";
import { z } from "zod";
import { DEFAULT_SITE_NAME } from "../../../contract/site.ts";
import { type Config, discoveryUrl } from "../../process/config.ts";
import { type Check, type Finding, ok, problem, reasonOf, warning } from "./findings.ts";
import { judgeClock, judgeStripe } from "./rules.ts";

// Longer than any of them takes to answer.
const ANSWER_MS = 5_000;
// Nodemailer's own limits are minutes.
const mailLimits = {
  connectionTimeout: ANSWER_MS,
  greetingTimeout: ANSWER_MS,
  socketTimeout: ANSWER_MS,
};
// The header `Date` has whole seconds.
const DATE_BLUR = 1;
const STRIPE_URL = "https://api.stripe.com";

/** If `mailTo` is given, one mail is sent there. */
export function outsideChecks(config: Config, mailTo: string | undefined): Check[] {
  return [
    { name: "mail", run: () => checkMail(config, mailTo) },
    { name: "payments", run: () => checkPayments(config) },
    { name: "issuers", run: () => checkIssuers(config) },
    { name: "address", run: () => checkAddress(config) },
  ];
}

async function checkMail(
  { smtpUrl, mailFrom, siteName }: Config,
  mailTo?: string,
): Promise<Finding[]> {
  if (!smtpUrl) return [ok("Without SMTP_URL, mails are printed to the log.")];
  const transport = createTransport({ url: smtpUrl, ...mailLimits }, { from: mailFrom });
  try {
    await transport.verify();
    if (!mailTo) return [ok("The mail server accepts SMTP_URL. --mail ADDRESS sends a mail.")];
    const text = "If you can read this, mails of this site arrive.";
    await transport.sendMail({
      to: mailTo,
      subject: `A test of ${siteName ?? DEFAULT_SITE_NAME}`,
      text,
    });
    return [ok("A mail was handed to the mail server: look whether it arrives, and not as spam.")];
  } catch (error) {
    return [problem(`The mail server refuses (${reasonOf(error)}): check SMTP_URL and MAIL_FROM.`)];
  } finally {
    transport.close();
  }
}

async function checkPayments({ payments, publicUrl }: Config): Promise<Finding[]> {
  if (payments.kind === "sandbox") return [ok("The sandbox needs no keys.")];
  try {
    // Reads at most one payment. The key needs no other right than the product does.
    const answer = await fetch(`${payments.apiUrl ?? STRIPE_URL}/v1/payment_intents?limit=1`, {
      headers: { authorization: `Bearer ${payments.secretKey}` },
      signal: inTime(),
    });
    await answer.arrayBuffer();
    return [...judgeStripe(payments, publicUrl, answer.status), ...judgeDate("Stripe", answer)];
  } catch (error) {
    return [
      problem(`Stripe can't be reached (${reasonOf(error)}): allow this machine to call it.`),
    ];
  }
}

/** The server itself asks again while one is down, so that is no more than a warning. */
async function checkIssuers({ oidcProviders }: Config): Promise<Finding[]> {
  if (oidcProviders.length === 0) return [ok("Without OIDC_PROVIDERS, there is none.")];
  return Promise.all(
    oidcProviders.map(async ({ id, issuer }) => {
      try {
        const answer = await fetch(discoveryUrl(issuer), { signal: inTime() });
        const said = z.object({ issuer: z.string(), jwks_uri: z.string() });
        said.parse(answer.ok && (await answer.json()));
        return ok(`The issuer of ${id} answers.`);
      } catch (error) {
        const reason = error instanceof z.ZodError ? "not OpenID Connect" : reasonOf(error);
        return warning(
          `The issuer of ${id} does not answer as one (${reason}): nobody can log in with it. Check its ISSUER.`,
        );
      }
    }),
  );
}

async function checkAddress({ publicUrl }: Config): Promise<Finding[]> {
  if (!publicUrl) return [ok("Without PUBLIC_URL, only this machine can open the site.")];
  try {
    const answer = await fetch(new URL("/healthz", publicUrl), { signal: inTime() });
    const isOurs = /"alive"/.test(await answer.text());
    if (!answer.ok || !isOurs) {
      return [
        warning(
          `PUBLIC_URL answers ${answer.status}, not as this site does: is the server running, and does the proxy pass calls on?`,
        ),
      ];
    }
    return [ok("The site answers at PUBLIC_URL."), ...judgeDate("PUBLIC_URL", answer)];
  } catch (error) {
    return [
      warning(
        `PUBLIC_URL does not answer here (${reasonOf(error)}): start the server; if others can open the site, ignore this.`,
      ),
    ];
  }
}

function inTime(): AbortSignal {
  return AbortSignal.timeout(ANSWER_MS);
}

function judgeDate(other: string, { headers }: Response): Finding[] {
  const date = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(date)) return [];
  return [judgeClock(other, (Date.now() - date) / 1000, DATE_BLUR)];
}
