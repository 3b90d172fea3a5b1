// The errors that the client throws.

import type { Problem } from '#contract/problem';

/** A refusal: the server answered with a problem document, or with something else that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly fields: NonNullable<Problem['errors']>;
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Partial<Problem> & { status: number }, retryAfter: string | null) {
    super(problem.detail ?? problem.title ?? `the server answered ${problem.status}`);
    this.status = problem.status;
    this.code = problem.code ?? 'unknown';
    this.requestId = problem.requestId;
    this.fields = problem.errors ?? [];
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

/** No answer came at all. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
