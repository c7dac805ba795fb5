import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { TOKEN_HEADER } from "../../contract/identity.ts";
import { pages } from "../../contract/pages.ts";

interface Deps {
  corsOrigins: string[];
  https: boolean;
  /** Whether Stripe's own script takes the card, on the payment page only. */
  stripe: boolean;
}

const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  // The proof of work before a registration from a busy address runs in a worker.
  workerSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  // People enter the address of their photo, which may be on any site.
  imgSrc: ["'self'", "data:", "https:", "http:"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

// Required by Stripe: https://docs.stripe.com/security/guide#content-security-policy
const stripeScripts = ["https://js.stripe.com", "https://*.js.stripe.com"];
const policyWithStripe = {
  ...policy,
  scriptSrc: [...policy.scriptSrc, ...stripeScripts],
  frameSrc: [...stripeScripts, "https://hooks.stripe.com"],
  connectSrc: [...policy.connectSrc, "https://api.stripe.com"],
};

// A popup that is cut off from its opener can't report who logged in.
const popupPaths = [pages.socialPopup, "/demo-issuer/"];

export async function registerHeaders(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Lets the social log-in popup keep its opener; other sites' pages stay isolated.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    // Photos on other sites rarely send the headers that this policy requires.
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    hsts: deps.https && { maxAge: 31_536_000, includeSubDomains: false },
  });
  if (deps.stripe) {
    app.addHook("onRequest", async ({ url }, reply) => {
      if (url.split("?", 1)[0] !== pages.becomePro) return;
      reply.helmet({
        contentSecurityPolicy: { useDefaults: false, directives: policyWithStripe },
      });
    });
  }
  app.addHook("onSend", async (request, reply) => {
    // Answers are not cached unless they say so themselves; files set their own headers.
    if (!reply.hasHeader("cache-control") && !reply.raw.hasHeader("cache-control")) {
      reply.header("cache-control", "no-store");
    }
    reply.header("permissions-policy", "camera=(), microphone=(), geolocation=()");
    if (popupPaths.some((path) => request.url.startsWith(path))) {
      reply.removeHeader("cross-origin-opener-policy");
    }
  });
  if (deps.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: deps.corsOrigins,
      methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      allowedHeaders: ["content-type", TOKEN_HEADER, "authorization", "idempotency-key"],
      exposedHeaders: ["link", "retry-after"],
      // An hour saves the preflight of nearly every call.
      maxAge: 3600,
    });
  }
}
