// Which answers may be compressed: only those whose validators are set, which is done by one function. The author of a
// new file that calls it makes sure that its answers hold no secret, and adds it to the table.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const ROOT = new URL('../../../src/http/', import.meta.url);

/** Values, runs, lists of series and areas, pictures, the OpenAPI document. */
const WITHOUT_SECRETS = [
  'api/fundamental/meta-all.ts',
  'api/fundamental/meta.ts',
  'api/fundamental/series.ts',
  'api/v1/accuracy.ts',
  'api/v1/changes/areas.ts',
  'api/v1/forecasts/runs.ts',
  'api/v1/forecasts/sliced.ts',
  'api/v1/metadata-lists.ts',
  'api/v1/metadata.ts',
  'api/v1/pictures.ts',
  'api/v1/power-balance-forecast/answer-forecast.ts',
  'api/v1/power-balance-forecast/areas.ts',
  'api/v1/power-balance-forecast/days.ts',
  'api/v1/power-balance-forecast/overview.ts',
  'api/v1/power-balance-forecast/run-lists.ts',
  'api/v1/series.ts',
  'api/v1/tables.ts',
  'openapi/openapi.ts',
  'pages/explorer-files.ts',
];

describe('answers that may be compressed', () => {
  it('only files in the table set validators, so that no answer with a secret is compressed', async () => {
    const files = (await readdir(ROOT, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const found: string[] = [];
    for (const name of files) {
      const text = await readFile(new URL(name, ROOT), 'utf8');
      if (/\bisUnchanged\(|\bplainTag = /.test(text) && name !== 'answer/conditional.ts')
        found.push(name);
    }
    assert.deepEqual(found.sort(), WITHOUT_SECRETS);
  });
});
