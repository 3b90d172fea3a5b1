// What all routes of the operator interface have in common: who may call, and how they are documented.

import type { FastifySchema } from 'fastify';
import { OnceHeaders } from '#contract/operator';
import { documented } from '#http/openapi/documented';

type Documentation = Omit<Parameters<typeof documented>[0], 'tag' | 'access'>;

export const OPERATOR = { access: 'operator' } as const;

const TAG = 'Operator';

export const documentRead = (doc: Documentation): FastifySchema =>
  documented({
    ...doc,
    tag: TAG,
    access: 'bearer',
    refuses: ['operator_key_needed', ...doc.refuses],
  });

/** A write takes an Idempotency-Key. */
export const documentWrite = (doc: Documentation): FastifySchema => ({
  ...documentRead({
    ...doc,
    refuses: [
      'field_missing',
      'field_invalid',
      'idempotency_conflict',
      'write_unknown',
      ...doc.refuses,
    ],
  }),
  headers: OnceHeaders,
});
