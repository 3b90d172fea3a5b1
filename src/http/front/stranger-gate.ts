// The gate for addresses that have sent too many requests without a token: each further one waits a moment
// and is refused before the router sees it, and before its body is read.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '#core/errors';
import { type MaybePromise, whenReady } from '#core/maybe-promise';
import { PROBLEM_TYPE, problemOf, statusOf } from '#http/answer/problem';
import { callerAddressOf } from '#http/connection/client-origin';
import { answerHeaders } from '#http/connection/security-headers';
import type { ReportRequest } from '#http/figures/report-request';
import { PROBE_PATHS } from '#http/front/load-shedding';
import { PacedRefusals } from '#http/front/paced-refusals';
import {
  findPresented,
  type PresentedSecret,
  secretAtDoor,
  showsSecret,
} from '#http/request/presented-secret';
import { EMPTY_TIMING } from '#http/request/request-facts';
import type { AccountParts, ConnectionParts } from '#http/request/server-parts';
import { costOf, type StrangerLimit } from '#http/request/stranger-limit';

export interface GateParts
  extends Pick<AccountParts, 'signIn'>,
    Pick<ConnectionParts, 'clock' | 'trustProxy'> {
  readonly limit: StrangerLimit;
  readonly nextId: () => string;
  readonly report: ReportRequest;
}

export class StrangerGate {
  readonly #parts: GateParts;
  readonly #refusals = new PacedRefusals();
  #isClosing = false;

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** Refuses all that wait for their refusal, because the server closes. */
  close(): void {
    this.#isClosing = true;
    this.#refusals.close();
  }

  /** Whether a request has no good token or session, as far as can be told before it is read. */
  isStranger(request: IncomingMessage): boolean {
    const { limit, trustProxy } = this.#parts;
    if (limit.hasCallers(callerAddressOf(request, trustProxy)))
      return request.method !== 'POST' && !showsSecret(request, trustProxy);
    const presented = secretAtDoor(request, trustProxy);
    return presented === undefined || !this.#mayBeGood(presented);
  }

  /** Whether a secret is good, or the store has to be waited for to know. */
  #mayBeGood(presented: PresentedSecret): boolean {
    const { signIn, clock } = this.#parts;
    try {
      const found = findPresented(signIn, presented, clock());
      if (!(found instanceof Promise)) return found !== undefined;
      // Unhandled, a failure of the store would end the process.
      found.catch(() => {});
    } catch {}
    // The router asks again, and reports a store that fails.
    return true;
  }

  /** Whether a request may go on. One that may not is refused here. */
  admits(request: IncomingMessage, response: ServerResponse): MaybePromise<boolean> {
    const { limit, trustProxy } = this.#parts;
    const address = callerAddressOf(request, trustProxy);
    const seconds = limit.waitSeconds(address);
    if (PROBE_PATHS.includes(request.url)) return true;
    if (seconds === 0) {
      // Whether a token in the header, or a cookie, is good is known when the request is answered.
      if (!showsSecret(request, trustProxy)) limit.charge(request, address);
      return true;
    }
    return whenReady(this.#isCaller(request, address), (isCaller) => {
      if (!isCaller) this.#refuseLater(request, response, seconds);
      return isCaller;
    });
  }

  /** Refuses a request later. Nothing more is read from the connection until then. */
  #refuseLater(request: IncomingMessage, response: ServerResponse, seconds: number): void {
    const { socket } = request;
    socket.pause();
    this.#refusals.add(
      () => {
        if (!hasLongBody(request)) socket.resume();
        this.#refuse(request, response, seconds);
      },
      Math.max(1, Math.min(costOf(request), MOST_COST)),
    );
  }

  /**
   * Whether a request comes with a good token or session. A token in a body is not known yet: such a request
   * goes on if callers with a token use the address.
   */
  #isCaller(request: IncomingMessage, address: string): MaybePromise<boolean> {
    const { limit, signIn, clock, trustProxy } = this.#parts;
    const presented = secretAtDoor(request, trustProxy);
    if (presented === undefined) return request.method === 'POST' && limit.hasCallers(address);
    const found = whenReady(findPresented(signIn, presented, clock()), Boolean);
    // A store that fails is for the router to report.
    return found instanceof Promise ? found.catch(() => true) : found;
  }

  #refuse(request: IncomingMessage, response: ServerResponse, seconds: number): void {
    // A client that has gone wants no answer.
    if (request.socket.destroyed) return;
    const { nextId, report, trustProxy } = this.#parts;
    const id = nextId();
    const status = statusOf('rate_exceeded');
    const body = JSON.stringify(problemOf(refusalOf(seconds), id));
    response.writeHead(status, {
      'content-type': PROBLEM_TYPE,
      'content-length': Buffer.byteLength(body),
      'retry-after': String(seconds),
      'cache-control': 'no-store',
      // Otherwise the rest of the body would be read, only to be thrown away.
      ...(this.#isClosing || hasLongBody(request) ? { connection: 'close' } : {}),
      ...answerHeaders(request, id, EMPTY_TIMING, trustProxy),
    });
    response.end(body);
    const { method = '' } = request;
    report({ id, method, route: 'unknown', status, elapsedMs: 0, user: undefined, isQuiet: true });
  }
}

const refusalOf = (seconds: number): Refusal =>
  new Refusal(
    'rate_exceeded',
    `this address has sent too many requests without a token; wait ${seconds} s`,
  );

const LONG_BODY_BYTES = 64 * 1024;
/** The most that a refusal costs: a longer body is not read to its end. */
const MOST_COST = 16;

const hasLongBody = ({ headers }: IncomingMessage): boolean =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > LONG_BODY_BYTES;
