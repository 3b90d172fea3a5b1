// The checks that every refusal must pass.

import assert from 'node:assert/strict';
import { REFUSALS, type RefusalCode } from '#core/refusal-table';
import type { Answer } from '../../../harness/world/world.ts';

/** A problem document as tests read it. */
export interface ProblemRead {
  readonly detail: string;
  readonly code: RefusalCode;
  readonly requestId: string;
  readonly errors: { field: string; message: string; allowed?: string[] }[];
}

/** Asserts that an answer is the problem document of a code, and returns it. */
export function assertRefused(answer: Answer, status: number, code: RefusalCode): ProblemRead {
  const { body, headers } = answer;
  assert.equal(`${answer.status} ${body?.code}`, `${status} ${code}`, answer.text);
  assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  const { type, title, detail, requestId, errors, ...rest } = body;
  assert.deepEqual(rest, { status, code });
  assert.equal(type, `/errors#${code}`);
  assert.equal(title, REFUSALS[code].title);
  assert.equal(typeof detail, 'string');
  assert.notEqual(detail, '');
  assert.equal(requestId, headers['x-request-id']);
  for (const fault of errors ?? []) {
    assert.equal(typeof fault.field, 'string');
    assert.equal(typeof fault.message, 'string');
  }
  return { ...body, errors: errors ?? [] };
}

/** Asserts that an answer is the error of a code in the shape of Prometheus. */
export function assertPrometheusError(answer: Answer, status: number, code: RefusalCode): void {
  const { body, headers } = answer;
  assert.equal(`${answer.status} ${body?.code}`, `${status} ${code}`, answer.text);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  const { errorType, error, requestId, ...rest } = body;
  assert.deepEqual(rest, { status: 'error', code });
  assert.match(errorType, /^[a-z_]+$/);
  assert.notEqual(error, '');
  assert.equal(requestId, headers['x-request-id']);
}

/** The faults of a refusal as `field` → `allowed`. */
export const allowedOf = ({ errors }: ProblemRead): Record<string, string[] | undefined> =>
  Object.fromEntries(errors.map(({ field, allowed }) => [field, allowed]));
