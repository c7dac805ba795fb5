import cors from "@fastify/cors";
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { TOKEN_HEADER } from "../../contract/identity.ts";
import { type PageRules, pageAt, pageNames, rulesOf, splitPrefix } from "../../contract/pages.ts";
import { languageIds } from "../../words/generated/languages.ts";

interface Deps {
  corsOrigins: string[];
  https: boolean;
  /** Whether Stripe's own script takes the card, on the payment page only. */
  stripe: boolean;
  /** The addresses of this site. */
  siteUrls: string[];
  /** Whether this server is about to close. */
  isDraining: () => boolean;
}

type Policy = Record<string, string[]>;

const policy = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  // The proof of work before a registration from a busy address runs in a worker, and the page for
  // those who are offline comes from one.
  "worker-src": ["'self'"],
  "style-src": ["'self'"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  // The preview of what other sites may show. No other page lets itself be framed.
  "frame-src": ["'self'"],
  // People enter the address of their photo, which may be on any site.
  "img-src": ["'self'", "data:", "https:", "http:"],
  "manifest-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
} satisfies Policy;

// Required by Stripe: https://docs.stripe.com/security/guide#content-security-policy
const stripeScripts = ["https://js.stripe.com", "https://*.js.stripe.com"];
const stripePolicy = {
  "script-src": [...policy["script-src"], ...stripeScripts],
  "frame-src": [...stripeScripts, "https://hooks.stripe.com"],
  "connect-src": [...policy["connect-src"], "https://api.stripe.com"],
} satisfies Policy;

const partTypes = /^(text\/(javascript|css)|font\/|image\/png)/;

// It stands for another site, whose log-in is shown in the popup.
const demoIssuer = "/demo-issuer/";

// Without a word about credentials: browsers send no cookies, and no access token, along.
const forAnySite = {
  "cross-origin-resource-policy": "cross-origin",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "link, retry-after",
};

/** What every answer has. */
function headersOfAll({ https }: Pick<Deps, "https">) {
  return {
    // Browsers must not guess another type than the one that is sent.
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...(https && { "strict-transport-security": "max-age=31536000" }),
  };
}

/** Data that is opened as if it were a page can't load or run anything, or be framed. */
export function dataHeaders(deps: Pick<Deps, "https">) {
  const nothing = { "default-src": ["'none'"], "frame-ancestors": ["'none'"] };
  return { ...headersOfAll(deps), "content-security-policy": toHeader(nothing) };
}

/**
 * Adds the security headers to every answer. They are put together once, here, and not per answer:
 * one set for data, one for pages and workers, and one for what pages load.
 */
export async function registerHeaders(app: FastifyInstance, deps: Deps): Promise<void> {
  const everywhere = headersOfAll(deps);
  const forData = dataHeaders(deps);
  // Browsers read the headers of pages only in the answer that is the page itself, or a worker. A
  // page has dozens of files, for which they would be a tenth of all that is sent.
  const forParts = everywhere;
  // An SVG that is opened as if it were a page can't load or run anything either. As an image, it may
  // have styles of its own.
  const stillImage = {
    "default-src": ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "img-src": ["data:"],
    "frame-ancestors": ["'none'"],
    sandbox: [],
  };
  const forImages = { ...everywhere, "content-security-policy": toHeader(stillImage) };
  const forPages = { ...everywhere, ...pageHeaders({}, deps) };
  const forPopups = { ...everywhere, ...pageHeaders({ needs: "popup" }, deps) };
  const ofPage = new Map(
    pageNames.map((name) => [name, { ...everywhere, ...pageHeaders(rulesOf(name), deps) }]),
  );

  function headersFor({ url }: FastifyRequest, reply: FastifyReply, config: FastifyContextConfig) {
    const type = reply.getHeader("content-type") as string | undefined;
    // An answer to a call that has no content has no type: nothing has changed, or all is done.
    if (type === undefined ? config.isCall : type.startsWith("application/")) return forData;
    if (isPart(url, type)) return forParts;
    if (type?.startsWith("image/")) return forImages;
    if (url.startsWith(demoIssuer)) return forPopups;
    const [path = ""] = url.split("?", 1);
    const page = pageAt(splitPrefix(path, languageIds).path);
    return (page && ofPage.get(page)) ?? forPages;
  }

  app.addHook("onSend", (request, reply, payload, done) => {
    const { config } = request.routeOptions;
    reply.headers(headersFor(request, reply, config));
    if (config.forAnySite) reply.headers(forAnySite);
    // Fastify does the same, but not for requests that came before it was told to close.
    if (deps.isDraining()) reply.header("connection", "close");
    // Answers are not cached unless they say so themselves.
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    done(null, payload);
  });
  if (deps.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: deps.corsOrigins,
      methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      allowedHeaders: ["content-type", TOKEN_HEADER, "authorization", "idempotency-key"],
      exposedHeaders: ["link", "retry-after", "total-count"],
      // An hour saves the preflight of nearly every call.
      maxAge: 3600,
    });
  }
}

type Special = Pick<PageRules, "needs" | "framed" | "search">;

/** The headers of a page with these rules, beside those that every answer has. */
export function pageHeaders(
  { needs, framed, search }: Special,
  { stripe, siteUrls }: Pick<Deps, "stripe" | "siteUrls">,
) {
  return {
    "content-security-policy": toHeader({
      ...(framed ? byName(policy, siteUrls) : policy),
      ...(needs === "stripe" && stripe && stripePolicy),
      ...(framed && { "frame-ancestors": ["*"] }),
    }),
    // For browsers that don't know `frame-ancestors`.
    ...(!framed && { "x-frame-options": "DENY" }),
    // Lets the social log-in popup keep its opener; other sites' pages stay isolated. The popup
    // itself has none: cut off from its opener, it could not report who logged in.
    ...(needs !== "popup" && { "cross-origin-opener-policy": "same-origin-allow-popups" }),
    "origin-agent-cluster": "?1",
    "referrer-policy": search === "hidden" ? "no-referrer" : "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
  };
}

/**
 * A sandboxed frame belongs to no site, so in WebKit `'self'` matches nothing there: the frame would
 * have no style and no script.
 */
function byName(directives: Policy, siteUrls: string[]): Policy {
  const named = (sources: string[]) =>
    sources.includes("'self'") ? [...sources, ...siteUrls] : sources;
  return Object.fromEntries(
    Object.entries(directives).map(([name, sources]) => [name, named(sources)]),
  );
}

function toHeader(directives: Policy): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join(";");
}

/** Something that a page loads: scripts, styles, fonts, pictures. */
function isPart(url: string, type = ""): boolean {
  const isWorker = /-worker[-.]/.test(url);
  return !isWorker && partTypes.test(type);
}
