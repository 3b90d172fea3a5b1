import { test } from 'node:test';
import { skipUnlessLong } from '../../harness/rounds.ts';
import { assertNothingLeft } from './canary-run.ts';

test(
  'no secret is found where it does not belong after all kinds of use, on PostgreSQL',
  { timeout: 600_000, skip: skipUnlessLong() },
  (t) => assertNothingLeft(t, 'postgres'),
);
