import { test } from 'node:test';
import { assertNothingLeft } from './canary-run.ts';

test('no secret of a whole day is left behind anywhere, on PostgreSQL', { timeout: 600_000 }, (t) =>
  assertNothingLeft(t, 'postgres'),
);
