// The copied log: every acknowledged write is in it, any moment can be restored, and what is torn is cut off.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time/instant';
import { filesAt } from '#store/engines/sqlite/store-files';
import {
  chooseKept,
  LAST_COPY,
  LASTING_MS,
  MOST_SHORT,
  readLastedMs,
} from '#store/log/kept-generations';
import { nameOfGeneration } from '#store/log/log-files';
import { LogShipper } from '#store/log/log-shipper';
import { restoreLog } from '#store/log/restore-log';
import { openStore } from '#store/open/open-store';
import type { Store } from '#store/store';
import { until } from '../../../harness/lifetime.ts';
import { ProductServer } from '../../../harness/product-server.ts';
import { rounds } from '../../../harness/rounds.ts';
import { addSeries, write } from '../contract/sample-series.ts';
import { assertSameRows, dumpStore } from '../contract/sample-store.ts';

const WRITER = fileURLToPath(new URL('log-writer.ts', import.meta.url));

interface Place {
  readonly folder: string;
  readonly path: string;
  readonly copy: string;
  readonly store: Store;
  readonly key: number;
  now: number;
  begin(keep?: number): Promise<LogShipper>;
  /** Restores the state of a time, and returns the values of the first hours. */
  valuesAt(at: number): Promise<number[]>;
  segments(): Promise<string[]>;
}

async function openPlace(t: TestContext): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-log-'));
  const path = join(folder, 'store.db');
  const copy = join(folder, 'copy');
  const store = await openStore(`sqlite:${path}`);
  const key = await addSeries(store, 'aa');
  const shippers: LogShipper[] = [];
  let restores = 0;
  const place: Place = {
    ...{ folder, path, copy, store, key, now: 1_000_000 },
    async begin(keep = 3) {
      const shipper = await LogShipper.begin(filesAt(path), {
        ...{ folder: copy, productVersion: '0', keep, now: () => place.now },
      });
      shippers.push(shipper);
      return shipper;
    },
    async valuesAt(at) {
      const target = filesAt(join(folder, `restored-${++restores}.db`));
      await restoreLog(target, copy, at, { force: false });
      return readHours(target.series);
    },
    async segments() {
      const generation = (await readdir(copy)).sort().at(-1)!;
      const names = (await readdir(join(copy, generation))).filter((name) => /log$/.test(name));
      return names.sort().map((name) => join(copy, generation, name));
    },
  };
  t.after(async () => {
    for (const shipper of shippers) shipper.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return place;
}

async function readHours(path: string): Promise<number[]> {
  const store = await openStore(`sqlite:${path}`, { create: false });
  try {
    const { key } = (await store.findSeries('aa'))!;
    return Array.from(await store.readValues(key, { start: 0, end: 1_000 })).filter(
      Number.isFinite,
    );
  } finally {
    await store.close();
  }
}

/** Copies as a server does that runs for a time, beginning a second after the one before; returns the generation. */
async function live(place: Place, forMs: number, keep?: number): Promise<string> {
  place.now += 1_000;
  const name = nameOfGeneration(place.now);
  const shipper = await place.begin(keep);
  place.now += forMs;
  await shipper.ship();
  shipper.close();
  return name;
}

const takenAtOf = (name: string): number =>
  Date.parse(name.replace(/^(.{4})(..)(..T..)(..)(..)(...Z)$/, '$1-$2-$3:$4:$5.$6'));

/** The number that SQLite counts up whenever the log begins again. */
const saltOf = async ({ path }: Place): Promise<number> =>
  (await readFile(`${path}-wal`)).readUInt32BE(16);

/** Ships while another process writes; returns the number of segments. */
async function shipBesideWriter({ path }: Place, shipper: LogShipper): Promise<number> {
  const args = ['-C', 'source', WRITER, `sqlite:${path}`, String(rounds(1_500))];
  const writer = spawn(process.execPath, args, { stdio: 'inherit' });
  const ended = once(writer, 'exit');
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let segments = 0;
  while (!isOver) {
    segments += (await shipper.ship()) > 0 ? 1 : 0;
    await sleep(5);
  }
  assert.deepEqual(await ended, [0, null]);
  return segments;
}

suite('the copied log', () => {
  test('any moment is restored: what was shipped until then, and nothing later', async (t) => {
    const place = await openPlace(t);
    await write(place.store, place.key, { 0: 10 });
    const shipper = await place.begin();
    for (let i = 1; i <= 4; i++) {
      place.now += 1_000;
      await write(place.store, place.key, { [i]: 10 + i });
      assert.ok((await shipper.ship()) > 0);
    }
    assert.equal(await shipper.ship(), 0);
    assert.deepEqual(await place.valuesAt(1_000_000), [10]);
    assert.deepEqual(await place.valuesAt(1_001_999), [10, 11]);
    assert.deepEqual(await place.valuesAt(1_003_000), [10, 11, 12, 13]);
    assert.deepEqual(await place.valuesAt(9e12), [10, 11, 12, 13, 14]);
    await assert.rejects(
      place.valuesAt(999_999),
      /has no copy of a store as of that time; it begins/,
    );
  });

  test('accounts are copied with series, and the restored store is the same in every row', async (t) => {
    const place = await openPlace(t);
    const shipper = await place.begin();
    const plan = { name: 'all', patterns: ['*'], requestsPerMinute: 600, pointsPerAnswer: 1_000 };
    await place.store.accounts.putPlan(plan);
    await write(place.store, place.key, { 1: 5 });
    await shipper.ship();
    const target = filesAt(join(place.folder, 'same.db'));
    await restoreLog(target, place.copy, 9e12, { force: false });
    assertSameRows(dumpStore(target.series), dumpStore(place.path));
  });

  test('a torn, a changed or a missing segment ends the copy before it', async (t) => {
    const place = await openPlace(t);
    const shipper = await place.begin();
    for (let i = 0; i < 5; i++) {
      await write(place.store, place.key, { [i]: i + 1 });
      await shipper.ship();
    }
    const names = await place.segments();
    assert.equal(names.length, 5);
    await writeFile(`${names[4]!.replace('00005', '00006')}.part`, 'half');
    assert.deepEqual(await place.valuesAt(9e12), [1, 2, 3, 4, 5]);
    await truncate(names[4]!, 1_000);
    assert.deepEqual(await place.valuesAt(9e12), [1, 2, 3, 4]);
    const bytes = await readFile(names[3]!);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(names[3]!, bytes);
    assert.deepEqual(await place.valuesAt(9e12), [1, 2, 3]);
    // A segment of its place with another history is not taken either.
    await writeFile(names[1]!, await readFile(names[2]!));
    assert.deepEqual(await place.valuesAt(9e12), [1]);
  });

  test('a log that is written back and begins again many times loses no transaction', async (t) => {
    const place = await openPlace(t);
    const shipper = await place.begin();
    const salt = await saltOf(place);
    const wide = Float64Array.from({ length: 150_000 }, (_, i) => Math.sin(i) * 1e6);
    const indices = Int32Array.from(wide, (_, i) => 100 + i);
    for (let round = 0; round < 20; round++) {
      for (let i = 0; i < wide.length; i += 100) wide[i] = round + i;
      await place.store.write((writer) => writer.writePoints(place.key, indices, wide, round + 1));
      await write(place.store, place.key, { [round]: round });
      if (round % 2 === 1) await shipper.ship();
    }
    assert.ok((await saltOf(place)) - salt >= 2, 'the log began again');
    const target = filesAt(join(place.folder, 'long.db'));
    await restoreLog(target, place.copy, 9e12, { force: false });
    const [restored, original] = [dumpStore(target.series), dumpStore(place.path)];
    assert.deepEqual(Object.keys(restored), Object.keys(original));
    for (const table of ['series.chunk', 'series.point_change', 'series.series'])
      assertSameRows(restored[table], original[table], table);
  });

  test('the log of another process that writes without a pause is copied whole', async (t) => {
    const place = await openPlace(t);
    const shipper = await place.begin();
    let segments = 0;
    // A busy machine may copy all writes of a process as one segment: then another process writes.
    for (let i = 0; i < 20 && segments <= 3; i++)
      segments += await shipBesideWriter(place, shipper);
    await shipper.ship();
    assert.ok(segments > 3);
    const target = filesAt(join(place.folder, 'stress.db'));
    await restoreLog(target, place.copy, 9e12, { force: false });
    const [restored, original] = [dumpStore(target.series), dumpStore(place.path)];
    for (const table of ['series.chunk', 'series.point_change', 'series.series', 'series.setting'])
      assertSameRows(restored[table], original[table], table);
  });

  test('the oldest generations go when a new one is whole', async (t) => {
    const place = await openPlace(t);
    for (let i = 0; i < 4; i++) await live(place, DAY_MS, 2);
    assert.equal((await readdir(place.copy)).length, 2);
  });

  test('a server that crashes at every start pushes no day out of the copy, and fills no disk', async (t) => {
    const place = await openPlace(t);
    const days: string[] = [];
    for (let i = 0; i < 3; i++) {
      await write(place.store, place.key, { [i]: i + 1 });
      days.push(await live(place, DAY_MS));
    }
    await write(place.store, place.key, { 3: 4 });
    const longest = await live(place, 40 * MINUTE_MS);
    // More than an hour of crashes in all: what lies between two generations must not count for the first.
    for (let i = 0; i < 15; i++) {
      await live(place, 2_000);
      place.now += 5 * MINUTE_MS;
      const names = (await readdir(place.copy)).sort();
      assert.ok(names.length <= 3 + MOST_SHORT);
      assert.deepEqual(names.slice(0, 3), [...days.slice(1), longest]);
    }
    assert.deepEqual(await place.valuesAt(takenAtOf(days[1]!) + HOUR_MS), [1, 2]);
    assert.deepEqual(await place.valuesAt(takenAtOf(longest)), [1, 2, 3, 4]);
    // Days that follow count again, and short-lived ones before them go.
    const later = [await live(place, DAY_MS), await live(place, DAY_MS), await live(place, 0)];
    assert.deepEqual((await readdir(place.copy)).sort(), later);
  });

  test('a generation of an idle store lasts as long as it was copied to', async (t) => {
    const place = await openPlace(t);
    const path = join(place.copy, await live(place, LASTING_MS));
    assert.equal(await readLastedMs(path), LASTING_MS);
    assert.equal(await readLastedMs(join(place.copy, await live(place, 59_999))), 0);
    for (const text of ['', '{"at":"x"}', '{"at":-5}', 'null']) {
      await writeFile(join(path, LAST_COPY), text);
      assert.equal(await readLastedMs(path), 0, text);
    }
  });

  test('the longest of the short-lived generations stay, the newer of two equal ones, and none beside a single one', () => {
    const past = (...lasted: number[]) =>
      lasted.map((minutes, i) => ({ name: `g${i}`, lastedMs: minutes * MINUTE_MS }));
    const kept = (keep: number, ...lasted: number[]) =>
      [...chooseKept(past(...lasted), keep)].sort().join(' ');
    assert.equal(kept(3), '');
    assert.equal(kept(1, 90, 5), '');
    assert.equal(kept(3, 90, 90, 90), 'g1 g2');
    assert.equal(kept(3, 59, 90, 60, 5, 9, 7), 'g1 g2 g4 g5');
    assert.equal(kept(3, 90, 5, 90, 90), 'g2 g3');
    assert.equal(kept(3, 1, 1, 1, 1, 1, 1), 'g2 g3 g4 g5');
    assert.equal(kept(3, 90, 1, 1, 2, 1, 1), 'g0 g3 g4 g5');
    assert.equal(kept(2, 90, 3, 2, 1), 'g0 g1 g2');
  });

  test('a generation that a kill left unfinished goes, and pushes no whole one out', async (t) => {
    const place = await openPlace(t);
    (await place.begin(2)).close();
    const [whole] = await readdir(place.copy);
    for (const name of ['20260101T000000000Z', '20260102T000000000Z', '20260103T000000000Z']) {
      await mkdir(join(place.copy, name));
      await writeFile(join(place.copy, name, 'series.db'), 'half');
    }
    place.now += 1_000;
    const shipper = await place.begin(2);
    assert.deepEqual((await readdir(place.copy)).length, 2);
    assert.ok((await readdir(place.copy)).includes(whole!));
    // A clock that went back gives the newest generation the first name: it stays all the same.
    place.now -= 500_000;
    const earlier = await place.begin(2);
    await write(place.store, place.key, { 1: 5 });
    assert.ok((await earlier.ship()) > 0);
    shipper.close();
  });

  test('a generation that cannot be begun leaves nothing behind', async (t) => {
    const place = await openPlace(t);
    (await place.begin()).close();
    const [whole] = await readdir(place.copy);
    // The same millisecond: the folder is taken, and what is in it stays whole.
    await assert.rejects(place.begin(), /EEXIST/);
    assert.deepEqual(await readdir(place.copy), [whole]);
    assert.deepEqual(await place.valuesAt(9e12), []);
  });

  test('a server that is killed loses nothing that was acknowledged before its last segment', async (t) => {
    const place = await openPlace(t);
    const server = await ProductServer.start(t, {
      env: { STORE: `sqlite:${place.path}`, LOG_COPY: place.copy, LOG_LEVEL: 'info' },
    });
    await until(() => server.lines.find(({ msg }) => msg === 'the log is copied'));
    const acknowledged: { readonly begun: number; readonly done: number }[] = [];
    // A busy machine may copy the first writes as one segment, so that writing goes on until there are two.
    await until(async () => {
      const i = acknowledged.length;
      const begun = Date.now();
      await write(place.store, place.key, { [i]: i });
      acknowledged.push({ begun, done: Date.now() });
      await sleep(120);
      return (i >= 20 && (await place.segments()).length >= 2) || undefined;
    });
    await server.kill();
    const last = (await readFile((await place.segments()).at(-1)!)).subarray(4).toString('latin1');
    const { since, until: ended } = JSON.parse(/^\{.*?\}\}/.exec(last)![0]);
    const restored = await place.valuesAt(Date.now());
    assert.deepEqual(restored, [...restored.keys()]);
    assert.ok(restored.length >= acknowledged.filter(({ done }) => done < since).length);
    assert.ok(restored.length <= acknowledged.filter(({ begun }) => begun <= ended).length);
    assert.ok(restored.length > 0);
    const middle = acknowledged[9]!.done;
    const then = await place.valuesAt(middle);
    assert.ok(then.length <= acknowledged.filter(({ begun }) => begun <= middle).length);
  });
});
