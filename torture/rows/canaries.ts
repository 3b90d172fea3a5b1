// A day of everything with secrets that can be recognised in any form, on both kinds of store.

import { makeSuiteRow } from '../suite-row.ts';

export const CANARY_FILES = [
  'test/security/canary-secrets.test.ts',
  'test/security/canary-secrets-postgres.test.ts',
];

export const canariesRow = makeSuiteRow({
  name: 'canaries',
  summary:
    'a day of commands and requests, right and wrong, whose every secret is searched for after it',
  count: 2,
  unit: 'stores',
  mustHold:
    'no password, token, key or session’s secret in logs, database, error bodies or metrics',
  files: CANARY_FILES,
});
