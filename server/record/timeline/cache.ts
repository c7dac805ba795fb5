import type { Database } from "../../database/connect.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import { findSpan, sumHours } from "./queries.ts";
import { pointsOf, stepFor } from "./rules.ts";

// The publisher adds to it once a minute.
const MAX_AGE_MS = 30_000;
// Some 5 kB each.
const TIMELINES_KEPT = 1_000;

/** How results grew, which is the same for everybody who may see them. */
export function createTimelines(db: Database) {
  return createShortMemory({
    load: (surveyId: string) => loadTimeline(db, surveyId),
    maxAgeMs: MAX_AGE_MS,
    maxItems: TIMELINES_KEPT,
  });
}

async function loadTimeline(db: Database, surveyId: string) {
  const span = await findSpan(db, surveyId);
  if (!span) return { from: null, points: [] };
  const step = stepFor(span.first, span.last);
  const points = pointsOf(await sumHours(db, surveyId, step), step, new Date());
  return {
    from: points.length > 0 ? span.first.toISOString() : null,
    points: points.map(({ until, ...votes }) => ({ until: until.toISOString(), ...votes })),
  };
}
