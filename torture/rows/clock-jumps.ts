// A clock that is set back and forward, by milliseconds or by years, under everything that asks for the time.

import { makeSuiteRow } from '../suite-row.ts';

export const CLOCK_FILES = [
  'test/security/clock-jumps.test.ts',
  'test/security/clock-jumps-tokens.test.ts',
  'test/security/clock-jumps-credentials.test.ts',
  'test/security/clock-jumps-jobs.test.ts',
  'test/security/clock-jumps-limits.test.ts',
  'test/security/clock-jumps-retry.test.ts',
];

export const clockJumpsRow = makeSuiteRow({
  name: 'clock-jumps',
  summary: 'a clock that is set back and forward, by milliseconds or by years',
  count: 1_000,
  unit: 'jumps',
  mustHold: 'no expired token revives, no run or job happens twice, keywords are right',
  files: CLOCK_FILES,
  environment: (count, seed) => ({ JUMPS: String(count), SEED: String(seed) }),
});
