// Panels of every page, read with the rights of a board's owner: what each picture says, and what it never shows.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Caller } from '#accounts/authenticate';
import { DEFAULT_BLOCKS } from '#core/values/blocks';
import { readColumns } from '#http/pictures/read-columns';
import { readPicture } from '#http/pictures/read-picture';
import { sequence, World } from '../../../harness/world/world.ts';
import { parseSvg, strokesIn } from '../../pictures/parse-svg.ts';

const world = await World.open({ after }, { now: '2026-11-13T09:00:00Z' });
const AREA = { area: 'DE', category: 'hrprice' };
const FIRST = '2026-10-31T23:00:00Z';
await world.load({
  ...{ code: 'dehrprice', ...AREA, description: 'Germany <price> & more', from: FIRST },
  values: sequence(311, (i) => (i === 100 ? null : (i % 24) - 5)),
});
await world.loadRun('dehrprice', '2026-11-12T06:00:00Z', '2026-11-12T23:00:00Z', sequence(96));
await world.loadRun('dehrprice', '2026-11-13T06:00:00Z', '2026-11-13T06:00:00Z', sequence(96));
await world.load({ code: 'frhrprice', ...AREA, area: 'FR', from: FIRST, values: sequence(311) });
await world.load({ code: 'dehrcons', unit: 'MWh', from: FIRST, values: sequence(311) });
await world.load({
  ...{ code: 'dequarters', resolution: 'quarterhour', from: '2023-12-31T23:00:00Z' },
  values: sequence(100_000, (i) => i % 96),
});

const context = { store: world.store, zone: world.zone, blocks: DEFAULT_BLOCKS };

/** The rights of a user as a link's. */
async function callerOf(name: string): Promise<Caller> {
  const user = (await world.store.accounts.findUser(name))!;
  const plan = (await world.store.accounts.findPlan(user.planName))!;
  const credential = { hash: '', userId: user.id, kind: 'key', name: '', createdAt: 0 } as const;
  return { user, plan, credential: { ...credential, expiresAt: null } };
}

const german = await callerOf('german');

async function draw(view: string, part: 'view' | 'figures' = 'view', caller = german) {
  const board = { name: 'Morning', panels: [{ view, title: '', part, width: 'full' as const }] };
  const options = { width: 800, theme: 'light', now: world.now } as const;
  return parseSvg((await readPicture(context, caller, board, options)).svg);
}

const FRENCH = 'frhrprice is outside the plan of german.';

/** An address, and texts that its picture has. */
const SCENARIOS: readonly (readonly [title: string, view: string, ...texts: string[]])[] = [
  ['a series over its usual span', '/s/dehrprice', 'Germany <price> & more', 'now'],
  [
    'a series with a gap',
    '/s/dehrprice?from=2026-11-05&to=2026-11-05',
    'gap Thu 5 Nov 04:00–05:00',
  ],
  ['a heatmap', '/s/dehrprice?tab=heatmap', '21:00'],
  ['a table', '/s/dehrprice?tab=table&to=2026-11-13T08:00Z', 'Fri 13 Nov 2026, 09:00', 'observed'],
  ['a running week', '/s/dehrprice?resolution=week&to=today', 'EUR/MWh'],
  ['a series outside the plan', '/s/frhrprice', FRENCH],
  ['an unknown series', '/s/dehrprise', 'The series dehrprise does not exist.'],
  [
    'a date that is none',
    '/s/dehrprice?from=yesteryear',
    'Unknown date or keyword "yesteryear" (did you mean yesterday?).',
  ],
  ['Explore without a series', '/s?from=today-3', 'The address of this panel is no view.'],
  ['a page that is no view', '/account', 'The address of this panel is no view.'],
  ['a comparison', '/compare?s=dehrprice&s=dehrcons', 'dehrprice', 'dehrcons', 'MWh'],
  ['a formula', '/compare?f=dehrprice*2', 'dehrprice × 2'],
  ['a formula that is none', '/compare?f=dehrprice*', 'After "*" something is missing.'],
  ['a comparison partly outside the plan', '/compare?s=dehrprice&s=frhrprice', FRENCH],
  ['a formula outside the plan', '/compare?f=dehrprice-frhrprice', FRENCH],
  ['a shifted series', '/compare?s=dehrprice~-7', 'dehrprice, a week earlier'],
  [
    'another tab of Compare',
    '/compare?s=dehrprice&tab=duration',
    'A picture does not show the duration curves of a comparison. Open the board to see it, or save the chart as a panel.',
  ],
  ['the table of Compare', '/compare?s=dehrprice&tab=table', 'dehrprice, EUR/MWh'],
  [
    'the forecast part of a series',
    '/s/dehrprice?to=tomorrow',
    'Forecast: gridtide, run of Fri 13 Nov 07:00',
  ],
  ['the newest run', '/f/DE', 'gridtide, newest run Fri 13 Nov 07:00', 'actual', '1 older run'],
  ['a fixed run', '/f/DE?run=2026-11-12T06:00:00Z', 'gridtide, run Thu 12 Nov 07:00'],
  ['a run that is too old', '/f/DE?run=2020-01-01T00:00:00Z', 'No run this old is stored.'],
  ['runs outside the plan', '/f/FR', 'France: Day-ahead price is outside the plan of german.'],
  ['an area that is none', '/f/XX', 'XX: Day-ahead price'],
  ['what changed', '/changes', 'Germany'],
  [
    'a time in the future',
    '/changes?since=tomorrow',
    'The time that this panel compares with is none.',
  ],
  ['today and tomorrow', '/', 'Germany', 'Today base'],
];

suite('panels of a picture', () => {
  for (const [title, view, ...expected] of SCENARIOS) {
    test(`${title} is drawn: ${view}`, async () => {
      const { texts } = await draw(view);
      for (const text of expected)
        assert.ok(texts.includes(text), `${text} is missing in ${JSON.stringify(texts)}`);
    });
  }

  test('figures are drawn of every page', async () => {
    for (const view of ['/s/dehrprice', '/compare?s=dehrprice', '/f/DE', '/changes', '/']) {
      const { elements } = await draw(view, 'figures');
      const isLarge = elements.some(({ attributes }) => Number(attributes['font-size']) >= 20);
      assert.ok(isLarge, view);
    }
  });

  test('a series outside the plan gives no line and no value, and is drawn for its own plan', async () => {
    const values = sequence(311).slice(-24).map(String);
    for (const view of [
      '/s/frhrprice',
      '/s/frhrprice?tab=table',
      '/compare?f=frhrprice',
      '/f/FR',
    ]) {
      const picture = await draw(view);
      assert.deepEqual(strokesIn(picture), [], view);
      assert.ok(!picture.texts.some((text) => values.includes(text)), view);
    }
    assert.ok(!(await draw('/changes')).texts.includes('France'));
    assert.ok(!(await draw('/')).texts.includes('France'));
    const trader = await callerOf('trader');
    assert.equal(strokesIn(await draw('/s/frhrprice', 'view', trader)).length > 0, true);
  });

  test('more values than pixels are read by a coarser resolution', async () => {
    const { texts } = await draw('/s/dequarters?from=2024&to=2026');
    assert.ok(
      texts.some((text) => text.includes('average by day')),
      texts.join('\n'),
    );
  });

  test('one panel can be chosen, and one that does not exist is refused by name', async () => {
    const panel = { title: '', part: 'view', width: 'half' } as const;
    const panels = ['/s/dehrprice', '/s/dehrcons'].map((view) => ({ ...panel, view }));
    const options = { width: 600, theme: 'dark', now: world.now } as const;
    const board = { name: 'Two', panels };
    const { svg } = await readPicture(context, german, board, { ...options, panel: 2 });
    const { texts } = parseSvg(svg);
    assert.ok(texts.includes('Test series dehrcons, EUR/MWh'));
    assert.ok(!texts.includes('Germany <price> & more'));
    await assert.rejects(readPicture(context, german, board, { ...options, panel: 3 }), {
      code: 'field_invalid',
      faults: [{ field: 'panel', message: 'the board has no panel 3', allowed: ['1 to 2'] }],
    });
  });

  test('a board without panels says so', async () => {
    const options = { width: 600, theme: 'dark', now: world.now } as const;
    const { svg } = await readPicture(context, german, { name: 'New', panels: [] }, options);
    assert.ok(parseSvg(svg).texts.includes('This board has no panels yet.'));
  });
});

suite('the values of a picture', () => {
  for (const query of [
    'kinds=true',
    'kinds=true&from=today-3&to=today%2B2',
    'kinds=true&counts=true&resolution=week',
    'counts=true&complete=true&resolution=day',
    'resolution=peak',
    'aggregation=Max&resolution=day&counts=true',
    'from=1990&to=1991&kinds=true',
  ]) {
    test(`a picture’s values are those that GET /api/v1/series/dehrprice?${query} answers`, async () => {
      const { body } = await world.get(
        `/api/v1/series/dehrprice?${query}&format=columns`,
        'german',
      );
      const asked = Object.fromEntries(new URLSearchParams(query));
      const reading = { caller: german, context, now: world.now };
      assert.deepEqual(await readColumns('dehrprice', asked, reading), body);
    });
  }
});
