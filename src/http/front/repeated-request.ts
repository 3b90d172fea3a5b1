// The repeated request. Programs poll: the same address and body, the same token, nothing new. If nothing
// was committed since, such a request is answered from the kept bytes before it reaches the router: 1.5
// times as many small answers a second, and for ten years of days 49 µs of CPU instead of 82. The router
// takes every first request, and every one that is not allowed or asks for more than those bytes.

import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, findHolder } from '#accounts/authenticate';
import type { Instant } from '#core/time/instant';
import type { Question } from '#http/answer/answer-cache';
import { chooseCoding } from '#http/answer/content-coding';
import { endWith, JSON_TYPE, sendQueued, textOf } from '#http/answer/send-bytes';
import { callerAddressOf, hostFault } from '#http/connection/client-origin';
import { securityHeaderList } from '#http/connection/security-headers';
import type { ReportRequest } from '#http/figures/report-request';
import { ConnectionSecrets } from '#http/front/connection-secrets';
import { WakefulLoop } from '#http/front/wakeful-loop';
import { hasTwoSecrets } from '#http/request/guard';
import { secretOf } from '#http/request/presented-secret';
import { Stopwatch } from '#http/request/request-facts';
import { countRequestAtOnce, rateHeaders } from '#http/request/request-rate';
import type { AccountParts, ConnectionParts, ReadParts } from '#http/request/server-parts';
import type { StrangerLimit } from '#http/request/stranger-limit';

/** The bytes of a question with its headers, without its key: measured over 100,000 of them. */
const QUESTION_BYTES = 520;

/** Up to this length a question has the text of its answer with it. Most answers that are polled are as short. */
const SHORT_ANSWER = 1_024;

/** Questions are short. Only the parser reads a longer body. */
const LONGEST_BODY = 4_096;

interface Recalled {
  readonly caller: Caller;
  readonly question: Question;
  readonly answer: Buffer | string;
}

type RepeatedParts = Pick<ReadParts, 'answers' | 'context'> &
  Pick<AccountParts, 'limiter' | 'signIn'> &
  Pick<ConnectionParts, 'clock' | 'trustProxy'>;

/** How a request that is answered here is named, and who is told of it. */
interface RepeatedReports {
  readonly nextId: () => string;
  readonly report: ReportRequest;
  readonly strangers: StrangerLimit;
}

export class RepeatedRequests {
  readonly #parts: RepeatedParts;
  readonly #reports: RepeatedReports;
  /** Whether answers are kept at all. */
  readonly #isOn: boolean;
  readonly #posts = new Set<string | undefined>();
  /** The keys of requests with a body, made before the router reads the body. */
  readonly #keys = new WeakMap<IncomingMessage, string>();
  readonly #secrets = new ConnectionSecrets();
  readonly #loop = new WakefulLoop();

  constructor(parts: RepeatedParts, reports: RepeatedReports) {
    this.#parts = parts;
    this.#reports = reports;
    this.#isOn = parts.answers.questions.maxBytes > 0;
  }

  /** Says that requests with a body to this address may be remembered. */
  expectPosts(address: string): void {
    this.#posts.add(address);
  }

  /**
   * Remembers a request whose answer follows from the request, the plan, the data and the market's day
   * alone. The version must be read before anything else, so that a commit in the meantime is noticed. A
   * request that comes for the first time has no kept answer yet, and is not remembered. Neither is one with a
   * session's cookie: the router must see which site sent it.
   */
  remember(
    request: FastifyRequest,
    reply: FastifyReply,
    etag: string,
    dataVersion: number | undefined,
  ): void {
    const { caller, routeOptions, raw, now } = request;
    if (!caller || dataVersion === undefined) return;
    const coding = chooseCoding(raw.headers['accept-encoding']);
    const form = this.#parts.answers.findForm(etag, coding);
    if (!form) return;
    if (caller.credential.kind === 'session' || hasTwoSecrets(request)) return;
    const key = raw.method === 'GET' ? this.#keyOfGet(raw) : this.#keys.get(raw);
    if (key === undefined) return;
    const question = {
      route: routeOptions.url!,
      tag: form.tag,
      headers: [
        ...['etag', form.tag],
        ...headersOf(reply, ['cache-control', 'last-modified', 'vary']),
        ...(form.coding ? ['content-encoding', form.coding] : []),
        ...['content-type', JSON_TYPE, 'content-length', String(form.bytes.length)],
      ],
      dataVersion,
      marketDay: this.#parts.context.zone.dayOf(now),
      credential: caller.credential.hash,
      standing: standingOf(caller),
      text: form.bytes.length <= SHORT_ANSWER ? textOf(form.bytes) : undefined,
    };
    const bytes = QUESTION_BYTES + (question.text?.length ?? 0);
    this.#parts.answers.questions.add(key, question, bytes);
  }

  /** Whether a request is recognised by its body too. */
  readsBodyOf({ method, url }: IncomingMessage): boolean {
    return this.#isOn && method === 'POST' && this.#posts.has(url);
  }

  /** Answers a repeated request. False if the router must answer; then nothing was sent or counted. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#isOn || this.#hasSession(request)) return false;
    if (request.method === 'GET') return this.#answerGet(request, response);
    return this.readsBodyOf(request) && this.#answerPost(request, response);
  }

  #hasSession(request: IncomingMessage): boolean {
    if (request.headers.cookie === undefined) return false;
    return secretOf(request, this.#parts.trustProxy)?.isCookie === true;
  }

  #answerGet(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#parts.answers.questions.size === 0) return false;
    const { headers } = request;
    if (headers.authorization === undefined || 'content-length' in headers) return false;
    return this.#answerByKey(request, response, this.#keyOfGet(request));
  }

  /** Neither a header nor an address has a line break. */
  #keyOfGet(request: IncomingMessage): string {
    return `${this.#secrets.textOf(request)}${request.url}`;
  }

  #answerPost(request: IncomingMessage, response: ServerResponse): boolean {
    const body = takeArrivedBody(request);
    if (!body) return false;
    const key = this.#keyOfPost(request, body.toString('latin1'));
    if (this.#answerByKey(request, response, key)) return true;
    this.#keys.set(request, key);
    request.unshift(body);
    return false;
  }

  /**
   * Makes the key of a POST. A body with a header beside it holds no secret, as a request with two is not
   * remembered; other bodies are hidden by a digest.
   */
  #keyOfPost(request: IncomingMessage, body: string): string {
    const { url, headers } = request;
    const text = `${this.#secrets.textOf(request)}${url}\n${body}`;
    return headers.authorization === undefined ? hash('sha256', text, 'base64url') : text;
  }

  #answerByKey(request: IncomingMessage, response: ServerResponse, key: string): boolean {
    if (isUnusual(request.headers)) return false;
    if (hostFault(request) !== undefined) return false;
    const stopwatch = new Stopwatch();
    const now = this.#parts.clock();
    const recalled = this.#recall(key, now);
    if (!recalled) return false;
    const { caller, question, answer } = recalled;
    const verdict = countRequestAtOnce(this.#parts.limiter, caller, now);
    if (!verdict?.isAllowed) return false;
    this.#parts.signIn.keyUses.note(caller.credential, now);
    const { nextId, report, strangers } = this.#reports;
    const id = nextId();
    response.writeHead(200, [
      ...question.headers,
      ...rateHeaders(verdict),
      'x-request-id',
      id,
      'server-timing',
      stopwatch.toString(),
      ...securityHeaderList(request, this.#parts.trustProxy),
    ]);
    sendQueued(answer.length, () => endWith(response, answer));
    // Without a header it was counted as a stranger's: its token is in the body.
    if (request.headers.authorization === undefined)
      strangers.noticeCaller(request, callerAddressOf(request, this.#parts.trustProxy));
    const { startedAtMs, elapsedMs } = stopwatch;
    this.#loop.noteAnswer(request.socket, startedAtMs, startedAtMs + elapsedMs);
    report({
      id,
      method: request.method!,
      route: question.route,
      status: 200,
      elapsedMs,
      user: caller.user.name,
      traceparent: request.headers.traceparent,
    });
    return true;
  }

  #recall(key: string, now: Instant): Recalled | undefined {
    const { signIn, answers, context } = this.#parts;
    const question = answers.questions.peek(key);
    if (!question || question.marketDay !== context.zone.dayOf(now)) return undefined;
    try {
      if (signIn.clock.notice(now) instanceof Promise) return undefined;
      const caller = findHolder(signIn.accounts, question.credential, now);
      if (!caller || caller instanceof Promise) return undefined;
      if (standingOf(caller) !== question.standing) return undefined;
      if (context.store.dataVersion?.() !== question.dataVersion) return undefined;
      const answer = question.text ?? answers.find(question.tag);
      return answer === undefined ? undefined : { caller, question, answer };
    } catch {
      // The router reports a store that fails, in its own words.
      return undefined;
    }
  }
}

/** Whether headers ask for more than the bytes, or for what the router must judge. */
const isUnusual = (headers: IncomingHttpHeaders): boolean =>
  headers['if-none-match'] !== undefined ||
  headers['transfer-encoding'] !== undefined ||
  headers['content-encoding'] !== undefined ||
  headers.expect !== undefined ||
  headers.upgrade !== undefined;

/**
 * Takes a body that has arrived as a whole, as a small one mostly does with the headers. If the request is
 * then not answered, the body must be put back: `request.unshift(body)`.
 */
function takeArrivedBody(request: IncomingMessage): Buffer | undefined {
  const { readableLength, headers } = request;
  if (readableLength === 0 || readableLength > LONGEST_BODY) return undefined;
  if (Number(headers['content-length']) !== readableLength) return undefined;
  return request.read();
}

/** Those of the named headers that a reply has, with their values. */
const headersOf = (reply: FastifyReply, names: readonly string[]): string[] =>
  names.flatMap((name) => (reply.hasHeader(name) ? [name, `${reply.getHeader(name)}`] : []));

const standings = new WeakMap<Caller, string>();

/** A digest of a caller's name and plan. It is made again with every grant, which lives a few seconds. */
function standingOf(caller: Caller): string {
  let text = standings.get(caller);
  if (text === undefined) {
    text = hash('sha256', JSON.stringify([caller.user.name, caller.plan]), 'base64url');
    standings.set(caller, text);
  }
  return text;
}
