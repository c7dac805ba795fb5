import { voteRoutes } from "../../../contract/votes.ts";
import { EventStream, LiveEvent } from "../../http/events.ts";
import type { Results } from "./results-queries.ts";

type ResultsRoute = typeof voteRoutes.watchResults;
type ResultsStream = EventStream<ResultsRoute>;

interface Viewer {
  id: string;
  tokenVersion: number;
}

export interface LiveResults {
  /**
   * The results now and after each change, until the viewer logs out or the survey is gone. Whoever
   * may not see them yet is sent nothing until the survey closes. A visitor is null.
   */
  watch(
    surveyId: string,
    viewer: Viewer | null,
    hangUp: AbortSignal,
    sees?: boolean,
  ): ResultsStream;
  countViewers(): number;
  /** Ends every stream, so that the server can stop. Browsers reconnect automatically. */
  close(): void;
}

interface WatchedSurvey {
  viewers: Map<ResultsStream, { viewer: Viewer | null; sees: boolean }>;
  /** Undefined until they are read for the first time. */
  results?: Results;
  /** The same bytes for every viewer. */
  event?: LiveEvent<ResultsRoute>;
  keptAliveAt: number;
}

interface Options {
  /** Null for a survey that is not counted yet. */
  load: (surveyIds: string[]) => Promise<Map<string, Results | null>>;
  /** The people whose tokens have ended since the last call, and the version that is valid now. */
  readEndings: () => Promise<Map<string, number>>;
  onFailure: (error: unknown) => void;
  /** The longest time until a change is sent. */
  tickMs?: number;
  /** How often a stream sends a sign of life, also to those who are sent nothing else. */
  quietMs?: number;
}

/**
 * Makes two queries per tick, for all watched surveys together, whatever the number of viewers.
 * Without viewers there are no queries.
 */
export function createLiveResults(options: Options): LiveResults {
  const { load, readEndings, onFailure, tickMs = 200, quietMs = 20_000 } = options;
  const watched = new Map<string, WatchedSurvey>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function tick(): Promise<void> {
    const surveyIds = [...watched.keys()];
    try {
      const [fresh, endings] = await Promise.all([load(surveyIds), readEndings()]);
      if (endings.size > 0) endStreamsOf(endings);
      for (const surveyId of surveyIds) update(surveyId, fresh.get(surveyId));
    } catch (error) {
      // The next tick tries again; until then viewers keep the last results.
      onFailure(error);
    }
    for (const survey of watched.values()) keepAlive(survey);
    timer = watched.size > 0 && !closed ? setTimeout(tick, tickMs) : undefined;
  }

  function endStreamsOf(endings: Map<string, number>): void {
    for (const [surveyId, { viewers }] of watched) {
      for (const [stream, { viewer }] of viewers) {
        const version = viewer ? endings.get(viewer.id) : undefined;
        if (version !== undefined && version !== viewer?.tokenVersion) end(surveyId, stream);
      }
    }
  }

  function update(surveyId: string, results: Results | null | undefined): void {
    const survey = watched.get(surveyId);
    if (!survey || results === null) return;
    if (!results) {
      endAll(surveyId, survey);
      return;
    }
    if (survey.results && isSame(results, survey.results)) return;
    survey.results = results;
    survey.event = new LiveEvent(voteRoutes.watchResults, results);
    for (const [stream, { sees }] of survey.viewers) {
      if (sees || results.closed) stream.send(survey.event);
    }
  }

  function keepAlive(survey: WatchedSurvey): void {
    if (performance.now() - survey.keptAliveAt < quietMs) return;
    survey.keptAliveAt = performance.now();
    for (const stream of survey.viewers.keys()) stream.keepAlive();
  }

  function endAll(surveyId: string, { viewers }: WatchedSurvey): void {
    for (const stream of viewers.keys()) end(surveyId, stream);
  }

  function end(surveyId: string, stream: ResultsStream): void {
    const viewers = watched.get(surveyId)?.viewers;
    viewers?.delete(stream);
    if (viewers?.size === 0) watched.delete(surveyId);
    stream.end();
  }

  return {
    watch(surveyId, viewer, hangUp, sees = true) {
      const stream: ResultsStream = new EventStream();
      if (closed || hangUp.aborted) {
        stream.end();
        return stream;
      }
      const survey: WatchedSurvey = watched.get(surveyId) ?? {
        viewers: new Map(),
        keptAliveAt: performance.now(),
      };
      watched.set(surveyId, survey);
      survey.viewers.set(stream, { viewer, sees });
      hangUp.addEventListener("abort", () => end(surveyId, stream));
      if (survey.event && (sees || survey.results?.closed)) stream.send(survey.event);
      // The first byte tells the caller that the stream is open.
      else if (!sees) stream.keepAlive();
      timer ??= setTimeout(tick, 0);
      return stream;
    },
    countViewers() {
      return [...watched.values()].reduce((sum, { viewers }) => sum + viewers.size, 0);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      for (const [surveyId, survey] of watched) endAll(surveyId, survey);
    },
  };
}

function isSame(a: Results, b: Results): boolean {
  return a.yes === b.yes && a.no === b.no && a.closed === b.closed;
}
