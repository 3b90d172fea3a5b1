// The API reference at /docs: the whole OpenAPI document, open to everyone.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Page, Response } from 'playwright-core';
import { rounds } from '../../harness/rounds.ts';
import { eventually } from './eventually.ts';
import { openExplorer, SIDE_BY_SIDE } from './open-explorer.ts';
import { parameterOf } from './page-address.ts';

/** The operations on the page, such as `GET /api/v1/metadata`. */
const operationsOf = async (page: Page): Promise<string[]> => {
  const texts = await page.locator('.reference-operation .reference-path').allTextContents();
  return texts.map((text) => text.trim()).sort();
};

/** The bytes that came over the connection. */
const sizeOf = async (response: Response): Promise<number> =>
  (await response.request().sizes()).responseBodySize;

describe('the reference', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  const documented = async (): Promise<string[]> => {
    const document = (await (await fetch(`${explorer.app.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    return Object.entries(document.paths)
      .flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
      )
      .sort();
  };

  explorer.itLong('the reference lists every operation without a sign-in', async (visit) => {
    const { page } = visit;
    const operations = await documented();
    await visit.open('/docs', null);
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
    await visit.keepPicture('reference');
    assert.ok(operations.includes('POST /api/fundamental/series'));
    assert.deepEqual(await operationsOf(page), operations);
    const links = page.getByRole('navigation', { name: 'Operations' }).getByRole('link');
    assert.equal(await links.count(), operations.length);
  });

  explorer.itLong('the filter narrows the reference, and the address keeps it', async (visit) => {
    const { page } = visit;
    const operations = await documented();
    await visit.open('/docs', null);
    const filter = page.getByLabel('Filter operations');
    await filter.fill('issue-times');
    const shown = await operationsOf(page);
    assert.ok(shown.length > 0 && shown.length < operations.length);
    assert.ok(shown.includes('GET /api/v1/power-balance-forecast/issue-times'));
    assert.equal(parameterOf(page, 'q'), 'issue-times');
    await page.reload();
    await visit.rest();
    assert.deepEqual(await operationsOf(page), shown);
    await filter.fill('nothing has these words');
    await page.getByText('No operation has all of these words.').waitFor();
    await filter.press('Escape');
    assert.deepEqual(await operationsOf(page), operations);
  });

  explorer.itLong('a link of the index leads to its operation', async (visit) => {
    const { page } = visit;
    await visit.open('/docs', null);
    const links = page.getByRole('navigation', { name: 'Operations' }).getByRole('link');
    await links.last().click();
    const id = new URL(page.url()).hash.slice(1);
    const { y } = (await page.locator(`[id="${id}"]`).boundingBox())!;
    assert.ok(y < 900, `${id} is at ${y}`);
    await page.reload();
    await visit.rest();
    assert.ok((await page.locator(`[id="${id}"]`).boundingBox())!.y < 900);
  });

  explorer.it('Try it runs an operation, with the user’s token if it needs one', async (visit) => {
    const { page } = visit;
    const operation = (path: string) =>
      page.locator('.reference-operation', { has: page.getByText(path, { exact: true }) }).first();
    await visit.open('/docs', null);
    const areas = operation('/api/v1/power-balance-forecast/areas');
    await areas.scrollIntoViewIfNeeded();
    await areas.getByText('Try it').click();
    await areas.getByRole('button', { name: 'Send' }).click();
    await areas.getByText('200 OK').waitFor();
    assert.match((await areas.locator('.reference-try pre').textContent())!, /"Germany"/);
    const account = operation('/api/v1/account');
    await account.scrollIntoViewIfNeeded();
    await account.getByRole('link', { name: 'Sign in' }).waitFor();

    await visit.open('/docs');
    await account.scrollIntoViewIfNeeded();
    await account.getByText('Try it').click();
    await account.getByRole('button', { name: 'Send' }).click();
    await account.getByText('200 OK').waitFor();
    assert.match((await account.locator('.reference-try pre').textContent())!, /"everything"/);
  });

  explorer.itLong('Try it sends a read by POST, as it was typed', async (visit) => {
    const { page } = visit;
    await visit.open('/docs#post-api-fundamental-series');
    const series = page.locator('#post-api-fundamental-series');
    await series.getByText('Try it').click();
    // It is sent as soon as it is opened: the answer is this server's own.
    await series.getByText('200 OK').waitFor();
    await series.getByLabel('Body, JSON').fill('{"SeriesId":"frhrprice","FromDateTime":"today"}');
    await series.getByRole('button', { name: 'Send' }).click();
    await eventually(async () =>
      assert.match((await series.locator('.reference-try pre').textContent())!, /"frhrprice"/),
    );
    // The request above is that of the fields.
    const request = series.locator('.reference-request pre');
    assert.match((await request.textContent())!, /"frhrprice"/);
  });

  explorer.itLong('the language of the requests is chosen once and kept', async (visit) => {
    const { page } = visit;
    await visit.open('/docs#get-api-v1-metadata');
    const request = page.locator('#get-api-v1-metadata .reference-request');
    await request.getByRole('tab', { name: 'Python' }).click();
    await request.getByText('from urllib.request import Request').waitFor();
    await page.reload();
    await request.getByText('from urllib.request import Request').waitFor();
    await visit.rest();
    // Explore has the same choice.
    await visit.open('/s/dehrprice');
    const card = page.getByRole('region', { name: 'Request' });
    assert.equal(
      await card.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected'),
      'true',
    );
    // A DELETE cannot be written for Power Query: curl stands for it.
    await card.getByRole('tab', { name: 'Excel' }).click();
    await visit.open('/docs#delete-api-v1-account-keys-name');
    const revoke = page.locator('#delete-api-v1-account-keys-name .reference-request');
    await revoke.getByText('curl -sS -X DELETE').waitFor();
  });

  explorer.it(
    'the reference loads less than 200 kB compressed, and draws only what is near',
    async (visit) => {
      const { page } = visit;
      const sizes: Promise<number>[] = [];
      page.on('response', (response) => sizes.push(sizeOf(response).catch(() => 0)));
      await visit.open('/docs', null);
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      assert.ok(total > 50_000 && total < 200_000, `${total} bytes`);
      const [all, pending] = ['', '[data-pending="true"]'].map((state) =>
        page.locator(`.reference-operation${state}`),
      );
      assert.ok((await pending!.count()) > (await all!.count()) / 2);
    },
  );

  explorer.itLong(
    'the reference shows requests to paste, with the address of this server',
    async (visit) => {
      const { page } = visit;
      await visit.open('/docs', null);
      const cards = await page.locator('.reference-operation').all();
      assert.equal(cards.length, (await documented()).length);
      // All cards are made alike.
      for (const card of cards.slice(-rounds(cards.length))) {
        await card.evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView());
        const text = (await card.locator('.reference-shown pre').first().textContent())!;
        assert.ok(text.startsWith('curl') && text.includes(explorer.app.url), text);
      }
    },
  );
});
