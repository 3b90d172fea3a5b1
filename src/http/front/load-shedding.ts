// More requests than can be answered: the newest are refused at once and cheaply, so that those before
// them get their answers while somebody still waits for them. What is refused was not begun.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { MINUTE_MS } from '#core/time/instant';
import { busyRefusal, RETRY_SECONDS } from '#http/answer/busy-refusal';
import { PROBLEM_TYPE, problemOf, statusOf } from '#http/answer/problem';
import { WaitingLine } from '#http/answer/waiting-line';
import { securityHeadersOf } from '#http/connection/security-headers';
import type { Metrics } from '#http/figures/metrics';

const { nodeTiming } = performance;

/** So long at a time are requests answered; then the loop takes in what has arrived. */
const ANSWERING_MS = 20;
const MOST_A_TURN = 256;

/**
 * The loop lets one connection in a turn. Where it did so that often in a row, more are waiting: they are
 * let in first, or they would wait out of sight for as long as all before them take together.
 */
const CROWD = 8;
/** So long at a time; each takes a twentieth of a millisecond. */
const LETTING_IN_MS = 20;

/** Requests of one connection that wait for its earlier ones; nobody in earnest sends so many ahead. */
const MOST_HELD = 2_000;

/** A probe that a busy server refused would have it restarted, or its load sent to the next one. */
const PROBES: readonly (string | undefined)[] = ['/healthz', '/readyz', '/metrics'];

const STATUS = statusOf('server_busy');
/** The document but for its last field, the request's id: it is written thousands of times a second. */
const DOCUMENT = JSON.stringify(problemOf(busyRefusal(), '')).slice(0, -'"}'.length);

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

export class LoadShedding {
  readonly #nextId: () => string;
  readonly #metrics: Metrics;
  readonly #logger: Logger;
  readonly #trustProxy: boolean;
  readonly #refused: Counter;
  readonly #line = new WaitingLine<Exchange>();
  readonly #held = new WeakMap<Socket, number>();
  #answer: Listener = () => {};
  #isClosing = false;
  /** The loop's count of its turns. */
  #turn = Number.NaN;
  /** Whether something is to be done at the end of this turn. */
  #isWatched = false;
  #answeringSinceMs = 0;
  #lettingInSinceMs = 0;
  /** In the turn before, of those in line. */
  #hasAnswered = true;
  #hasLetIn = false;
  /** Turns in a row that let somebody in. */
  #crowd = 0;
  #unsaid = 0;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(nextId: () => string, metrics: Metrics, logger: Logger, trustProxy: boolean) {
    this.#nextId = nextId;
    this.#metrics = metrics;
    this.#logger = logger;
    this.#trustProxy = trustProxy;
    this.#refused = new Counter({
      name: 'gridtide_http_requests_shed_total',
      help: 'Requests refused because they would have waited too long.',
      registers: [metrics.registry],
    });
  }

  /** Looks at every request before anybody else does, but for `arrive`, which is told of each. */
  attach(app: FastifyInstance, arrive: Listener): void {
    // Answers of a server that closes end their connections: the usual way knows.
    app.addHook('preClose', async () => {
      this.#isClosing = true;
    });
    const { server } = app;
    const [usual] = server.listeners('request') as [Listener];
    this.#answer = (request, response) => usual.call(server, request, response);
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      arrive(request, response);
      this.#receive(request, response);
    });
    server.on('connection', () => {
      if (!this.#isWatched) {
        this.#noticeTurn(performance.now());
        this.#watchTurn();
      }
      this.#hasLetIn = true;
    });
  }

  /** Counts a request that was refused, here or by whoever else found that it would wait too long. */
  count(): void {
    this.#refused.inc();
    this.#unsaid++;
    const now = performance.now();
    if (now - this.#saidAt < MINUTE_MS) return;
    this.#logger.warn({ refused: this.#unsaid }, 'too busy: requests are refused');
    this.#saidAt = now;
    this.#unsaid = 0;
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    if (response.socket === null) {
      this.#hold(request, response);
      return;
    }
    const now = performance.now();
    if (!this.#isWatched) this.#noticeTurn(now);
    const mayAnswer = this.#mayAnswer(now);
    // Most turns have nobody who waits, nor anybody new: nothing is to be done at their end.
    if (!this.#isWatched && (this.#crowd > 0 || !mayAnswer)) this.#watchTurn();
    if (mayAnswer || this.#isClosing || PROBES.includes(request.url))
      this.#answer(request, response);
    else if (!this.#line.join([request, response], now)) this.#refuse(request, response);
  }

  /**
   * A request that came before the answer to the one before it on its connection was taken waits for
   * that: whoever does not read would have many made for nothing.
   */
  #hold(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const count = (this.#held.get(socket) ?? 0) + 1;
    this.#held.set(socket, count);
    if (count > MOST_HELD) socket.destroy();
    response.once('socket', () => {
      this.#held.set(socket, this.#held.get(socket)! - 1);
      process.nextTick(() => this.#receive(request, response));
    });
  }

  /** Most requests find nobody before them, and never stand in line. */
  #mayAnswer(now: number): boolean {
    if (this.#line.length > 0 || this.#crowd >= CROWD) return false;
    return now - this.#answeringSinceMs < ANSWERING_MS;
  }

  /** Another turn has begun where the loop asked the system for more since. */
  #noticeTurn(now: number): void {
    const { loopCount } = nodeTiming.uvMetricsInfo;
    if (loopCount === this.#turn) return;
    this.#turn = loopCount;
    this.#answeringSinceMs = now;
  }

  #watchTurn(): void {
    this.#isWatched = true;
    // Runs once the loop has handed out all that had arrived when the turn began.
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#isWatched = false;
    this.#crowd = this.#hasLetIn ? this.#crowd + 1 : 0;
    this.#hasLetIn = false;
    if (this.#line.length === 0) return;
    const now = performance.now();
    if (this.#hasAnswered) this.#lettingInSinceMs = now;
    this.#hasAnswered = this.#crowd === 0 || now - this.#lettingInSinceMs > LETTING_IN_MS;
    if (this.#hasAnswered) this.#answerSome();
    this.#answeringSinceMs = now;
    this.#watchTurn();
  }

  /** Each in a callback of its own: only behind one does what was begun in it go on. */
  #answerSome(): void {
    let startedAt: number | undefined;
    const answerNext = (): void => {
      const now = performance.now();
      startedAt ??= now;
      const next = now - startedAt < ANSWERING_MS ? this.#line.next(now) : undefined;
      // Whoever has gone wants no answer.
      if (!next || next.who[0].socket.destroyed) return;
      if (next.isLate) this.#refuse(...next.who);
      else this.#answer(...next.who);
    };
    const most = Math.min(this.#line.length, MOST_A_TURN);
    for (let i = 0; i < most; i++) setImmediate(answerNext);
  }

  #refuse(request: IncomingMessage, response: ServerResponse): void {
    const id = this.#nextId();
    const body = `${DOCUMENT}${id}"}`;
    response.writeHead(STATUS, {
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(body),
      'retry-after': String(RETRY_SECONDS),
      'cache-control': 'no-store',
      'x-request-id': id,
      'server-timing': 'total;dur=0',
      ...securityHeadersOf(request, this.#trustProxy),
    });
    response.end(body);
    this.#metrics.observe(request.method ?? '', 'unknown', STATUS, 0);
    this.count();
  }
}
