import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { TOKEN_HEADER } from "../../contract/identity.ts";
import { pages } from "../../contract/pages.ts";

interface Deps {
  corsOrigins: string[];
  https: boolean;
  /** Stripe's own script takes the card, on the one page where there is one. */
  stripe: boolean;
}

const policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  // What browsers do before they register from a busy address is done in a worker.
  workerSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  // People bring their own photo's address, from anywhere.
  imgSrc: ["'self'", "data:", "https:", "http:"],
  manifestSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

// What Stripe asks for: https://docs.stripe.com/security/guide#content-security-policy
const stripeScripts = ["https://js.stripe.com", "https://*.js.stripe.com"];
const policyWithStripe = {
  ...policy,
  scriptSrc: [...policy.scriptSrc, ...stripeScripts],
  frameSrc: [...stripeScripts, "https://hooks.stripe.com"],
  connectSrc: [...policy.connectSrc, "https://api.stripe.com"],
};

// A popup that is cut off from its opener can't report back who logged in.
const popupPaths = [pages.socialPopup, "/demo-issuer/"];

export async function registerHeaders(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Lets the social log-in popup keep its opener; everybody else is still kept apart.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    // Photos of other sites rarely allow more.
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
    // Nobody keeps an answer unless it says so itself; files are sent with headers of their own.
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
      // An hour saves a preflight for nearly every call.
      maxAge: 3600,
    });
  }
}
