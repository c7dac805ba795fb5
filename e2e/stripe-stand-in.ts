import type { Page } from "@playwright/test";
import type { StripeServer } from "../server/testing/stripe-server.ts";
import { cards } from "./payments.ts";

/**
 * Replaces Stripe's script in the page. Its card field is one input instead of Stripe's frame. It
 * confirms a card by calling Stripe's address, as the real script does.
 */
const script = `
  let card;
  function createCard(type, options) {
    const input = document.createElement("input");
    const listeners = {};
    const tell = (event) => (listeners[event] ?? []).forEach((listener) => listener());
    input.setAttribute("aria-label", "Credit or debit card number");
    input.addEventListener("focus", () => tell("focus"));
    input.addEventListener("blur", () => tell("blur"));
    function show({ style, disabled }) {
      if (style) input.style.color = style.base.color;
      if (disabled !== undefined) input.disabled = disabled;
    }
    show(options);
    card = {
      input,
      mount(place) { place.append(input); setTimeout(() => tell("ready")); },
      on(event, listener) { (listeners[event] ??= []).push(listener); return card; },
      off(event, listener) {
        listeners[event] = (listeners[event] ?? []).filter((other) => other !== listener);
      },
      update: show,
      destroy() { input.remove(); card = undefined; },
    };
    return card;
  }
  async function send(secret, body) {
    const [id] = secret.split("_secret_");
    const answer = await fetch("https://api.stripe.com/v1/payment_intents/" + id + "/confirm", {
      method: "POST",
      body: JSON.stringify({ secret, ...body }),
    });
    return answer.json();
  }
  function askBank() {
    return new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      for (const word of ["Complete authentication", "Fail authentication"]) {
        const button = document.createElement("button");
        button.textContent = word;
        button.onclick = () => { dialog.remove(); resolve(word.startsWith("Complete")); };
        dialog.append(button);
      }
      document.body.append(dialog);
      dialog.showModal();
    });
  }
  window.Stripe = (key) => ({
    elements: () => ({ create: createCard, getElement: () => card, update() {} }),
    createToken() {},
    createPaymentMethod() {},
    async confirmCardPayment(secret, { payment_method: { card, billing_details } }) {
      const details = { key, number: card.input.value, billing_details };
      const result = await send(secret, details);
      if (result.paymentIntent?.status !== "requires_action") return result;
      return send(secret, { ...details, approved: await askBank() });
    },
  });
  window.Stripe.version = "endive";
`;

/** Sends what the browser sends to Stripe to the local Stripe server instead. */
export async function standInForStripe(page: Page, stripe: StripeServer): Promise<void> {
  await page.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: script }),
  );
  await page.route("https://api.stripe.com/**", (route) => {
    const { secret, number, approved } = JSON.parse(route.request().postData() ?? "{}");
    const intent = [...stripe.intents.values()].find(
      ({ client_secret }) => client_secret === secret,
    );
    if (!intent) return route.abort();
    return route.fulfill({
      headers: { "access-control-allow-origin": "*" },
      json: confirm(stripe, intent.id, number, approved),
    });
  });
}

function confirm(stripe: StripeServer, id: string, number: string, approved?: boolean): object {
  const asked = number === cards.asked;
  if (number === cards.good || (asked && approved)) {
    if (stripe.intents.get(id)?.status === "succeeded") {
      const message = "This payment has already been completed.";
      return { error: { message, payment_intent: { id, status: "succeeded" } } };
    }
    stripe.pay(id);
    return { paymentIntent: { id, status: "succeeded" } };
  }
  if (asked && approved === undefined) return { paymentIntent: { id, status: "requires_action" } };
  stripe.decline(id);
  const message = asked ? "We are unable to authenticate you." : "Your card was declined.";
  return { error: { message, payment_intent: { id, status: "requires_payment_method" } } };
}
