// A file that a thread reads for its points: what is stored, and what is refused, is the same as without the thread.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { importPoints, type PointImport, type PointImportOptions } from '#importers/import-points';
import { openRows } from '#importers/open-rows';
import { PointsThread } from '#importers/points-apart';
import type { SeriesFinder } from '#importers/rows/series-table';
import type { Store } from '#store/store';
import { MADE_FORMATS, type MadeTable } from './made-files.ts';
import { BERLIN, makeFolder, NOW, openMarket } from './open-market.ts';
import { REFUSED } from './refused-scenarios.ts';
import { LONG } from './stored-scenarios.ts';

type Options = Partial<PointImportOptions>;

async function importHere(store: Store, path: string, options: Options = {}): Promise<PointImport> {
  const { rows } = await openRows(path, Readable.from([]));
  return importPoints(store, rows, { zone: BERLIN, now: NOW, ...options });
}

async function importApart(
  store: Store,
  path: string,
  options: Options = {},
  finder: SeriesFinder = store,
): Promise<PointImport> {
  const all = { zone: BERLIN, now: NOW, ...options };
  const points = await new PointsThread({ path }).open(finder, all, () => {});
  return importPoints(store, points, all);
}

/** All series with a digest of their values. A series' version counts its writes, which are as many as bufferfuls. */
async function contentOf(store: Store): Promise<unknown[]> {
  const content: unknown[] = [];
  for (const { version, ...series } of await store.searchSeries({ limit: 10_000 })) {
    const { key, firstIndex: start, lastIndex } = series;
    assert.ok(version > 0);
    if (start === null) continue;
    const { buffer } = await store.readValues(key, { start, end: lastIndex! + 1 });
    content.push([series, hash('sha256', new Uint8Array(buffer))]);
  }
  return content;
}

async function write(t: TestContext, name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(await makeFolder(t), name);
  await writeFile(path, bytes);
  return path;
}

/** Imports a file both ways, each into a store of its own; both must be the same afterwards. */
async function importBoth(t: TestContext, path: string, options: Options = {}) {
  const [here, apart] = [await openMarket(t), await openMarket(t)];
  const result = await importHere(here, path, options);
  assert.deepEqual(await importApart(apart, path, options), result);
  assert.deepEqual(await contentOf(apart), await contentOf(here));
  return result;
}

const faultOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => assert.fail('the file was imported'),
    (fault: Error) => fault,
  );

const HOUR_MS = 3_600_000;
const FIRST = Date.UTC(2010, 0, 1);

/** Hours of two series with gaps, one series after the other. */
function longText(hours: number): string {
  const lines = ['series,time,value'];
  for (const code of ['dehrprice', 'frhrprice'])
    for (let i = 0; i < hours; i++) {
      const value = i % 97 === 0 ? '' : ((i * 7_919) % 20_011) / 100;
      lines.push(`${code},${new Date(FIRST + i * HOUR_MS).toISOString()},${value}`);
    }
  return `${lines.join('\n')}\n`;
}

/** Hours, quarter hours and days in turn, with a repeated row and the long day of autumn in market time. */
const MIXED: MadeTable = {
  names: LONG,
  rows: [
    ['dehrprice', '2024-05-17T10:00Z', 61.5],
    ['de15wind', '2024-05-17T10:15Z', 4_000],
    ['dedaygas', '2024-05-17', 30],
    ['dehrprice', '2024-05-17T10:00Z', 61.5],
    ['dehrprice', '2024-10-27 02:00', 1],
    ['dehrprice', '2024-10-27 02:00', 2],
    ['dehrprice', '2024-05-17T11:00Z', null],
    ['frhrprice', '2024-05-17T09:00Z', -12.25],
  ],
};

suite('a file that a thread reads', () => {
  for (const ending of ['csv', 'ndjson', 'parquet', 'arrow', 'xlsx']) {
    test(`a thread gives the same points of a .${ending}`, async (t) => {
      const format = MADE_FORMATS.find((each) => each.ending === ending)!;
      const path = await write(t, `made.${ending}`, await format.make(MIXED));
      const { rows, repeats, series } = await importBoth(t, path);
      assert.deepEqual([rows, repeats, series], [8, 1, 4]);
    });
  }

  test('a file of several bufferfuls is the same, and a row of the first may be repeated in the last', async (t) => {
    const text = longText(150_000);
    const again = `dehrprice,${new Date(FIRST + HOUR_MS).toISOString()},79.19\n`;
    const { rows, repeats } = await importBoth(t, await write(t, 'long.csv', text + again));
    assert.deepEqual([rows, repeats], [300_001, 1]);
    const store = await openMarket(t);
    const path = await write(t, 'bad.csv', text + again.replace('79.19', '79.2'));
    await assert.rejects(importApart(store, path), {
      name: 'ImportFault',
      message:
        'line 300002: dehrprice at 2010-01-01T01:00:00Z has another value on an earlier line',
    });
    assert.deepEqual((await store.listEntries({ limit: 1 })).length, 0);
  });

  test('wide rows of more points than a message has are the same, and so are series that the import makes', async (t) => {
    const codes = Array.from({ length: 400 }, (_, i) => `wide${i}`);
    const definitions = codes.map((code) => ({
      ...{ code, description: '', unit: 'MW', area: null, category: null },
      resolution: 'hour' as const,
    }));
    const rows = Array.from({ length: 100 }, (_, hour) => {
      const time = new Date(FIRST + hour * HOUR_MS).toISOString();
      return [time, ...codes.map((_, i) => i + hour / 10)].join(',');
    });
    const path = await write(t, 'wide.csv', `${['time', ...codes].join(',')}\n${rows.join('\n')}`);
    const { added, series } = await importBoth(t, path, { definitions });
    assert.deepEqual([added, series], [40_000, 400]);
  });

  test('a row that is refused is refused in the same words, and nothing is stored', async (t) => {
    const [csv] = MADE_FORMATS;
    const store = await openMarket(t);
    for (const { names = LONG, rows } of REFUSED.filter((_, i) => i % 6 === 0)) {
      const path = await write(t, 'refused.csv', await csv!.make({ names, rows }));
      const here = await faultOf(importHere(store, path));
      const apart = await faultOf(importApart(store, path));
      assert.equal(apart.name, 'ImportFault');
      assert.deepEqual({ ...apart, message: apart.message }, { ...here, message: here.message });
    }
    assert.deepEqual(await store.listEntries({ limit: 1 }), []);
  });

  test('an unknown series is looked up in the store and refused with the nearest one', async (t) => {
    const store = await openMarket(t);
    const path = await write(
      t,
      'unknown.csv',
      'series,time,value\ndehrprise,2024-05-17T10:00Z,1\n',
    );
    await assert.rejects(importApart(store, path), {
      message:
        'line 2: column "series": there is no series dehrprise (did you mean dehrprice?); define new series with --define FILE',
    });
  });

  test('a store that fails while the thread asks ends the import and the thread', async (t) => {
    const store = await openMarket(t);
    const path = await write(t, 'asks.csv', 'series,time,value\ndehrprice,2024-05-17T10:00Z,1\n');
    const fails: SeriesFinder = {
      findSeries: () => Promise.reject(new Error('the disk is gone')),
      searchSeries: () => Promise.resolve([]),
    };
    await assert.rejects(importApart(store, path, {}, fails), { message: 'the disk is gone' });
    const ports = process.getActiveResourcesInfo().filter((name) => name === 'MessagePort');
    assert.deepEqual(ports, []);
  });

  test('a thread that was started for nothing can be ended, whether it can read its file or not', async (t) => {
    const path = await write(t, 'damaged.parquet', 'PAR1 and nothing else');
    for (const file of [{ path }, { path: `${path}.none` }]) {
      const thread = new PointsThread(file);
      await setTimeout(1);
      await thread.close();
    }
    const ports = process.getActiveResourcesInfo().filter((name) => name === 'MessagePort');
    assert.deepEqual(ports, []);
  });

  test('a file that does not exist is refused', async (t) => {
    const path = join(await makeFolder(t), 'none.csv');
    await assert.rejects(importApart(await openMarket(t), path), {
      message: 'there is no such file',
    });
  });
});
