import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";
import { ballotRoutes } from "../../contract/ballots.ts";
import { voteRoutes } from "../../contract/votes.ts";

// A read or a vote that takes longer is worth a line. Nearly all take a tenth of it.
const SLOW_MS = 500;

// Observing many answers together costs a tenth of observing each by itself, between other work.
const OBSERVED_TOGETHER = 1_000;

const votingPaths: string[] = [voteRoutes.castVote.path, ballotRoutes.issuePaper.path];

interface Deps {
  log: FastifyBaseLogger;
  registry: Registry;
}

/**
 * Records every answer: in the metrics, and with a line in the log. Both name the route's pattern,
 * never the URL, because URLs contain e-mails. Reads and votes that succeed are most of all calls and
 * say nothing that the metrics don't, so they are logged only at level `debug`.
 */
export function observeAnswers(app: FastifyInstance, { log, registry }: Deps): void {
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request to the end of the answer",
    labelNames: ["method", "route", "status"],
    // Up to the time after which a frozen database makes a call fail.
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12.5],
    registers: [registry],
    collect: observeWaiting,
  });
  const logsRoutine = ["debug", "trace"].includes(log.level);
  const waiting: { labels: Record<string, string | number>; seconds: number }[] = [];

  function observeWaiting(): void {
    for (const { labels, seconds } of waiting.splice(0)) durations.observe(labels, seconds);
  }

  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const { url: route = "unknown" } = routeOptions;
    // Nothing tells when somebody cast a secret ballot.
    if (method === "POST" && route === ballotRoutes.castBallot.path) return done();
    const { statusCode: status, elapsedTime } = reply;
    waiting.push({ labels: { method, route, status }, seconds: elapsedTime / 1000 });
    if (waiting.length >= OBSERVED_TOGETHER) observeWaiting();
    const frequent = method === "GET" || votingPaths.includes(route);
    const routine = frequent && status < 400 && elapsedTime < SLOW_MS;
    if (!routine || logsRoutine) {
      const line = { requestId: request.id, method, route, status, ms: Math.round(elapsedTime) };
      log[routine ? "debug" : "info"](line, "answered");
    }
    done();
  });
}
