// The page on paper, and days of clock changes on the axis.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { drawnTexts, rememberTexts } from '../drawn-labels.ts';
import { eventually } from '../eventually.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';

describe('paper', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it(
    'paper has the title, chart, figures and time made, in light colours, and no controls',
    { colorScheme: 'dark' },
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/dehrprice');
      await page.locator('.print-foot').waitFor({ state: 'attached' });
      await page.locator('.chart-switches').waitFor();
      await page.emulateMedia({ media: 'print' });
      for (const shown of ['h1', '.chart canvas', '.explore-stats', '.print-foot'])
        assert.ok(await page.locator(shown).first().isVisible(), shown);
      for (const hidden of [
        '.shell-header',
        '.shell-demo',
        '.explore-controls',
        '.explore-actions',
        '.snippet-card',
        '.explore-side',
        '.chart-switches',
        '[role="tablist"]',
      ])
        assert.ok(!(await page.locator(hidden).first().isVisible()), hidden);
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
      assert.match(
        (await page.locator('.print-foot').textContent())!,
        /^Synthetic demo data\. Gridtide, http:\/\/localhost:\d+\/s\/dehrprice\. Made Fri 13 Nov 2026, \d\d:\d\d CET\.$/,
      );
      const ink = await page.evaluate(
        "getComputedStyle(document.querySelector('.chart')).getPropertyValue('--ink').trim()",
      );
      assert.equal(ink, '#1b1f24');
      await visit.keepPicture('print');
    },
  );

  explorer.itLong('paper has every row of the table', async (visit) => {
    const { page } = visit;
    await visit.open('/s/dehrprice?tab=table&from=2026-11-01&to=2026-11-07');
    const rows = page.locator('.explore-table tbody tr[data-kind]');
    await rows.first().waitFor();
    assert.ok((await rows.count()) < 168);
    await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
    assert.equal(await rows.count(), 168);
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    await eventually(async () => assert.ok((await rows.count()) < 168));
  });

  for (const [from, to, mark, caption] of [
    ['2026-10-20', '2026-10-30', '25 h', 'Sun 25 Oct has 25 h'],
    ['2026-03-20', '2026-04-20', '23 h', 'Sun 29 Mar has 23 h'],
  ]) {
    explorer.itLong(`the axis marks the day of ${mark}`, async (visit) => {
      const { page } = visit;
      await rememberTexts(page);
      await visit.open(`/s/dehrprice?from=${from}&to=${to}`);
      const chart = page.locator('.chart');
      const { texts } = await drawnTexts(chart);
      assert.equal(texts.filter(({ text }) => text === mark).length, 1);
      assert.equal(texts.filter(({ text }) => /^\d\d h$/.test(text)).length, 1);
      await chart.getByText(caption!).waitFor();
    });
  }

  explorer.itLong('an axis in UTC has no marks, as its days have 24 hours', async (visit) => {
    const { page } = visit;
    await rememberTexts(page);
    await visit.open('/s/dehrprice?from=2026-10-20&to=2026-10-30&zone=utc');
    const { texts } = await drawnTexts(page.locator('.chart'));
    assert.deepEqual(
      texts.filter(({ text }) => /^\d\d h$/.test(text)),
      [],
    );
  });
});
