// The errors that the client throws.

import type { Problem, ProblemCode } from '#contract/problem';

/** A refusal: the server answered with a problem document, or with something else that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What was refused, such as `series_unknown`; `unknown` if the answer was no problem document. */
  readonly code: ProblemCode | 'unknown';
  readonly requestId: string | undefined;
  /** The fields at fault, with what is allowed. */
  readonly fields: NonNullable<Problem['errors']>;
  /** The wait that the server asks for. A date, as a proxy may send, is no number of seconds: undefined. */
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Partial<Problem> & { status: number }, retryAfter: string | null) {
    super(problem.detail ?? problem.title ?? `the server answered ${problem.status}`);
    this.status = problem.status;
    this.code = (problem.code as ProblemCode) ?? 'unknown';
    this.requestId = problem.requestId;
    this.fields = problem.errors ?? [];
    const seconds = Number.parseFloat(retryAfter ?? '');
    this.retryAfterSeconds = seconds >= 0 ? seconds : undefined;
  }
}

/** No answer came, or none that could be read. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}
