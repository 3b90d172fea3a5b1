// The same question asked again. Programs poll: the same address, the same token, nothing new. While
// nothing was committed since, such a question is answered from the kept bytes before it reaches the
// router: 1.5 times as many small answers a second. Whoever may not, or wants anything else than
// those bytes, takes the usual way; so does every first question.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, findCaller } from '#accounts/authenticate';
import type { Instant } from '#core/instant';
import type { Question } from '#http/answer-cache';
import { bearerOf, rateHeaders, takeTurnAtOnce } from '#http/guard';
import { countHosts } from '#http/host-header';
import type { ReportRequest } from '#http/report-request';
import { securityHeadersOf } from '#http/security-headers';
import { JSON_TYPE, sendInTurn } from '#http/send-bytes';
import type { ServerParts } from '#http/server-parts';
import { Stopwatch } from '#http/stopwatch';
import type { Plan } from '#store/account-store';

/** Headers that ask for more than the bytes, or that the usual way has something to say about. */
const UNUSUAL = ['if-none-match', 'content-length', 'transfer-encoding', 'expect', 'upgrade'];

/** A question with its headers, without its key: measured over 100,000 of them. */
const QUESTION_BYTES = 350;

interface Recalled {
  readonly caller: Caller;
  readonly question: Question;
  readonly bytes: Buffer;
}

export class AskedAgain {
  readonly #parts: ServerParts;
  readonly #nextId: () => string;
  readonly #report: ReportRequest;
  #isClosing = false;

  constructor(parts: ServerParts, nextId: () => string, report: ReportRequest) {
    this.#parts = parts;
    this.#nextId = nextId;
    this.#report = report;
  }

  /** Lets kept questions be answered before the router sees them. */
  attach(app: FastifyInstance): void {
    // Answers that end a server's life say so in a header: the usual way knows.
    app.addHook('preClose', async () => {
      this.#isClosing = true;
    });
    const { server } = app;
    const usual = server.listeners('request') as ((...args: unknown[]) => void)[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.#answer(request, response)) return;
      for (const listener of usual) listener.call(server, request, response);
    });
  }

  /**
   * For an answer that follows from the address, the plan and the data alone, not from the time. The
   * version must have been read before anything else was, so that a commit meanwhile is noticed.
   */
  remember(
    request: FastifyRequest,
    reply: FastifyReply,
    etag: string,
    dataVersion: number | undefined,
  ): void {
    const { caller, routeOptions, raw } = request;
    if (!caller || dataVersion === undefined || raw.method !== 'GET') return;
    const question = {
      route: routeOptions.url!,
      etag,
      lastModified: String(reply.getHeader('last-modified')),
      cacheControl: String(reply.getHeader('cache-control')),
      dataVersion,
    };
    this.#parts.answers.questions.add(keyOf(caller.plan, raw.url!), question, QUESTION_BYTES);
  }

  /** False where the usual way must answer; then nothing was sent or counted. */
  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#isClosing) return false;
    if (this.#parts.answers.questions.size === 0) return false;
    const { headers, url = '' } = request;
    const secret = bearerOf(headers.authorization)?.trim();
    if (!secret || UNUSUAL.some((name) => name in headers)) return false;
    if (countHosts(request) !== 1) return false;
    const stopwatch = new Stopwatch();
    const now = this.#parts.clock();
    const known = this.#recall(secret, url, now);
    if (!known) return false;
    const { caller, question, bytes } = known;
    const verdict = takeTurnAtOnce(this.#parts.limiter, caller, now);
    if (!verdict?.isAllowed) return false;
    const id = this.#nextId();
    response.writeHead(200, {
      etag: question.etag,
      'cache-control': question.cacheControl,
      'last-modified': question.lastModified,
      ...rateHeaders(verdict),
      'content-type': JSON_TYPE,
      'x-request-id': id,
      'server-timing': stopwatch.toString(),
      ...securityHeadersOf(request, this.#parts.trustProxy),
      'content-length': bytes.length,
    });
    sendInTurn(bytes.length, () => response.end(bytes));
    this.#report(id, 'GET', question.route, 200, stopwatch.elapsedMs, caller.user.name);
    return true;
  }

  #recall(secret: string, address: string, now: Instant): Recalled | undefined {
    const { desk, store, answers } = this.#parts;
    try {
      if (desk.clock.notice(now) instanceof Promise) return undefined;
      const caller = findCaller(desk.accounts, secret, now);
      if (!caller || caller instanceof Promise) return undefined;
      const question = answers.questions.peek(keyOf(caller.plan, address));
      if (!question || store.dataVersion?.() !== question.dataVersion) return undefined;
      const bytes = answers.find(question.etag);
      return bytes && { caller, question, bytes };
    } catch {
      // A store that fails is the usual way's business, which says so properly.
      return undefined;
    }
  }
}

const planTexts = new WeakMap<Plan, string>();

/** Plans are read anew every few seconds: what they say counts, not which object says it. */
function keyOf(plan: Plan, address: string): string {
  let text = planTexts.get(plan);
  if (text === undefined) planTexts.set(plan, (text = JSON.stringify(plan)));
  return `${address} ${text}`;
}
