import { test } from 'node:test';
import { assertNothingLeft } from './canary-run.ts';

test(
  'no secret is found where it does not belong after all kinds of use, on SQLite',
  { timeout: 600_000 },
  (t) => assertNothingLeft(t, 'sqlite'),
);
