// Every route by every kind of caller, by the table of who may what.

import { INTENDED } from '../../harness/authorisation/authorisation-callers.ts';
import { ROUTES } from '../../harness/authorisation/authorisation-routes.ts';
import { makeSuiteRow } from '../suite-row.ts';

export const AUTHORISATION_FILES = [
  'test/http/authorisation/authorisation.test.ts',
  'test/http/authorisation/authorisation-closed.test.ts',
];

export const authorisationRow = makeSuiteRow({
  name: 'authorisation',
  summary: 'every route by every kind of caller, with lists open and closed',
  count: ROUTES.length * INTENDED.size,
  unit: 'routes × callers',
  mustHold: 'exactly the intended answers; a new route without a row fails',
  files: AUTHORISATION_FILES,
});
