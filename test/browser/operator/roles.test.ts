// The operator's pages for other roles: an auditor reads all of them and finds nothing that the server would refuse,
// a writer finds what may be written and writes it. A page that causes a refused request fails its test.

import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { addUser } from '#accounts/users';
import { HOUR_MS } from '#core/time/instant';
import { writeByRule } from '#importers/points/write-by-rule';
import type { Role } from '#store/account-store';
import type { Store } from '#store/store';
import { NOW } from '../demo-store.ts';
import { lookOver } from '../look-over.ts';
import { PASSWORD, type Visit } from '../open-explorer.ts';
import { openOperatorExplorer } from './operator-explorer.ts';

async function prepare(store: Store): Promise<void> {
  const add = (name: string, role: Role, writePatterns: readonly string[]) =>
    addUser(
      store.accounts,
      { ...{ name, role, writePatterns }, password: PASSWORD, planName: 'everything' },
      NOW,
    );
  await add('auditor', 'auditor', []);
  await add('writer', 'writer', ['dehr*', '*hrwind', 'desk.note']);
  const { key } = (await store.findSeries('dehrprice'))!;
  await store.write(
    async (writer) => {
      await writer.setRule(key, { lowest: -500, highest: 4_000, largestStep: null });
      const indices = Int32Array.from([Math.floor(NOW / HOUR_MS) - 48]);
      await writeByRule(writer, { key, indices, values: Float64Array.from([9_001]) }, NOW);
      return undefined;
    },
    { kind: 'values', name: 'dehrprice', actor: 'test', now: NOW },
  );
}

/** The buttons that only look at something. */
const LOOKS =
  /^(Look again|Keys of \S+|Drivers of \S+|Save as CSV|Newest|Older|Next|Previous|All series|dehrprice 9,001.*|dehrprice|held)$/;

/** The names of the buttons and forms of the page that are no mere looks. */
async function changesOf({ page, rest }: Visit): Promise<string[]> {
  await rest();
  const main = page.getByRole('main');
  const buttons = await main.getByRole('button').all();
  const names = await Promise.all(
    buttons.map(async (button) => (await button.getAttribute('aria-label')) ?? button.innerText()),
  );
  const forms = await main.locator('form, textarea, input[type=file]').count();
  return [
    ...names.map((name) => name.replace(/\s+/g, ' ').trim()).filter((name) => !LOOKS.test(name)),
    ...Array.from({ length: forms }, () => 'a form'),
  ];
}

describe('the operator’s pages by role', () => {
  const explorer = openOperatorExplorer(prepare);

  explorer.it('an auditor reads every page, and none offers what is refused', async (visit) => {
    const { page } = visit;
    await visit.open('/', 'auditor');
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await page.getByText('You are an auditor: you read all of this and change nothing.').waitFor();
    const nav = page.getByRole('navigation', { name: 'Operator pages' });
    const seen: [title: string, text: string | RegExp][] = [
      ['Audit', /of the \d+ entries of this page/],
      ['State', 'Freshness of series'],
      ['Held values', '1 held'],
      ['Journal', 'Journal of writes'],
      ['Series', 'Find by words'],
      ['Forecasts', 'Forecast targets'],
      ['Users and plans', 'writer of dehr*, *hrwind, desk.note'],
    ];
    assert.equal(await nav.getByRole('link').count(), seen.length);
    for (const [title, text] of seen) {
      await nav.getByRole('link', { name: title }).click();
      await page.getByRole('main').getByText(text).first().waitFor();
      assert.deepEqual(await changesOf(visit), [], title);
    }
    await page.getByRole('button', { name: 'Keys of writer' }).click();
    await page.getByText('This user has no keys.').waitFor();
    await page.getByText('This user has no links for spreadsheets.').waitFor();
    assert.deepEqual(await changesOf(visit), [], 'keys and links');
    await visit.keepPicture('auditor-users');
  });

  explorer.it('an auditor reads a series, its rule, gaps, readers and runs', async (visit) => {
    const { page } = visit;
    await visit.open('/operator/series?series=dehrprice', 'auditor');
    await page.getByText('not bounded').waitFor();
    await page.getByRole('region', { name: 'Plans that include the series' }).waitFor();
    await page.getByRole('region', { name: 'Runs of dehrprice' }).waitFor();
    assert.deepEqual(await changesOf(visit), []);
    await lookOver(visit, 'auditor-series');
    await page.keyboard.press('a');
    await visit.open('/operator/held', 'auditor');
    await page.getByRole('heading', { name: '1 held' }).waitFor();
    // The keys of the review do nothing.
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await visit.rest();
    await page.getByRole('heading', { name: '1 held' }).waitFor();
    await lookOver(visit, 'auditor-held');
  });

  explorer.it('an auditor sees the alerts of all, and changes own ones only', async (visit) => {
    const { page } = visit;
    const { alerts } = await explorer.askAs('demo');
    await alerts.add({ name: 'of another', condition: 'dehrprice > 5000 within today' });
    await visit.open('/alerts', 'auditor');
    await page.getByRole('heading', { name: 'New alert' }).waitFor();
    await page.getByRole('button', { name: 'Operators’ and all users’' }).click();
    await page.getByRole('link', { name: 'of another' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: /^New alert/ }).count(), 0);
    await page.getByRole('link', { name: 'of another' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Silence|Remove/ }).count(), 0);
  });

  explorer.it(
    'a writer finds the own series, writes typed values, and is told what is refused',
    { faults: [/^403 .*frhrprice\/values/] },
    async (visit) => {
      const { page } = visit;
      await visit.open('/', 'writer');
      await page.getByRole('link', { name: 'Write', exact: true }).click();
      await page.getByText('dehr*', { exact: true }).waitFor();
      await page.getByText('Other series are refused.').waitFor();
      const nav = page.getByRole('navigation', { name: 'Write pages' });
      assert.deepEqual(await nav.getByRole('link').allInnerTexts(), ['Values', 'Series']);
      await page.getByText('Or type rows').click();
      await page
        .getByLabel('A time and a value on each line')
        .fill('2026-11-11T00:00Z,77.5\n2026-11-11T01:00Z,78.5\n');
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByLabel('Series').fill('frhrprice');
      await page
        .getByRole('alert')
        .getByText(
          'Not written: this series is not yours to write. Yours are dehr*, *hrwind, desk.note.',
        )
        .waitFor();
      assert.equal(await page.getByRole('button', { name: /^Write to/ }).count(), 0);
      await lookOver(visit, 'writer-refused');
      await page.getByLabel('Series').fill('dehrprice');
      await page.getByText(/^Would be written to dehrprice: 0 new, 2 changed/).waitFor();
      await page.getByRole('button', { name: 'Write to dehrprice' }).click();
      await page.getByText(/^Entry \d+ of dehrprice: 0 new, 2 changed/).waitFor();
      const span = { from: '2026-11-11T00:00Z', to: '2026-11-11T01:00Z' };
      const { values } = await (await explorer.askAs('demo')).columns('dehrprice', span);
      assert.deepEqual([...values], [77.5, 78.5]);
    },
  );

  explorer.it('a writer defines a series, edits it, and writes a run of it', async (visit) => {
    const { page } = visit;
    await visit.open('/operator/series', 'writer');
    const list = page.getByRole('region', { name: 'Series that you may write' });
    await list.getByRole('link', { name: 'dehrprice' }).waitFor();
    await list.getByRole('link', { name: 'frhrwind' }).waitFor();
    assert.equal(await list.getByRole('link', { name: 'frhrprice' }).count(), 0);
    await lookOver(visit, 'writer-series');
    await page.getByLabel('Find by words').fill('frhrwind');
    await list.getByRole('link', { name: 'dehrprice' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Define a series…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Define a series' });
    await dialog.getByLabel('Code').fill('dehrprice');
    await dialog.getByLabel('Description').fill('A note of the desk');
    await dialog.getByLabel('Unit').fill('MW');
    await dialog.getByRole('button', { name: 'Define' }).click();
    await dialog.getByText('There is a series dehrprice already: edit that one.').waitFor();
    await dialog.getByLabel('Code').fill('desk.note');
    await dialog.getByRole('button', { name: 'Define' }).click();
    await page.getByRole('heading', { name: 'desk.note' }).waitFor();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit desk.note' });
    await edit.getByLabel('Unit').fill('GW');
    await edit.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('definition').getByText('GW').waitFor();
    await page.getByLabel('Source').fill('desk');
    await page.getByLabel('Issued, such as').fill('2026-11-13T06:00Z');
    await page.getByLabel('Time of the first value').fill('2026-11-14T00:00Z');
    await page.getByLabel('Values, one after another').fill('1 2 3');
    await page.getByRole('button', { name: 'Write the run' }).click();
    await page.getByText(/^Entry \d+: \d+ new/).waitFor();
    await lookOver(visit, 'writer-one');
  });

  explorer.it('a page that is not a writer’s says so, and a reader has none', async (visit) => {
    const { page } = visit;
    await visit.open('/operator/users', 'writer');
    await page.getByRole('heading', { name: 'For operators and auditors only' }).waitFor();
    await page.getByRole('link', { name: 'Write values' }).click();
    await page.getByRole('heading', { name: 'Import values' }).waitFor();
    await visit.open('/operator', 'demo-nordic');
    await page.getByRole('heading', { name: 'For operators only' }).waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    assert.equal(await pages.getByRole('link', { name: /Operator|Audit|Write/ }).count(), 0);
  });
});
