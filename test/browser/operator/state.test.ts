// The state of the server: its store, its sources, and late series.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { CollectShape } from '#contract/operator-state';
import { HOUR_MS } from '#core/time/instant';
import { LAST_BACKUP, type Store } from '#store/store';
import { NOW } from '../demo-store.ts';
import { lookOver } from '../look-over.ts';
import { openOperatorExplorer } from './operator-explorer.ts';

/** A series that stopped two days ago, and a backup of the last night. */
async function prepare(store: Store): Promise<void> {
  await store.putSetting(LAST_BACKUP, String(NOW - 6 * HOUR_MS));
  await store.write(
    async (writer) => {
      const { key } = await writer.defineSeries({
        ...{ code: 'own.stopped', description: 'A meter that stopped', unit: 'MWh' },
        ...{ resolution: 'hour', area: null, category: null },
      });
      const expected = { pattern: 'own.*', source: '', expect: 'within P1D', since: NOW };
      await writer.putExpectation(expected);
      const last = Math.floor(NOW / HOUR_MS) - 48;
      await writer.writePoints(key, Int32Array.of(last), Float64Array.of(1), NOW - 47 * HOUR_MS);
      return undefined;
    },
    { kind: 'values', name: 'own.stopped', actor: 'test', now: NOW - 47 * HOUR_MS },
  );
}

const lastSuccessAt = new Date(NOW - 97 * HOUR_MS).toISOString();

/** What the server says of a source that failed and one that is well. */
const FAILED: CollectShape = {
  entries: [
    {
      ...{ name: 'prices', source: 'entsoe', everySeconds: 3_600, state: 'failed', isLate: true },
      ...{ lastSuccessAt, lastAttemptAt: lastSuccessAt, nextDueAt: new Date(NOW).toISOString() },
      ...{ note: null, lastError: 'the service answered 503', missingDays: 3 },
      feeds: [
        {
          ...{
            feed: 'entsoe/prices/FR',
            series: ['frhrprice'],
            lastError: 'no answer within 30 s',
          },
          ...{ lastSuccessAt, lastAttemptAt: lastSuccessAt },
          ...{ missingDays: 3, firstMissingDate: '2026-11-10' },
        },
      ],
    },
    {
      ...{ name: 'ecb', source: 'ecb', everySeconds: 21_600, state: 'done', isLate: false },
      ...{ lastSuccessAt, lastAttemptAt: lastSuccessAt, nextDueAt: new Date(NOW).toISOString() },
      ...{ note: null, lastError: null, missingDays: 0, feeds: [] },
    },
  ],
};

describe('the state of the server', () => {
  const explorer = openOperatorExplorer(prepare);

  explorer.it('the state is the first page of an operator and names late series', async (visit) => {
    const { page } = visit;
    await visit.open('/');
    await page.getByRole('link', { name: 'Operator' }).click();
    const store = page.getByRole('region', { name: 'Server and store' });
    await store.getByText(/ MB, 314 series$/).waitFor();
    await store.getByText(/ \(6 h ago\)$/).waitFor();
    await page
      .getByRole('region', { name: 'Sources' })
      .getByText('This server collects nothing by itself.')
      .waitFor();
    await page
      .getByRole('region', { name: 'Model runs' })
      .getByText('This server makes no runs of its own.')
      .waitFor();
    const late = page.getByRole('region', { name: 'Late series' });
    await late.getByText('A meter that stopped').waitFor();
    await late.getByText('within P1D').waitFor();
    await late.getByText('47 h ago').waitFor();
    await late.getByRole('link', { name: 'own.stopped' }).click();
    await page.waitForURL(/\/s\/own\.stopped/);
  });

  explorer.itLong('an old backup is warned about when the operator looks again', async (visit) => {
    const { page } = visit;
    await visit.open('/operator');
    const store = page.getByRole('region', { name: 'Server and store' });
    await store.getByText(/ \(6 h ago\)$/).waitFor();
    assert.equal(await store.getByText('Back the store up every day').count(), 0);
    const day = 24 * 60;
    explorer.passMinutes(8 * day);
    try {
      await visit.open('/operator');
      await store.getByText('Back the store up every day').waitFor();
      await store.getByText(/ \(8 days ago\)$/).waitFor();
    } finally {
      explorer.passMinutes(-8 * day);
    }
  });

  explorer.itLong(
    'a source that fails is shown with its error and what is missing',
    async (visit) => {
      const { page } = visit;
      await page.route('**/api/operator/collect', (route) => route.fulfill({ json: FAILED }));
      await visit.open('/operator');
      const sources = page.getByRole('region', { name: 'All sources' });
      await sources.getByText('failed, late').waitFor();
      await sources.getByText('4 days ago').first().waitFor();
      await page.getByText('prices: the service answered 503').waitFor();
      await page
        .getByText('entsoe/prices/FR: no answer within 30 s; 3 days missing from 2026-11-10 on')
        .waitFor();
      await lookOver(visit, 'operator-sources');
    },
  );

  explorer.itLong('the page of the state looks right in every state', async (visit) => {
    await visit.open('/operator');
    await visit.page.getByRole('region', { name: 'Late series' }).waitFor();
    await lookOver(visit, 'operator-state');
  });
});
