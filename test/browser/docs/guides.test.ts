// The guides at /docs/guides: every page of the docs, open to everyone, in the frame of the explorer.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe } from 'node:test';
import { eventually } from '../eventually.ts';
import { openExplorer, SIDE_BY_SIDE } from '../open-explorer.ts';

const MAP = await readFile(new URL('../../../docs/README.md', import.meta.url), 'utf8');
const NAMES = [...MAP.matchAll(/^- .*?\]\(([\w-]+\/[\w-]+)\.md\)/gm)].map(([, name]) => name!);

describe('the guides', SIDE_BY_SIDE, () => {
  const explorer = openExplorer();

  explorer.it('the list of guides has every page of the docs', async (visit) => {
    const { page } = visit;
    await visit.open('/docs/guides', null);
    await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Guides' }).getByRole('link');
    const addresses = await links.evaluateAll((all: { getAttribute(name: string): string }[]) =>
      all.map((link) => link.getAttribute('href')),
    );
    assert.ok(NAMES.length > 30);
    assert.deepEqual(
      addresses,
      NAMES.map((name) => `/docs/guides/${name}`),
    );
  });

  explorer.itLong('every guide has a title, and its links lead to what exists', async (visit) => {
    const { page } = visit;
    await visit.open('/docs/guides', null);
    const list = page.getByRole('navigation', { name: 'Guides' });
    const missing: string[] = [];
    const anchors = new Map<string, Set<string>>();
    const found: { name: string; target: string }[] = [];
    for (const name of NAMES) {
      await list.locator(`a[href="/docs/guides/${name}"]`).click();
      await page.locator('.guide h1[id]').waitFor();
      await eventually(async () => assert.match(page.url(), new RegExp(`${name}$`)));
      const ids = (await page.evaluate(
        "[...document.querySelectorAll('.guide [id]')].map(({ id }) => id)",
      )) as string[];
      anchors.set(`/docs/guides/${name}`, new Set(ids));
      const targets = (await page.evaluate(
        "[...document.querySelectorAll('.guide a')].map((link) => link.pathname + link.hash)",
      )) as string[];
      found.push(...targets.map((target) => ({ name, target })));
    }
    for (const { name, target } of found) {
      const [path = '', anchor] = target.split('#');
      if (!path.startsWith('/docs/guides/')) continue;
      const ids = anchors.get(path);
      if (!ids || (anchor !== undefined && !ids.has(anchor))) missing.push(`${name}: ${target}`);
    }
    assert.ok(found.length > 100);
    assert.deepEqual(missing, []);
  });

  explorer.itLong('the pictures of the tour are shown, each with its words', async (visit) => {
    const { page } = visit;
    await visit.open('/docs/guides/start/tour-of-the-explorer', null);
    const pictures = page.locator('.guide img');
    await pictures.first().waitFor();
    assert.equal(await pictures.count(), 8);
    for (const picture of await pictures.all()) {
      assert.ok((await picture.getAttribute('alt'))!.length > 20);
      await picture.scrollIntoViewIfNeeded();
      const widthOf = (one: unknown) => (one as { naturalWidth: number }).naturalWidth;
      await eventually(async () => assert.equal(await picture.evaluate(widthOf), 1440));
    }
  });

  explorer.itLong('a link within a guide opens the other guide at its heading', async (visit) => {
    const { page } = visit;
    await visit.open('/docs/guides/how-to/run/citus', null);
    await page.locator('.guide').getByRole('link', { name: 'Scaling' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Scaling' }).waitFor();
    assert.equal(new URL(page.url()).hash, '#citus');
    const { y } = (await page.locator('#citus').boundingBox())!;
    assert.ok(y >= 0 && y < 900, `the heading is at ${y}`);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /Citus/ }).waitFor();
  });

  explorer.itLong('a guide shows tables, code and pictures as they are written', async (visit) => {
    const { page } = visit;
    await visit.open('/docs/guides/reference/keywords', null);
    assert.ok((await page.locator('.guide table').count()) > 3);
    assert.equal(await page.locator('.guide').getByText('|---').count(), 0);
    await visit.open('/docs/guides/start/explorer', null);
    const picture = page.locator('.guide img').first();
    await picture.scrollIntoViewIfNeeded();
    await eventually(async () =>
      assert.ok(
        Number(await picture.evaluate((one: { naturalWidth: number }) => one.naturalWidth)) > 300,
      ),
    );
  });

  explorer.itLong('an address that no guide has is told, with the list beside', async (visit) => {
    const { page } = visit;
    await visit.open('/docs/guides/how-to/nothing', null);
    await page.getByText('No guide has this address.').waitFor();
    await page.getByRole('link', { name: 'Keywords' }).click();
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor();
  });
});
