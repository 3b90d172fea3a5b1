// What the OpenAPI document says of a route beyond its schemas: answers, refusals, who may call.

// Adds tags, summary and security to FastifySchema.
import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import { ProblemSchema } from '#contract/problem';
import type { RefusalCode } from '#core/errors';
import { REFUSALS } from '#core/errors';
import { statusOf } from '#http/answer/problem';
import type { Access } from '#http/request/request-facts';

interface Documentation {
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Answered however busy the server is. */
  readonly isProbe?: boolean;
  readonly body?: unknown;
  readonly querystring?: unknown;
  readonly params?: unknown;
  /** Schema of the answer as JSON; left out where it is never JSON. */
  readonly answer?: unknown;
  readonly status?: number;
  /** Other content types of the answer. */
  readonly produces?: Record<string, unknown>;
  readonly refuses: readonly RefusalCode[];
}

const SECURITY: Record<Access, readonly Record<string, readonly string[]>[]> = {
  public: [],
  list: [{}, { bearer: [] }],
  bearer: [{ bearer: [] }],
  userinfo: [{}, { bearer: [] }],
};

const BY_ACCESS: Record<Access, readonly RefusalCode[]> = {
  public: [],
  // Missing where PUBLIC_LISTS=false, and where a Bearer header is there but empty.
  list: ['token_missing', 'token_invalid', 'rate_exceeded'],
  bearer: ['token_missing', 'token_invalid', 'rate_exceeded'],
  userinfo: ['token_missing', 'token_invalid', 'rate_exceeded'],
};

/** The schema of a route, complete enough to write a client from. */
export function documented(doc: Documentation): FastifySchema {
  const refusals = [
    ...(doc.body
      ? (['json_invalid', 'type_invalid', 'body_too_large', 'media_type_unsupported'] as const)
      : []),
    ...(doc.querystring ? (['type_invalid'] as const) : []),
    ...BY_ACCESS[doc.access],
    ...doc.refuses,
    'store_unavailable' as const,
    ...(doc.isProbe ? [] : (['server_busy'] as const)),
  ];
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of new Set(refusals)) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const response: Record<number, unknown> = {};
  response[doc.status ?? 200] = {
    description: 'The answer',
    content: {
      ...(doc.answer ? { 'application/json': { schema: doc.answer } } : {}),
      ...doc.produces,
    },
  };
  for (const [status, codes] of byStatus) {
    response[status] = {
      description: codes.map((code) => `${code}: ${REFUSALS[code].title}.`).join(' '),
      content: { 'application/problem+json': { schema: ProblemSchema } },
    };
  }
  return {
    tags: [doc.tag],
    summary: doc.summary,
    ...(doc.description ? { description: doc.description } : {}),
    security: SECURITY[doc.access] as never,
    ...(doc.body ? { body: doc.body } : {}),
    ...(doc.querystring ? { querystring: doc.querystring } : {}),
    ...(doc.params ? { params: doc.params } : {}),
    response,
  };
}
