// GET /api/operator/audit: who imported, changed or granted what, and when.

import type { FastifyInstance } from 'fastify';
import { AuditQuery, AuditShape } from '#contract/operator-journal';
import { Type } from '#contract/schema';
import { addOperatorRead, linkNext } from '#http/api/operator/operator-route';
import { parseCount } from '#http/request/query-values';
import type { OperatorParts } from '#http/request/server-parts';

const LARGEST_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;

export function addAuditRoute(app: FastifyInstance, { store, signIn }: OperatorParts): void {
  addOperatorRead<{ Querystring: AuditQuery }>(app, {
    url: '/api/operator/audit',
    summary: 'Both journals as one, newest first',
    querystring: AuditQuery,
    answer: Type.Array(AuditShape),
    refuses: ['field_invalid'],
    handler: async (request, reply) => {
      const { limit, before } = request.query;
      const { readAudit } = await import('#service/operator/operator-audit');
      const { entries, next } = await readAudit(
        store,
        signIn.accounts,
        parseCount(limit, 'limit', LARGEST_LIMIT) ?? DEFAULT_LIMIT,
        before,
      );
      if (next !== undefined) linkNext(request, reply, next);
      return entries.map((entry) => ({
        ...entry,
        recordedAt: new Date(entry.recordedAt).toISOString(),
      }));
    },
  });
}
