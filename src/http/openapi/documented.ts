// What the OpenAPI document says of a route: schemas, answers, refusals, and who may call it.

// Adds tags, summary and security to FastifySchema.
import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { ProblemSchema, PrometheusErrorSchema } from '#contract/problem';
import { REFUSALS, type RefusalCode } from '#core/refusal-table';
import { STATUS, statusOf } from '#http/answer/problem';
import type { Access } from '#http/request/request-facts';

export interface Documentation {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Whether the route is answered even if the server is busy. Its requests are not logged. */
  readonly isProbe?: boolean;
  /** Whether its requests are not logged. */
  readonly isQuiet?: boolean;
  /** Whether the client may ask to wait for news. */
  readonly mayWait?: boolean;
  readonly body?: unknown;
  /** The media types of the body; JSON by default. */
  readonly consumes?: readonly string[];
  readonly headers?: unknown;
  readonly querystring?: unknown;
  readonly params?: unknown;
  /** Schema of the answer as JSON. Left out if the answer is never JSON. */
  readonly answer?: unknown;
  /** The status of success; 200 by default. An answer with 204 is empty. */
  readonly status?: number;
  /** Other content types of the answer. */
  readonly produces?: Record<string, unknown>;
  readonly refuses: readonly RefusalCode[];
  /** Schema of an answer with 400, if that is no problem document. */
  readonly badRequest?: unknown;
}

const NO_CONTENT = 204;

const SECURITY: Record<Access, readonly Record<string, readonly string[]>[]> = {
  public: [],
  'sign-in': [],
  list: [{}, { bearer: [] }, { session: [] }],
  bearer: [{ bearer: [] }, { session: [] }],
  basic: [{ bearer: [] }, { session: [] }, { basic: [] }],
  userinfo: [{}, { bearer: [] }, { session: [] }],
  session: [{ bearer: [] }, { session: [] }],
  operator: [{ bearer: [] }],
  audit: [{ bearer: [] }],
  write: [{ bearer: [] }],
};

const TOKEN_REFUSALS = [
  'token_missing',
  'token_invalid',
  'session_ended',
  'cross_site_refused',
  'rate_exceeded',
] as const;

const BY_ACCESS: Record<Access, readonly RefusalCode[]> = {
  public: [],
  'sign-in': ['cross_site_refused'],
  // A list misses a token if PUBLIC_LISTS=false, or if a Bearer header is sent but empty.
  list: TOKEN_REFUSALS,
  bearer: TOKEN_REFUSALS,
  basic: [...TOKEN_REFUSALS, 'invalid_credentials', 'sign_in_throttled'],
  userinfo: TOKEN_REFUSALS,
  session: [...TOKEN_REFUSALS, 'session_needed'],
  operator: [...TOKEN_REFUSALS, 'operator_key_needed'],
  audit: [...TOKEN_REFUSALS, 'operator_key_needed'],
  write: [...TOKEN_REFUSALS, 'operator_key_needed', 'series_not_writable'],
};

/** Tools that ask as they ask Prometheus read refusals of its shape. */
function refusalContent({ access, badRequest }: Documentation, status: number) {
  const own = status === STATUS.bad_request ? badRequest : undefined;
  const schema = access === 'basic' ? PrometheusErrorSchema : own;
  return schema === undefined
    ? { 'application/problem+json': { schema: ProblemSchema } }
    : { 'application/json': { schema } };
}

/** Returns what the document says of a route besides the schemas that its requests are checked by. */
export function documented(doc: Documentation): FastifySchema {
  const refusals = [
    ...(doc.body
      ? (['json_invalid', 'type_invalid', 'body_too_large', 'media_type_unsupported'] as const)
      : []),
    ...(doc.querystring ? (['type_invalid'] as const) : []),
    ...BY_ACCESS[doc.access],
    ...doc.refuses,
    'store_unavailable' as const,
    ...(doc.isProbe ? [] : (['rate_exceeded', 'server_busy'] as const)),
  ];
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of new Set(refusals)) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const response: Record<number, unknown> = {};
  const content = {
    ...(doc.answer ? { 'application/json': { schema: doc.answer } } : {}),
    ...doc.produces,
  };
  response[doc.status ?? 200] =
    doc.status === NO_CONTENT
      ? { description: 'Done; the answer is empty', type: 'null' }
      : { description: 'The answer', content };
  for (const [status, codes] of byStatus) {
    response[status] = {
      description: codes.map((code) => `${code}: ${REFUSALS[code].title}.`).join(' '),
      content: refusalContent(doc, status),
    };
  }
  return {
    tags: [doc.tag],
    summary: doc.summary,
    ...(doc.description ? { description: doc.description } : {}),
    security: SECURITY[doc.access] as never,
    ...(doc.consumes ? { consumes: [...doc.consumes] } : {}),
    response,
  };
}
