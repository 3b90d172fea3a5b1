// The start page, compared with what the API answers.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe } from 'node:test';
import { pino } from 'pino';
import type { Locator, Page } from 'playwright-core';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser, setOperatorRole } from '#accounts/users';
import { readConfig } from '#config';
import { type Clock, DAY_MS } from '#core/time/instant';
import { type App, startApp } from '#serve/app';
import { openStore } from '#store/open/open-store';
import { copyDemo, NOW } from '../demo-store.ts';
import { lookOver } from '../look-over.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';
import { addressOf } from '../page-address.ts';

const rowOf = (page: Page, area: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: area }) });

describe('the start page', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('the start page shows base and peak of every area of the plan', async (visit) => {
    const { page } = visit;
    const api = await explorer.askAs('demo');
    const { areas } = await api.forecasts.days({});
    assert.ok(areas.length > 30);
    await visit.open('/');
    assert.equal(await page.getByRole('rowheader').count(), areas.length);
    const { days } = areas.find(({ area }) => area === 'DE')!;
    const cells = await rowOf(page, 'Germany').getByRole('cell').allTextContents();
    assert.ok(cells[0]!.startsWith(days[1]!.base!.mean.toFixed(2)), cells[0]!);
    assert.ok(cells[2]!.startsWith(days[1]!.peak!.mean.toFixed(2)), cells[2]!);
    assert.ok(cells[3]!.startsWith(days[2]!.base!.mean.toFixed(2)), cells[3]!);
    assert.equal(days[2]!.base!.kind, 'forecast');
    assert.match(cells[3]!, /forecast$/);
    const change = days[1]!.base!.mean - days[0]!.base!.mean;
    const words = `${change > 0 ? 'up' : 'down'} by ${Math.abs(change).toFixed(2)}`;
    assert.ok(cells[1]!.endsWith(words), cells[1]!);
    assert.match(cells[6]!, / ago$/);
    await visit.keepPicture('start');
  });

  explorer.it('the start page takes one request for all areas', async (visit) => {
    const { page } = visit;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/v1/')) asked.push(pathname);
    });
    await visit.open('/');
    assert.equal(asked.filter((path) => path.endsWith('/days')).length, 1);
    assert.ok(asked.length < 8, asked.join('\n'));
  });

  explorer.itLong(
    'the start page leads to a series, its runs and other quantities',
    async (visit) => {
      const { page } = visit;
      await visit.open('/');
      await page.getByRole('button', { name: 'Consumption' }).click();
      await page.getByRole('heading', { name: 'Today and tomorrow MWh' }).waitFor();
      assert.equal(addressOf(page), '/?category=hrcons');
      await rowOf(page, 'France').getByRole('link', { name: 'France' }).click();
      await visit.rest();
      assert.equal(addressOf(page), '/s/frhrcons');
      await page.getByRole('link', { name: 'Start', exact: true }).click();
      await rowOf(page, 'France').getByRole('link', { name: 'ago' }).click();
      await page.waitForURL(/\/f\/FR\?category=hrcons$/);
    },
  );

  explorer.itLong('the start page lists pinned and recent series with a line', async (visit) => {
    const { page } = visit;
    await visit.open('/');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    const field = page.getByRole('dialog').getByRole('combobox');
    await field.fill('norwegian reservoir');
    await page
      .locator('[aria-selected="true"]')
      .filter({ hasText: /^no1wkreservoir/ })
      .waitFor();
    await page.keyboard.press('Shift+Enter');
    await field.fill('fr price');
    await page
      .locator('[aria-selected="true"]')
      .filter({ hasText: /^frhrprice/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await visit.rest();
    await page.getByRole('link', { name: 'Gridtide' }).click();
    const kept = page.getByRole('region', { name: 'Pinned and recent' }).getByRole('listitem');
    await kept.filter({ hasText: /^frhrprice.*EUR\/MWh/ }).waitFor();
    await kept.filter({ hasText: /^no1wkreservoir.*GWh/ }).waitFor();
    assert.match((await kept.first().textContent())!, /^no1wkreservoir/);
    const line = await kept.first().locator('path').first().getAttribute('d');
    assert.ok(line!.length > 300, line!);
    await lookOver(visit, 'start-kept');
  });

  explorer.itLong('a plan without Germany sees its own areas and no refusal', async (visit) => {
    const { page } = visit;
    await visit.open('/', 'demo-nordic');
    await rowOf(page, 'Norway 1, Oslo').waitFor();
    assert.equal(await rowOf(page, 'Germany').count(), 0);
    await page.getByRole('link', { name: 'Explore' }).click();
    await page.waitForURL(/\/s\/.+/);
    await page.locator('.chart canvas').waitFor();
  });

  explorer.itLong('an older link to Explore at / still opens a series', async (visit) => {
    await visit.open('/?from=today-7&tab=table');
    await visit.page.waitForURL(/\/s\/.+/);
    assert.match(addressOf(visit.page), /^\/s\/[a-z0-9]+\?from=today-7&tab=table$/);
    await visit.page.getByRole('tab', { name: 'Table', selected: true }).waitFor();
  });
});

/** A server on a store that does not grow. The user `demo` is an operator, and `demo-nordic` is not. */
async function startStore(path: string, clock: Clock, password: string): Promise<App> {
  const STORE = `sqlite:${path}`;
  const store = await openStore(STORE);
  const planName = 'everything';
  await ensurePlan(store.accounts, { name: planName, patterns: ['*'] });
  for (const name of ['demo', 'demo-nordic'])
    await addUser(store.accounts, { name, password, planName }, clock());
  await setOperatorRole(store.accounts, 'demo', true, { actor: 'test', now: clock() });
  await store.close();
  const config = readConfig({ PORT: '0', STORE, FORECASTS: 'false' });
  return startApp(config, { isDemo: false, clock, logger: pino({ level: 'silent' }) });
}

describe('the start page of an empty store', () => {
  const explorer = openExplorer((folder, clock, password) =>
    startStore(join(folder, 'empty.db'), clock, password),
  );

  explorer.it('an empty store shows the command that fills it', async (visit) => {
    const { page } = visit;
    await visit.open('/');
    await page.getByText('No series is stored yet.').waitFor();
    await page.getByText('gridtide import VALUES.csv --define SERIES.csv').waitFor();
    await lookOver(visit, 'start-empty');
  });

  explorer.itLong('Explore of an empty store leads to the start page', async (visit) => {
    await visit.open('/s');
    await visit.page.getByText('No series is stored yet.').waitFor();
    assert.equal(addressOf(visit.page), '/');
  });

  explorer.itLong('an operator of an empty store is led to the upload', async (visit) => {
    const { page } = visit;
    await visit.open('/');
    await page.getByRole('link', { name: 'upload a file' }).click();
    await page.waitForURL(/\/operator\/imports$/);
    await visit.rest();
    await page.getByLabel('Drop a file here').waitFor({ state: 'attached' });
  });

  explorer.itLong('a user who is no operator sees no upload', async (visit) => {
    await visit.open('/', 'demo-nordic');
    await visit.page.getByText('No series is stored yet.').waitFor();
    assert.equal(await visit.page.getByRole('link', { name: 'upload a file' }).count(), 0);
  });
});

describe('the start page of a store whose values stopped', () => {
  const explorer = openExplorer(async (folder, clock, password) => {
    const path = join(folder, 'stopped.db');
    await copyDemo(path);
    return startStore(path, () => clock() + 3 * DAY_MS, password);
  });

  explorer.itLong('an area whose values are late is marked, and no other', async (visit) => {
    const { page } = visit;
    // French prices come in again.
    const { store } = explorer.app;
    const { key, lastIndex } = (await store.findSeries('frhrprice'))!;
    const indices = Int32Array.from({ length: 96 }, (_, i) => lastIndex! + 1 + i);
    await store.write((writer) =>
      writer.writePoints(key, indices, new Float64Array(96).fill(50), NOW + 3 * DAY_MS),
    );
    const { areas } = await (await explorer.askAs('demo')).forecasts.days({});
    assert.deepEqual(
      areas.filter(({ late }) => !late).map(({ area }) => area),
      ['FR'],
    );
    await visit.open('/');
    await rowOf(page, 'Germany').getByText('late', { exact: true }).waitFor();
    assert.equal(await page.getByText('late', { exact: true }).count(), areas.length - 1);
    assert.equal(await rowOf(page, 'France').getByText('late', { exact: true }).count(), 0);
    await lookOver(visit, 'start-late');
  });
});
