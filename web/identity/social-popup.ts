import { pages } from "../../contract/pages.ts";
import { ApiProblem } from "../lib/api.ts";
import { randomUuid } from "../lib/random-uuid.ts";

type SocialOutcome = "done" | "failed" | "closed";

interface Answer {
  attempt: string;
  outcome: "done" | "failed";
}

const CHANNEL = "social-login";
const WINDOW_FEATURES = "popup,width=480,height=640";
const LOOK_EVERY_MS = 300;
// A popup reads as closed while it is on a page that cuts itself off from its opener, and it may
// send its answer just before it closes: only a lasting absence means that the person gave up.
const CLOSED_FOR_MS = 1500;

/** Must run inside the click itself, otherwise browsers block the popup. */
export function openSocialPopup(provider: string): Promise<SocialOutcome> {
  const attempt = randomUuid();
  const address = `${pages.socialPopup}?${new URLSearchParams({ provider, attempt })}`;
  // A name per attempt: a forgotten popup of an earlier one is never reused.
  const popup = window.open(address, `social-${attempt}`, WINDOW_FEATURES);
  if (!popup) {
    return Promise.reject(
      new ApiProblem("conflict", {
        detail:
          "Your browser blocked the log-in window. Allow pop-ups for this site and try again.",
      }),
    );
  }
  return answerOf(attempt, popup);
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
      if (answer.outcome === "done" || answer.outcome === "failed") finish(answer.outcome);
    }

    channel.onmessage = onMessage;
    window.addEventListener("message", onMessage);
    const timer = setInterval(() => {
      // Without the focus the person is still elsewhere, most likely in the popup.
      closedForMs = popup.closed && document.hasFocus() ? closedForMs + LOOK_EVERY_MS : 0;
      if (closedForMs >= CLOSED_FOR_MS) finish("closed");
    }, LOOK_EVERY_MS);
  });
}

/** The popup's side: by both ways, since either may be cut. */
export function answerOpener(attempt: string, outcome: Answer["outcome"]): void {
  const answer: Answer = { attempt, outcome };
  window.opener?.postMessage(answer, location.origin);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(answer);
  channel.close();
}
