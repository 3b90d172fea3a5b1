// What is known about a request while it is answered: who may call, who calls, and the time of each stage.

import type { Caller } from '#accounts/authenticate';
import { Refusal } from '#core/errors';
import type { MaybePromise } from '#core/maybe-promise';
import type { Instant } from '#core/time/instant';
import type { AnswerCache } from '#http/answer/answer-cache';

/** The header of an answer that took no time. */
export const EMPTY_TIMING = 'total;dur=0';

export class Stopwatch {
  readonly startedAtMs = performance.now();
  /** The stages so far, each with the comma that the next one needs: `auth;dur=0.1, `. */
  #stages = '';

  /** Times one stage, even if it fails. */
  time<T>(stage: string, work: () => MaybePromise<T>): MaybePromise<T> {
    const startedAt = performance.now();
    const end = (): void => {
      this.#stages += `${stage};dur=${hundredths(performance.now() - startedAt)}, `;
    };
    let result: MaybePromise<T>;
    try {
      result = work();
    } catch (error) {
      end();
      throw error;
    }
    if (result instanceof Promise) return result.finally(end);
    end();
    return result;
  }

  get elapsedMs(): number {
    return performance.now() - this.startedAtMs;
  }

  /** Returns the header: `auth;dur=0.1, read;dur=2.3, total;dur=2.6`. */
  toString(): string {
    return `${this.#stages}total;dur=${hundredths(this.elapsedMs)}`;
  }
}

/** Milliseconds with two decimals. `toFixed` takes five times as long. */
function hundredths(ms: number): string {
  const count = Math.round(ms * 100);
  const rest = count % 100;
  return `${(count - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`;
}

/**
 * Who may call a route. Every route says so; one that does not stops the start.
 * - public: everyone; no token is looked at.
 * - list: everyone, unless PUBLIC_LISTS=false; a token that is sent must be good.
 * - sign-in: everyone, but no page of another site: the answer sets a cookie.
 * - bearer: a caller with a token or key in the Authorization header, or with a session's cookie.
 * - basic: as for bearer, or a user name with a key or the password in a Basic header.
 * - userinfo: a caller with a token or key in UserInfo of the body, or as for bearer.
 * - session: a caller with the token of a sign-in in the Authorization header, or with a session's cookie; a key
 *   is refused.
 * - operator: a caller with an operator key in the Authorization header, or with the session of a user who is an
 *   operator, and nothing less.
 * - audit: the same, or with an auditor's key or session.
 * - write: the same as operator, or with the key or session of a writer whose patterns match the path's `:code`.
 */
export type Access =
  | 'public'
  | 'list'
  | 'sign-in'
  | 'bearer'
  | 'basic'
  | 'userinfo'
  | 'session'
  | 'operator'
  | 'audit'
  | 'write';

declare module 'fastify' {
  interface FastifyRequest {
    /** The time, read once when the request arrived. */
    now: Instant;
    caller: Caller | undefined;
    stopwatch: Stopwatch;
    /** The ETag of the answer as it is, without compression; undefined if the answer has none. */
    plainTag: string | undefined;
    /** Whether the answer may be compressed although it has no ETag. */
    hasNoSecret: boolean;
    /** The cache that the compressed answer is kept in; undefined if it is not kept. */
    keepsIn: AnswerCache | undefined;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Probes are answered however much the server has to do. They come every few seconds and are not logged. */
    isProbe?: boolean;
    /** The client may ask to wait for news: a long time is no fault. */
    mayWait?: boolean;
    /** Requests for files of a page, or by Prometheus, are not logged. */
    isQuiet?: boolean;
  }
}

/** Returns the caller; refuses if there is none. */
export function callerOf(request: { caller: Caller | undefined }): Caller {
  if (!request.caller) throw new Refusal('token_missing', 'a token is needed');
  return request.caller;
}
