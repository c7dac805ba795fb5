import * as t from "#words/socialLogIn";
import { pages } from "../../../contract/pages.ts";
import { ApiProblem } from "../../lib/api.ts";
import { addressOf } from "../../lib/language.ts";
import { randomUuid } from "../../lib/random-uuid.ts";

/**
 * `unconfirmed`: the other site does not vouch for the address, so the person has got a mail.
 * `locked`: an operator has locked the account. `taken`: the address has an account that this log-in
 * does not open. `down`: the other site does not do what log-in needs. `refused`: by the person, there.
 */
const answers = [
  "done",
  "failed",
  "unconfirmed",
  "locked",
  "taken",
  "down",
  "refused",
  "withoutEmail",
] as const;

/** What an error means that the identity provider, or the other site, puts into the address. */
const meanings: Record<string, Answer["outcome"] | undefined> = {
  EMAIL_NOT_VERIFIED: "unconfirmed",
  ACCOUNT_LOCKED: "locked",
  account_not_linked: "taken",
  access_denied: "refused",
  email_not_found: "withoutEmail",
  // It is not there, it gives nothing for its own code, or it does not prove what it says.
  oauth_provider_not_found: "down",
  invalid_code: "down",
  unable_to_get_user_info: "down",
  server_error: "down",
  temporarily_unavailable: "down",
};

type SocialOutcome = Answer["outcome"] | "closed";

interface Answer {
  attempt: string;
  outcome: (typeof answers)[number];
}

/** What the address says to which the popup comes back. Null before that. */
export function readOutcome(search: URLSearchParams): Answer["outcome"] | null {
  if (search.has("failed")) return meanings[search.get("error") ?? ""] ?? "failed";
  return search.has("done") ? "done" : null;
}

const CHANNEL = "social-login";
const WINDOW_FEATURES = "popup,width=480,height=640";
const POLL_MS = 300;
// A popup seems closed while it shows a page that cuts itself off from its opener, and it may
// answer just before it closes. Only when it stays closed has the person given up.
const CLOSED_FOR_MS = 1500;

/**
 * Must run inside the click itself, otherwise browsers block the popup. Resolves to why nobody is
 * logged in, or to null if somebody should be.
 */
export async function openSocialPopup(provider: string): Promise<string | null> {
  const attempt = randomUuid();
  const address = addressOf(`${pages.socialPopup}?${new URLSearchParams({ provider, attempt })}`);
  // A new window name per attempt, so that a forgotten popup is not reused.
  const popup = window.open(address, `social-${attempt}`, WINDOW_FEATURES);
  if (!popup) throw new ApiProblem("conflict", { detail: t.popupBlocked });
  const outcome = await answerOf(attempt, popup);
  return outcome === "done" ? null : t.notLoggedIn[outcome];
}

function answerOf(attempt: string, popup: Window): Promise<SocialOutcome> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    let closedForMs = 0;

    function finish(outcome: SocialOutcome) {
      clearInterval(timer);
      channel.close();
      window.removeEventListener("message", onMessage);
      resolve(outcome);
    }
    function onMessage(event: MessageEvent) {
      if (event.origin !== location.origin) return;
      const answer = event.data as Partial<Answer> | null;
      if (answer?.attempt !== attempt) return;
      const outcome = answers.find((known) => known === answer.outcome);
      if (outcome) finish(outcome);
    }

    channel.onmessage = onMessage;
    window.addEventListener("message", onMessage);
    const timer = setInterval(() => {
      // Without focus here, the person is most likely in the popup.
      closedForMs = popup.closed && document.hasFocus() ? closedForMs + POLL_MS : 0;
      if (closedForMs >= CLOSED_FOR_MS) finish("closed");
    }, POLL_MS);
  });
}

/** Called by the popup. Answers in two ways, because a browser may block either. */
export function answerOpener(attempt: string, outcome: Answer["outcome"]): void {
  const answer: Answer = { attempt, outcome };
  window.opener?.postMessage(answer, location.origin);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(answer);
  channel.close();
}
