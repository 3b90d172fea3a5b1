// Which answers may be compressed: only those whose route sets validators or says that they hold no secret, each by one
// function. The author of a new file that calls one makes sure of it, and adds the file to the table.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const ROOT = new URL('../../../src/http/', import.meta.url);

/** Values, runs, changes, lists of series, areas and feeds, functions for Power Query, pictures, tools, figures, the OpenAPI document. */
const WITHOUT_SECRETS = [
  'api/fundamental/meta-all.ts',
  'api/fundamental/meta.ts',
  'api/fundamental/series.ts',
  'api/mcp/answer-mcp.ts',
  'api/prometheus/routes.ts',
  'api/v1/accuracy.ts',
  'api/v1/changes/areas.ts',
  'api/v1/changes/events.ts',
  'api/v1/forecasts/runs.ts',
  'api/v1/forecasts/sliced.ts',
  'api/v1/links/power-query.ts',
  'api/v1/metadata-lists.ts',
  'api/v1/metadata.ts',
  'api/v1/pictures.ts',
  'api/v1/power-balance-forecast/answer-forecast.ts',
  'api/v1/power-balance-forecast/areas.ts',
  'api/v1/power-balance-forecast/days.ts',
  'api/v1/power-balance-forecast/overview.ts',
  'api/v1/power-balance-forecast/run-lists.ts',
  'api/v1/series.ts',
  'api/v1/status.ts',
  'api/v1/tables.ts',
  'health/health.ts',
  'openapi/openapi.ts',
  'pages/explorer-files.ts',
  'pages/pages.ts',
];

describe('answers that may be compressed', () => {
  it('only files in the table set validators or allow a coding, so that no answer with a secret is compressed', async () => {
    const files = (await readdir(ROOT, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const found: string[] = [];
    for (const name of files) {
      const text = await readFile(new URL(name, ROOT), 'utf8');
      if (
        /\bisUnchanged\(|\bplainTag = |\ballowCoding\(|\bhasNoSecret = /.test(text) &&
        !name.startsWith('answer/con')
      )
        found.push(name);
    }
    assert.deepEqual(found.sort(), WITHOUT_SECRETS);
  });
});
