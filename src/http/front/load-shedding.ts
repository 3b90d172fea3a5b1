// Load shedding: if more requests arrive than can be answered, the server refuses the newest at once and
// cheaply. Earlier ones then get their answers while their clients still wait. No refused request was begun.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import {
  busyRefusal,
  PROBLEM_TYPE,
  problemOf,
  RETRY_SECONDS,
  statusOf,
} from '#http/answer/problem';
import { warnEachMinute } from '#http/connection/connection-cap';
import { answerHeaders } from '#http/connection/security-headers';
import type { Metrics } from '#http/figures/metrics';
import { CallersFirst } from '#http/front/callers-first';
import { ConnectionCrowd } from '#http/front/connection-crowd';
import { EMPTY_TIMING } from '#http/request/request-facts';

const { nodeTiming } = performance;

/** How long requests are answered in one turn of the event loop, before it takes in what has arrived. */
const ANSWERING_MS = 20;
/** The same for requests without a token: a caller with one waits no longer for them. */
const STRANGERS_MS = 2;
const MOST_A_TURN = 256;

/** Never refused: a probe that fails gets the server restarted, or its load sent to the next one. */
export const PROBE_PATHS: readonly (string | undefined)[] = ['/healthz', '/readyz'];

const STATUS = statusOf('server_busy');
/** The document up to the request's id, its last field. It is written thousands of times a second. */
const DOCUMENT = JSON.stringify(problemOf(busyRefusal(), '')).slice(0, -'"}'.length);

export interface SheddingParts {
  readonly nextId: () => string;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly trustProxy: boolean;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: RequestListener;
}

export class LoadShedding {
  readonly #parts: SheddingParts;
  readonly #countRefused: () => void;
  readonly #warn: () => void;
  readonly #line = new CallersFirst<Exchange>();
  /** Whether requests wait. Mostly none does, and the line is not looked at. */
  #hasLine = false;
  /** The event loop's count of its turns. */
  #turn = Number.NaN;
  /** Whether `#endTurn` runs at the end of this turn. */
  #isWatched = false;
  #answeringSinceMs = 0;
  readonly #crowd = new ConnectionCrowd();

  constructor(parts: SheddingParts) {
    this.#parts = parts;
    this.#countRefused = parts.metrics.own.addCounter(
      'gridtide_http_requests_shed_total',
      'Requests refused because they would have waited too long.',
    );
    this.#warn = warnEachMinute((refused) =>
      parts.logger.warn({ refused }, 'too busy: requests are refused'),
    );
  }

  /** Answers a request now or after those before it, or refuses it. `isStranger` is one without a token. */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    isStranger: boolean,
    answer: RequestListener,
  ): void {
    const now = performance.now();
    if (!this.#isWatched) this.#noticeTurn(now);
    const mayAnswer = this.#mayAnswer(now, isStranger);
    // In most turns no request waits and no connection is new: they need no work at their end.
    if (!this.#isWatched && (this.#crowd.isComing || !mayAnswer)) this.#watchTurn();
    if (mayAnswer) {
      if (this.#crowd.isWaiting) this.#crowd.noteCaller(now);
      answer(request, response);
    } else if (PROBE_PATHS.includes(request.url)) answer(request, response);
    else if (this.#line.join({ request, response, answer }, isStranger, now)) this.#hasLine = true;
    else this.refuse(request, response);
  }

  /** Notes an accepted connection. Call it for each one. */
  noticeConnection(): void {
    if (!this.#isWatched) {
      this.#noticeTurn(performance.now());
      this.#watchTurn();
    }
    this.#crowd.noticeConnection();
  }

  /** Counts a request that was refused here or by another queue. */
  count(): void {
    this.#countRefused();
    this.#warn();
  }

  /** Most requests find none before them, and never stand in line. */
  #mayAnswer(now: number, isStranger: boolean): boolean {
    if (this.#hasLine && this.#line.lengthBefore(isStranger) > 0) return false;
    if (this.#crowd.isWaiting && (isStranger || !this.#crowd.sparesCallers(now))) return false;
    return now - this.#answeringSinceMs < (isStranger ? STRANGERS_MS : ANSWERING_MS);
  }

  /** Another turn has begun if the event loop has asked the system for more since. */
  #noticeTurn(now: number): void {
    const { loopCount } = nodeTiming.uvMetricsInfo;
    if (loopCount === this.#turn) return;
    this.#turn = loopCount;
    this.#answeringSinceMs = now;
  }

  #watchTurn(): void {
    this.#isWatched = true;
    // Runs when the event loop has handed out all that had arrived when the turn began.
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#isWatched = false;
    const now = performance.now();
    this.#crowd.endTurn(now);
    this.#hasLine &&= this.#line.length > 0;
    if (!this.#hasLine) return;
    if (this.#crowd.leavesTurn(now)) this.#answerSome();
    this.#answeringSinceMs = now;
    this.#watchTurn();
  }

  /** Answers each request in a callback of its own: its microtasks run before the next one begins. */
  #answerSome(): void {
    let startedAt: number | undefined;
    const answerNext = (): void => {
      const now = performance.now();
      startedAt ??= now;
      const spentMs = now - startedAt;
      if (spentMs >= ANSWERING_MS) return;
      const next = this.#line.next(now, spentMs < STRANGERS_MS);
      if (!next) return;
      const { request, response, answer } = next.item;
      // A client that has gone wants no answer.
      if (request.socket.destroyed) return;
      if (next.isLate) this.refuse(request, response);
      else answer(request, response);
    };
    const most = Math.min(this.#line.length, MOST_A_TURN);
    for (let i = 0; i < most; i++) setImmediate(answerNext);
  }

  /** Refuses a request; `isLast` ends its connection with it. */
  refuse(request: IncomingMessage, response: ServerResponse, isLast = false): void {
    const { nextId, metrics, trustProxy } = this.#parts;
    const id = nextId();
    const body = `${DOCUMENT}${id}"}`;
    response.writeHead(STATUS, {
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(body),
      'retry-after': String(RETRY_SECONDS),
      'cache-control': 'no-store',
      ...(isLast ? { connection: 'close' } : {}),
      ...answerHeaders(request, id, EMPTY_TIMING, trustProxy),
    });
    response.end(body);
    metrics.requests.observe(request.method ?? '', 'unknown', STATUS, 0);
    this.count();
  }
}
