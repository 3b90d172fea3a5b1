// Refusals as problem documents (RFC 9457), as Prometheus' errors below its path, and as JSON-RPC's. Only this file
// knows their HTTP statuses.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#contract/problem';
import { Refusal } from '#core/errors';
import { REFUSALS, type RefusalCode, type RefusalKind } from '#core/refusal-table';
import { CommitUnknown, StoreDamaged, StoreUnavailable, StoreUnwritable } from '#store/store';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const JSON_TYPE = 'application/json; charset=utf-8';
const MOST_OFFERED = 12;

export const STATUS: Record<RefusalKind, number> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media: 415,
  range_not_satisfiable: 416,
  not_computable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

const STORE_RETRY_SECONDS = 2;

export const statusOf = (code: RefusalCode): number => STATUS[REFUSALS[code].kind];

/** Returns the document of a refusal. */
export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { title } = REFUSALS[refusal.code];
  const problem: Problem = {
    type: `/errors#${refusal.code}`,
    title,
    status: statusOf(refusal.code),
    detail: refusal.message,
    code: refusal.code,
    requestId,
  };
  if (refusal.faults.length > 0) {
    problem.errors = refusal.faults.map(({ field, message, allowed }) =>
      allowed ? { field, message, allowed: [...allowed] } : { field, message },
    );
  }
  return problem;
}

/** Sends the document of a refusal. */
export function sendRefusal(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (REFUSALS[refusal.code].kind === 'unauthenticated') {
    reply.header(
      'www-authenticate',
      refusal.code === 'token_invalid' ? 'Bearer error="invalid_token"' : 'Bearer',
    );
  }
  const status = statusOf(refusal.code);
  const shape = shapeOf(request, status);
  reply.code(status).header('content-type', shape === problemOf ? PROBLEM_TYPE : JSON_TYPE);
  reply.removeHeader('etag').removeHeader('last-modified').header('cache-control', 'no-store');
  return reply.send(JSON.stringify(shape(refusal, request.id)));
}

type Shape = (refusal: Refusal, requestId: string) => object;

/** The shape of a refusal. Others' interfaces have their own; JSON-RPC has one for messages that it cannot read. */
function shapeOf({ url }: FastifyRequest, status: number): Shape {
  if (url.startsWith('/prometheus/')) return prometheusErrorOf;
  return status === STATUS.bad_request && /^\/mcp(?:\?|$)/.test(url) ? rpcErrorOf : problemOf;
}

/** Errors of JSON-RPC 2.0: the message is no JSON, or no message. */
function rpcErrorOf({ code, message }: Refusal, requestId: string) {
  const number = code === 'json_invalid' ? -32700 : -32600;
  return { jsonrpc: '2.0', error: { code: number, message, data: { code, requestId } } };
}

/** The words of Prometheus; for what it does not know, those of its kin. */
const ERROR_TYPES: Partial<Record<RefusalKind, string>> = {
  unauthenticated: 'unauthorized',
  forbidden: 'forbidden',
  not_found: 'not_found',
  not_computable: 'execution',
  rate_limited: 'too_many_requests',
  internal: 'internal',
  unavailable: 'unavailable',
};

/** The same document in the shape that tools of Prometheus read: the message has what is allowed, too. */
function prometheusErrorOf(refusal: Refusal, requestId: string) {
  const { code, message, faults } = refusal;
  const allowed = [...new Set(faults.flatMap((fault) => fault.allowed ?? []))];
  const offers =
    allowed.length > 0 ? `; allowed: ${allowed.slice(0, MOST_OFFERED).join(' · ')}` : '';
  const errorType = ERROR_TYPES[REFUSALS[code].kind] ?? 'bad_data';
  return { status: 'error', errorType, error: message + offers, code, requestId };
}

/** Turns anything thrown into a refusal. An unexpected error becomes `internal`, which says nothing more. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    const detail =
      error instanceof StoreUnwritable
        ? 'the store takes nothing new at the moment, so nothing of this was stored; reading goes on'
        : 'the store cannot be reached at the moment';
    return new Refusal('store_unavailable', detail, {
      retryAfterSeconds: STORE_RETRY_SECONDS,
      cause: error,
    });
  }
  // The message names the series and the chunk or run.
  if (error instanceof StoreDamaged)
    return new Refusal('data_damaged', error.message, { cause: error });
  return frameworkRefusal(error as Partial<FastifyError>);
}

/**
 * Turns the CommitUnknown of a write into `write_unknown`; other errors pass through. Requests that write
 * only in passing, such as a count of requests, do not use it.
 */
export function unknownWriteOf(error: unknown): unknown {
  if (!(error instanceof CommitUnknown)) return error;
  const detail =
    'the store was lost while it stored this: it may be stored or not; sent again with the same Idempotency-Key it is stored once';
  return new Refusal('write_unknown', detail, {
    retryAfterSeconds: STORE_RETRY_SECONDS,
    cause: error,
  });
}

/** Like `unknownWriteOf`, for `.catch`. */
export function tellUnknownWrite(error: unknown): never {
  throw unknownWriteOf(error);
}

function frameworkRefusal(error: Partial<FastifyError>): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('body_too_large', 'the body is larger than this path accepts');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(
        'media_type_unsupported',
        'the body must be sent as Content-Type: application/json',
      );
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal('json_invalid', 'the body is empty; a JSON object is needed');
    default: {
      const status = error.statusCode ?? 500;
      // The file server answers 403 for a folder. For a client there is nothing at that path.
      if (status === 403 || status === 404) {
        return new Refusal('path_unknown', 'there is nothing at this path');
      }
      return status >= 400 && status < 500
        ? new Refusal('request_malformed', 'the request cannot be understood', { cause: error })
        : new Refusal('internal', 'something went wrong here; the request id names the log entry', {
            cause: error,
          });
    }
  }
}

/** How long a client waits before it asks a busy server again. */
export const RETRY_SECONDS = 1;

/** The refusal of a request that the server cannot answer in time. */
export const busyRefusal = (): Refusal =>
  new Refusal('server_busy', 'more is asked of this server than it can answer in time', {
    retryAfterSeconds: RETRY_SECONDS,
  });
