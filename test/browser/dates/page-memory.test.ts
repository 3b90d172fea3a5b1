// The state of a page is in its address, and the header leads back to it.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const pageLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });

describe('what the page remembers', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('header links lead to the last view of each page', async (visit) => {
    const { page } = visit;
    const explored = '/s/frhrprice?from=week-1&to=week-1&resolution=day';
    await visit.open(explored);
    await pageLink(page, 'Forecasts').click();
    await visit.rest();
    await page.goto(`${explorer.app.url}/f/FR?bands=off`);
    await visit.rest();
    await pageLink(page, 'Explore').click();
    await visit.rest();
    assert.equal(addressOf(page), explored);
    await pageLink(page, 'Forecasts').click();
    await visit.rest();
    assert.equal(addressOf(page), '/f/FR?bands=off');
    await page.reload();
    await visit.rest();
    await pageLink(page, 'Explore').click();
    await visit.rest();
    assert.equal(addressOf(page), explored);
  });

  explorer.itLong('header links follow the zone that was chosen last', async (visit) => {
    const { page } = visit;
    await visit.open('/f/FR?zone=utc');
    await pageLink(page, 'Explore').click();
    await visit.rest();
    await page.getByRole('button', { name: 'demo', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const [zone, address] of [
      ['UTC', '/f/FR?zone=utc'],
      ['CET/CEST', '/f/FR'],
    ] as const) {
      await menu.getByRole('button', { name: zone, exact: true }).click();
      await eventually(async () =>
        assert.equal(await pageLink(page, 'Forecasts').getAttribute('href'), address),
      );
    }
  });

  explorer.itLong(
    'Compare takes the series of Explore along, beside those it has',
    async (visit) => {
      const { page } = visit;
      await visit.open('/s/frhrprice?from=week-1&to=week-1');
      await pageLink(page, 'Compare').click();
      await visit.rest();
      assert.equal(addressOf(page), '/compare?from=week-1&to=week-1&s=frhrprice');
      await pageLink(page, 'Explore').click();
      await visit.rest();
      await page.goto(`${explorer.app.url}/s/dehrprice?from=week-2&to=week-2`);
      await visit.rest();
      await pageLink(page, 'Compare').click();
      await visit.rest();
      assert.equal(addressOf(page), '/compare?from=week-2&to=week-2&s=frhrprice&s=dehrprice');
      await pageLink(page, 'Explore').click();
      await visit.rest();
      await pageLink(page, 'Compare').click();
      await visit.rest();
      assert.equal(addressOf(page), '/compare?from=week-2&to=week-2&s=frhrprice&s=dehrprice');
    },
  );

  explorer.itLong('a line that is switched off is in the address and stays off', async (visit) => {
    const { page } = visit;
    await visit.open('/compare?s=dehrprice&s=dehrprice~-7');
    const line = page.getByRole('list', { name: 'Lines' }).getByRole('button').nth(1);
    await line.click();
    assert.equal(await line.getAttribute('aria-pressed'), 'false');
    assert.equal(addressOf(page), '/compare?hide=dehrprice%7E-7&s=dehrprice&s=dehrprice%7E-7');
    await page.reload();
    await visit.rest();
    assert.equal(await line.getAttribute('aria-pressed'), 'false');
    await line.click();
    assert.equal(await line.getAttribute('aria-pressed'), 'true');
    assert.equal(addressOf(page), '/compare?s=dehrprice&s=dehrprice%7E-7');
  });
});
