// Whether a request asks for a dry run.

import { refuseField } from '#core/errors';
import { parseFlag } from '#http/request/query-values';

/** Reads the flag. No schema has checked it if the route reads its body itself: it may be a list. */
export function readDryRun(given: unknown): boolean {
  if (given === undefined || typeof given === 'string') return parseFlag(given, 'dryRun');
  throw refuseField('field_invalid', 'dryRun', 'must be given once', ['true', 'false']);
}
