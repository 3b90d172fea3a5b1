// How far a tab has read the log of changes: nothing is told twice, and nothing is missed in silence.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ApiError } from '#client/api-error';
import type { EventRecord } from '#contract/changes';
import { Feed, type LogPart, MOST_RECENT, type ReadPage } from '#explorer/live/feed.ts';
import { changeOf } from './change.ts';

const LOADED_AT = Date.parse('2026-11-13T09:00:00Z');
const at = (id: number, time: string): EventRecord => changeOf(id, 'dehrprice', { time });
/** Long before the page was loaded. */
const old = (id: number): EventRecord => at(id, '2026-11-13T08:00:00Z');
const fresh = (id: number): EventRecord => at(id, '2026-11-13T09:00:01Z');
const partOf = (start: number, events: readonly EventRecord[], end = start + events.length) => ({
  ...{ start, end, events },
});

/** A log that a feed reads, and what the feed has told. */
class Told {
  readonly told: string[] = [];
  log: readonly EventRecord[] = [];
  /** Events up to this number were forgotten. */
  forgotten = 0;
  readonly feed = new Feed(LOADED_AT, {
    onNews: (events) => void this.told.push(...events.map(({ id }) => id)),
    onGap: () => void this.told.push('gap'),
  });

  readonly read: ReadPage = async (after) => {
    const next = String(this.log.length);
    if (after === undefined) return { events: [], next, more: false };
    if (after > 0 && after < this.forgotten)
      throw new ApiError({ status: 410, code: 'cursor_gone' }, null);
    const events = this.log.slice(after, after + MOST_RECENT);
    const more = after + MOST_RECENT < this.log.length;
    return { events, next: String(after + events.length), more };
  };

  /** What is told while the feed does something. */
  async during(work: (feed: Feed) => unknown): Promise<string[]> {
    this.told.length = 0;
    await work(this.feed);
    return [...this.told];
  }

  catchUp = (): Promise<string[]> => this.during((feed) => feed.catchUp(this.read));
  take = (part: LogPart): Promise<string[]> => this.during((feed) => feed.take(part));
}

const many = (count: number, make = old): EventRecord[] =>
  Array.from({ length: count }, (_, i) => make(i + 1));

suite('the feed of a tab', () => {
  test('what was recorded since the page was loaded is told, and what came before is not', async () => {
    const tab = new Told();
    tab.log = [...many(150), fresh(151), fresh(152)];
    assert.deepEqual(await tab.catchUp(), ['151', '152']);
    assert.equal(tab.feed.part?.end, 152);
  });

  test('a write that was recorded shortly before the page was loaded may be newer than its data', async () => {
    const tab = new Told();
    tab.log = [old(1), at(2, '2026-11-13T08:59:30Z')];
    assert.deepEqual(await tab.catchUp(), ['2']);
  });

  test('more changes since the load than are looked at are a gap', async () => {
    const tab = new Told();
    tab.log = [
      ...many(50),
      ...many(MOST_RECENT, fresh).map((event, i) => ({ ...event, id: String(51 + i) })),
    ];
    assert.deepEqual(await tab.catchUp(), ['gap']);
    assert.equal(tab.feed.part?.end, 150);
  });

  test('a plan that sees none of the last changes cannot tell, and reads again', async () => {
    const tab = new Told();
    assert.deepEqual(await tab.take(partOf(500, [], 600)), ['gap']);
    assert.deepEqual(await tab.take(partOf(600, [], 700)), []);
  });

  test('after an absence only what was missed is told', async () => {
    const tab = new Told();
    tab.log = many(3);
    await tab.catchUp();
    tab.log = [...tab.log, fresh(4), fresh(5)];
    assert.deepEqual(await tab.catchUp(), ['4', '5']);
    assert.deepEqual(await tab.catchUp(), []);
  });

  test('after a long absence everything is read again, and the feed goes on from now', async () => {
    const tab = new Told();
    tab.log = many(3);
    await tab.catchUp();
    tab.log = many(3 + 2 * MOST_RECENT);
    assert.deepEqual(await tab.catchUp(), ['gap']);
    tab.log = [...tab.log, fresh(tab.log.length + 1)];
    assert.deepEqual(await tab.catchUp(), [String(tab.log.length)]);
  });

  test('a cursor that the log has forgotten is a gap', async () => {
    const tab = new Told();
    tab.log = many(3);
    await tab.catchUp();
    [tab.log, tab.forgotten] = [many(6), 5];
    assert.deepEqual(await tab.catchUp(), ['gap']);
  });

  test('what another tab tells twice is told once, and what it has missed is a gap', async () => {
    const tab = new Told();
    assert.deepEqual(await tab.take(partOf(0, [old(1), fresh(2)])), ['2']);
    assert.deepEqual(await tab.take(partOf(0, [old(1), fresh(2), fresh(3)])), ['3']);
    assert.deepEqual(await tab.take(partOf(2, [fresh(3)])), []);
    assert.deepEqual(await tab.take(partOf(9, [fresh(10)])), ['gap']);
  });

  test('a tab keeps the newest events for others, and the cursor before the first of them', async () => {
    const tab = new Told();
    await tab.take(partOf(0, [old(1)]));
    for (let id = 2; id <= MOST_RECENT + 20; id++) await tab.take(partOf(id - 1, [fresh(id)]));
    const { start, end, events } = tab.feed.part!;
    assert.deepEqual([start, end, events.length], [20, MOST_RECENT + 20, MOST_RECENT]);
  });
});
