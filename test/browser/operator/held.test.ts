// Held values: among their neighbours on the chart, accepted and rejected by keys and buttons; the rule beneath.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { writeByRule } from '#importers/points/write-by-rule';
import type { Store } from '#store/store';
import { NOW } from '../demo-store.ts';
import { eventually } from '../eventually.ts';
import { lookOver } from '../look-over.ts';
import { openOperatorExplorer } from './operator-explorer.ts';

const CODES = ['dehrprice', 'frhrprice'];
const FIRST = Math.floor(NOW / HOUR_MS) - 48;

/** Sets a rule and sends four values above it. */
async function holdValues(store: Store): Promise<void> {
  for (const code of CODES) {
    const { key } = (await store.findSeries(code))!;
    await store.write(
      async (writer) => {
        await writer.setRule(key, { lowest: -500, highest: 4_000, largestStep: null });
        const indices = Int32Array.from([0, 1, 2, 3], (at) => FIRST + 6 * at);
        const values = Float64Array.from([9_001, 9_002, 9_003, 9_004]);
        await writeByRule(writer, { key, indices, values }, NOW);
        return undefined;
      },
      { kind: 'values', name: code, actor: 'test', now: NOW },
    );
  }
}

describe('held values', () => {
  const explorer = openOperatorExplorer(holdValues);
  const stored = async (code: string): Promise<(number | null)[]> => {
    const from = new Date(FIRST * HOUR_MS).toISOString();
    const to = new Date((FIRST + 24) * HOUR_MS).toISOString();
    const { values } = await (await explorer.askAs('demo')).columns(code, { from, to });
    return [0, 6, 12, 18].map((at) => values[at]!);
  };

  explorer.it('held values are reviewed with j, k, a and r', async (visit) => {
    const { page } = visit;
    const before = await stored('dehrprice');
    await visit.open('/');
    await page.getByRole('link', { name: 'Operator' }).click();
    await page.getByRole('link', { name: '8 to review' }).click();
    await page.getByRole('heading', { name: '8 held' }).waitFor();
    await page.getByRole('application', { name: 'dehrprice around the held value' }).waitFor();
    await visit.rest();
    await visit.keepPicture('operator-held');
    await page.getByText('9001 is above 4000, the highest allowed.').last().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: '7 held' }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: '6 held' }).waitFor();
    assert.deepEqual(await stored('dehrprice'), [before[0], 9_002, before[2], before[3]]);
  });

  explorer.itLong(
    'held values of a series are accepted all at once, after a question',
    async (visit) => {
      const { page } = visit;
      await visit.open('/operator/held');
      await page
        .getByRole('button', { name: /^frhrprice/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Accept all 4 of frhrprice' }).click();
      const dialog = page.getByRole('dialog', { name: 'Accept all held values of frhrprice?' });
      await dialog.getByText('4 values are written in spite of the rule.').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Accept all 4 of frhrprice' }).click();
      await dialog.getByRole('button', { name: 'Accept all' }).click();
      await page
        .getByRole('button', { name: /^frhrprice/ })
        .first()
        .waitFor({ state: 'detached' });
      assert.deepEqual(await stored('frhrprice'), [9_001, 9_002, 9_003, 9_004]);
    },
  );

  explorer.itLong('the rule says what it would have held before it is set', async (visit) => {
    const { page } = visit;
    await visit.open('/operator/held');
    const rule = page.getByRole('region', { name: 'Rule of dehrprice' });
    await rule.getByText(/^This rule would have held \d+ of the [\d,]+ values/).waitFor();
    await rule.getByLabel('Highest').fill('0');
    await rule.getByText(/^This rule would have held [\d,]{4,} of the [\d,]+ values/).waitFor();
    await rule.getByLabel('Highest').fill('x');
    await rule.getByText('Give a number in at least one field.').waitFor();
    await rule.getByLabel('Highest').fill('3500');
    await rule.getByRole('button', { name: 'Set the rule' }).click();
    await eventually(async () => {
      assert.equal(await rule.getByLabel('Highest').inputValue(), '3500');
    });
    await rule.getByRole('button', { name: 'Remove it' }).waitFor();
  });

  explorer.itLong('the header shows all links of an operator on a phone', async (visit) => {
    const { page } = visit;
    await page.setViewportSize({ width: 390, height: 844 });
    await visit.open('/operator/held');
    const nav = page.getByRole('navigation', { name: 'Pages', exact: true });
    const { x, width } = (await nav.getByRole('link', { name: 'Operator' }).boundingBox())!;
    assert.ok(x >= 0 && x + width <= 390, `from ${x} px, ${width} px wide`);
    const hidden =
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.shell-nav'))";
    assert.equal(await page.evaluate(hidden), 0);
    await visit.keepPicture('operator-phone-header');
  });

  explorer.itLong('the page of held values looks right in every state', async (visit) => {
    await visit.open('/operator/held');
    await lookOver(visit, 'operator-held');
  });

  explorer.it('a user who is no operator sees no link and gets a plain page', async (visit) => {
    const { page } = visit;
    await visit.open('/operator', 'demo-nordic');
    await page.getByRole('heading', { name: 'For operators only' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Operator' }).count(), 0);
    await lookOver(visit, 'operator-closed');
  });
});
