// Forecast targets on the operator's page: defined, shown with their drivers, changed and removed.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import type { Store } from '#store/store';
import { NOW } from '../demo-store.ts';
import { lookOver } from '../look-over.ts';
import { openOperatorExplorer } from './operator-explorer.ts';

/** Stores runs of a week, with bands, under the name that the test defines a target by. */
async function storeRuns(store: Store): Promise<void> {
  await store.write(async (writer) => {
    const { key } = (await writer.findSeries('dehrwind'))!;
    for (let day = Math.floor(NOW / DAY_MS) - 8; day < Math.floor(NOW / DAY_MS) - 1; day++) {
      const firstIndex = (day + 1) * 24;
      const actual = await writer.readValues(key, { start: firstIndex, end: firstIndex + 24 });
      const values = actual.map((value, i) => value + (i % 2 === 0 ? 200 : -200));
      const bands = [80, 90].map((level) => ({
        ...{ level, lower: values.map((value) => value - 2 * level) },
        upper: values.map((value) => value + 3 * level),
      }));
      const analyzedAt = day * DAY_MS + 6 * HOUR_MS;
      const run = { analyzedAt, updatedAt: analyzedAt, firstIndex, values, source: 'baltic' };
      await writer.writeRun(key, run, NOW, undefined, bands);
    }
  });
}

describe('forecast targets of operators', () => {
  const explorer = openOperatorExplorer(storeRuns);

  explorer.it(
    'a series is defined as a target, shown with its drivers, changed and removed',
    { faults: [/^404 /] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/operator/forecasts');
      await page.getByText('No series is defined as a forecast target.').waitFor();
      await page.getByRole('button', { name: 'Forecast a series…' }).click();
      const form = page.getByRole('dialog', { name: 'Forecast a series' });
      await form.getByLabel('Name, which is the source of the runs').fill('Baltic');
      await form.getByLabel('Series to forecast').fill('nothing');
      await form.getByRole('button', { name: 'Define' }).click();
      await form.getByText('no series "nothing"').waitFor();
      await form.getByLabel('Series to forecast').fill('dehrwind');
      await form.getByLabel(/^UTC hours/).fill('5, 17');
      await visit.keepPicture('operator-target-form');
      await form.getByRole('button', { name: 'Define' }).click();
      const row = page.getByRole('row', { name: /^baltic dehrwind wind \(guessed\) DE by code/ });
      await row.waitFor();
      assert.match(await row.innerText(), /05, 17 UTC/);
      const scores = page.getByRole('table').nth(1);
      const score = scores.getByRole('row', { name: /^baltic 200\S* MWh / });
      await score.waitFor();
      // Every other value lies below both bands. The last hour of each run is of the second day ahead.
      const [, , naive, crps, ...rest] = (await score.innerText()).split('\t');
      assert.match(naive!, / MWh \(rMAE \d\.\d\d\)$/);
      assert.match(crps!, /^\d\S* MWh$/);
      assert.deepEqual(rest, ['47.8 %', '47.8 %', '6.7 (161 values: few)']);
      const drivers = page.getByRole('table').nth(2);
      await drivers.getByRole('row', { name: 'dehrwindforecast yes' }).waitFor();
      await drivers.getByRole('row', { name: /^dehrtemp no / }).waitFor();
      await page.getByText(/^A run made now uses \d of these series\.$/).waitFor();
      await lookOver(visit, 'operator-targets');

      await page.getByRole('button', { name: 'Change baltic' }).click();
      const change = page.getByRole('dialog', { name: 'Change baltic' });
      await change.getByLabel('Drivers', { exact: true }).selectOption('named');
      await change.getByLabel('Drivers: series that are known ahead').fill('dehrtemp nlhrtemp');
      await change.getByLabel('Kind').selectOption('other');
      await change.getByRole('button', { name: 'Change' }).click();
      await page
        .getByRole('row', { name: /^baltic dehrwind other DE dehrtemp nlhrtemp/ })
        .waitFor();

      await page.getByRole('button', { name: 'Remove baltic' }).click();
      const sure = page.getByRole('dialog', { name: 'Remove baltic?' });
      await sure.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No series is defined as a forecast target.').waitFor();
      assert.equal(await page.getByRole('heading', { name: 'Drivers of baltic' }).count(), 0);
    },
  );

  explorer.it(
    'a formula is defined as a target, and its values are a series',
    { faults: [/^400 /] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/operator/forecasts');
      await page.getByRole('button', { name: 'Forecast a series…' }).click();
      const form = page.getByRole('dialog', { name: 'Forecast a series' });
      await form.getByLabel('Name, which is the source of the runs').fill('residual');
      await form.getByLabel('Forecast', { exact: true }).selectOption('formula');
      await form.getByLabel(/^Formula/).fill('dehrcons - dehrwind -');
      await form.getByRole('button', { name: 'Define' }).click();
      await form.getByText('after "-" something is missing').waitFor();
      await form.getByLabel(/^Formula/).fill('dehrcons - dehrwind - dehrsolar');
      await visit.keepPicture('operator-formula-form');
      await form.getByRole('button', { name: 'Define' }).click();
      const formula = 'residual = dehrcons - dehrwind - dehrsolar';
      await page.getByRole('row', { name: `residual ${formula} load (guessed) DE` }).waitFor();
      await page.getByText(/^A run made now uses \d of these series\.$/).waitFor();
      await lookOver(visit, 'operator-formula');
      await page.getByRole('button', { name: 'Change residual' }).click();
      const change = page.getByRole('dialog', { name: 'Change residual' });
      assert.equal(await change.getByLabel(/^Formula/).inputValue(), formula.slice(11));
      await change.getByLabel(/^UTC hours/).fill('5');
      await change.getByRole('button', { name: 'Change' }).click();
      await page.getByRole('row', { name: /05 UTC/ }).waitFor();
      await page.getByRole('button', { name: 'Remove residual' }).click();
      const sure = page.getByRole('dialog', { name: 'Remove residual?' });
      await sure.getByText('no longer brought up to date').waitFor();
      await sure.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No series is defined as a forecast target.').waitFor();
    },
  );
});
