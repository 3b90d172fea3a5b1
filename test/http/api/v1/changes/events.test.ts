// GET /api/v1/changes: the log of changes, page by page, as a plan sees it.

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { HOUR_MS } from '#core/time/instant';
import { World } from '../../../../../harness/world/world.ts';
import { assertRefused } from '../../../request/assert-refused.ts';

const PATH = '/api/v1/changes';
const START = '2024-05-17T10:00:00Z';
const world = await World.open({ after }, { now: START });

interface Event {
  readonly id: string;
  readonly type: string;
  readonly series: string;
  readonly links: { readonly data: string; readonly asOf: string | null };
}

const price = (code: string, area: string) => ({ code, area, category: 'hrprice' });

/** Stores hours of a series from a time on, one second after the write before. */
async function put(code: string, from: string, ...values: number[]): Promise<void> {
  world.setNow(new Date(world.now + 1_000).toISOString());
  const area = code.slice(0, 2).toUpperCase();
  await world.load({ ...price(code, area), from, values });
}

const cursorOf = async (): Promise<string> => (await world.get(PATH)).body.next;

const toldAfter = async (cursor: string, query = '', as = 'trader'): Promise<string[]> => {
  const { body } = await world.get(`${PATH}?after=${cursor}${query}`, as);
  return body.events.map(({ type, series }: Event) => `${type} ${series}`);
};

await put('dehrprice', '2024-05-16T22:00:00Z', 50, 51);
await put('frhrprice', '2024-05-16T22:00:00Z', 60);

describe('the log of changes', () => {
  it('the list tells all from the beginning with after=0, and nothing old without after', async () => {
    assert.deepEqual(await toldAfter('0'), [
      'series.added dehrprice',
      'values.changed dehrprice',
      'series.added frhrprice',
      'values.changed frhrprice',
    ]);
    const { body, headers } = await world.get(PATH);
    assert.deepEqual(body, { events: [], next: '4', more: false });
    assert.equal(headers['cache-control'], 'no-store');
  });

  it('an event tells what changed, with the interval, the number of points and links to the data', async () => {
    const cursor = await cursorOf();
    await put('dehrprice', '2024-05-16T23:00:00Z', 49, 48, 47);
    const { body } = await world.get(`${PATH}?after=${cursor}`);
    const span = 'from=2024-05-16T23:00:00Z&to=2024-05-17T01:00:00Z';
    const time = new Date(world.now).toISOString().replace('.000', '');
    assert.deepEqual(body.events, [
      {
        ...{ id: String(Number(cursor) + 1), type: 'values.changed', time, series: 'dehrprice' },
        ...{ area: 'DE', category: 'hrprice', analyzedTime: null, source: null, points: 3 },
        ...{ from: '2024-05-16T23:00:00Z', to: '2024-05-17T01:00:00Z' },
        links: {
          data: `/api/v1/series/dehrprice?${span}`,
          asOf: `/api/v1/series/dehrprice?${span}&asOf=${time}`,
        },
      },
    ]);
    assert.equal(body.next, body.events[0].id);
  });

  it('links to the data now and as of the event', async () => {
    const cursor = await cursorOf();
    await put('dehrprice', '2024-05-17T05:00:00Z', 1, 2);
    await put('dehrprice', '2024-05-17T05:00:00Z', 7, 8);
    world.setNow(new Date(world.now + HOUR_MS).toISOString());
    const { body } = await world.get(`${PATH}?after=${cursor}`);
    const [first] = body.events as Event[];
    const valuesAt = async (link: string) =>
      (await world.get(link)).body.data.map(({ value }: { value: number }) => value);
    assert.deepEqual(await valuesAt(first!.links.data), [7, 8]);
    assert.deepEqual(await valuesAt(first!.links.asOf!), [1, 2]);
  });

  it('an event tells a run with its issue time and source', async () => {
    const cursor = await cursorOf();
    await world.loadRun('dehrprice', '2024-05-17T06:00:00Z', '2024-05-18T00:00:00Z', [1, 2]);
    const { body } = await world.get(`${PATH}?after=${cursor}`);
    const [event] = body.events;
    assert.deepEqual(
      [event.type, event.analyzedTime, event.source, event.from, event.points],
      ['run.added', '2024-05-17T06:00:00Z', 'gridtide', '2024-05-18T00:00:00Z', 2],
    );
    assert.match(event.links.data, /&source=gridtide$/);
    assert.equal((await world.get(event.links.data)).status, 200);
    assert.equal((await world.get(event.links.asOf)).status, 200);
  });

  it('a user is told only of series of the plan', async () => {
    const told = await toldAfter('0', '&limit=1000', 'german');
    assert.ok(told.length > 0);
    assert.ok(told.every((text) => text.endsWith(' dehrprice')));
  });

  it('the list tells what is held to operators only', async () => {
    const cursor = await cursorOf();
    const { key } = (await world.store.findSeries('dehrprice'))!;
    const held = [{ index: 5, value: 9_999, reason: 'odd' }];
    await world.store.write((writer) => writer.holdValues(key, held, world.now));
    assert.deepEqual(await toldAfter(cursor), []);
  });

  it('the list is narrowed by series, area, category and kind', async () => {
    const rows: readonly (readonly [string, (text: string) => boolean])[] = [
      ['series=de*', (text) => text.endsWith('dehrprice')],
      ['series=fr*,nohrprice', (text) => text.endsWith('frhrprice')],
      ['area=fr', (text) => text.endsWith('frhrprice')],
      ['category=hrprice&kind=run', (text) => text.startsWith('run.')],
      ['kind=series.added', (text) => text.startsWith('series.added')],
      ['category=hrwind', () => false],
    ];
    const all = await toldAfter('0', '&limit=1000');
    for (const [query, isWanted] of rows) {
      const told = await toldAfter('0', `&limit=1000&${query}`);
      assert.deepEqual(told, all.filter(isWanted), query);
    }
  });

  it('the list comes page by page, and goes on behind what a filter left out', async () => {
    const all = await toldAfter('0', '&limit=1000');
    const told: string[] = [];
    for (let cursor = '0'; ; ) {
      const { body } = await world.get(`${PATH}?after=${cursor}&limit=2`);
      told.push(...body.events.map(({ type, series }: Event) => `${type} ${series}`));
      cursor = body.next;
      if (!body.more) break;
    }
    assert.deepEqual(told, all);
    const { body } = await world.get(`${PATH}?after=0&series=none`);
    assert.deepEqual(body, { events: [], next: await cursorOf(), more: false });
  });

  it('a request waits for an event that its reader wants, and not longer than was asked for', async () => {
    const cursor = await cursorOf();
    const waiting = world.get(`${PATH}?after=${cursor}&series=fr*&wait=20`);
    await put('dehrprice', '2024-05-17T08:00:00Z', 3);
    await put('frhrprice', '2024-05-17T08:00:00Z', 4);
    const { body } = await waiting;
    assert.deepEqual(
      body.events.map(({ series }: Event) => series),
      ['frhrprice'],
    );
    const late = await world.get(`${PATH}?after=${body.next}&wait=1`);
    assert.deepEqual(late.body, { events: [], next: body.next, more: false });
  });

  it('the server refuses what cannot be read, and names what can', async () => {
    const rows: readonly (readonly [string, 'field_invalid' | 'cursor_gone', RegExp])[] = [
      ['after=x', 'field_invalid', /after: not a cursor: "x"/],
      ['after=-1', 'field_invalid', /not a cursor/],
      ['after=99999999', 'cursor_gone', /the newest event is \d+: cursor 99999999 is of another/],
      ['limit=0', 'field_invalid', /from 1 to 1000/],
      ['wait=61', 'field_invalid', /from 1 to 60/],
      ['kind=value', 'field_invalid', /unknown kind "value" \(did you mean values\?\)/],
      ['series=a%20b', 'field_invalid', /a pattern is/],
      [`area=${'x,'.repeat(60)}`, 'field_invalid', /60 entries were given; at most 50/],
    ];
    for (const [query, code, detail] of rows) {
      const answer = await world.get(`${PATH}?${query}`);
      assertRefused(answer, code === 'cursor_gone' ? 410 : 400, code);
      assert.match(answer.body.detail, detail);
    }
  });

  it('the server refuses a cursor whose next event was forgotten, and goes on from the beginning with 0', async () => {
    const { newest } = await world.store.eventRange();
    const entry = { kind: 'compact', actor: 'anna', name: 'events', now: world.now } as const;
    await world.store.forgetEvents(world.now + 1, entry);
    assertRefused(await world.get(`${PATH}?after=1`), 410, 'cursor_gone');
    assert.equal((await world.get(`${PATH}?after=${newest - 1}`)).status, 200);
    assert.equal((await toldAfter('0')).length, 1);
  });
});
