// What /metrics says of collecting and of what is stored, in a format that Prometheus' own linter accepts.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runProgram } from '#cli/run-program';
import { readConfig } from '#config';
import { writeFigures } from '#http/figures/metrics';
import { OwnFigures } from '#http/figures/own-figures';
import { addCollectFigures } from '#http/health/schedule-figures';
import { startApp } from '#serve/app';
import type { EntryState } from '#service/collecting/collect-state';
import { VERSION } from '#version';
import { lintMetric, readExposition } from './exposition.ts';

const NOW = Date.parse('2024-05-17T10:00:00Z');

/** A server that collects from a service that does not exist, on a store with its own commands. */
async function openWatched(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'gridtide-figures-'));
  const STORE = `sqlite:${join(folder, 'store.db')}`;
  const COLLECT = join(folder, 'collect.json');
  const rates = { source: 'ecb', every: '6h', baseUrl: 'http://127.0.0.1:9' };
  await writeFile(COLLECT, JSON.stringify({ sources: [rates] }));
  const app = await startApp(readConfig({ STORE, COLLECT, PORT: '0', LOG_LEVEL: 'silent' }), {
    isDemo: false,
    clock: () => NOW,
  });
  t.after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  const run = async (...argv: string[]): Promise<void> => {
    const errors: string[] = [];
    const stderr = { write: (text: string) => errors.push(text) };
    const stdout = { write: () => undefined };
    const io = { stdout, stderr, stdin: Readable.from([]), env: { STORE }, now: () => NOW };
    assert.equal(await runProgram(argv, io), 0, errors.join(''));
  };
  const read = async () => {
    // Figures are up to a second old.
    await wait(1_001);
    return (await fetch(`${app.url}/metrics`)).text();
  };
  return { folder, app, run, read };
}

/** The value of a metric with one sample. */
const figureOf = (text: string, name: string): number =>
  readExposition(text).get(name)!.samples[0]!.value;

suite('figures of what is stored and collected', () => {
  test('every metric has help, type and a name as Prometheus asks for', async (t) => {
    const { read } = await openWatched(t);
    const text = await read();
    const metrics = [...readExposition(text).values()];
    assert.ok(metrics.length > 30);
    assert.deepEqual(metrics.flatMap(lintMetric), []);
    const promtool = spawnSync('promtool', ['check', 'metrics'], { input: text });
    if (!promtool.error) assert.equal(promtool.status, 0, String(promtool.stderr));
  });

  test('the version is a metric of its own and no label of others', async (t) => {
    const { read } = await openWatched(t);
    const text = await read();
    const labelled = text.split('\n').filter((line) => /[{,]version="(?!v\d)/.test(line));
    assert.deepEqual(labelled, [`gridtide_build_info{version="${VERSION}"} 1`]);
  });

  test('the last import, the last backup, held values and the size follow the commands', async (t) => {
    const { folder, run, read } = await openWatched(t);
    const empty = await read();
    for (const name of [
      'held_values',
      'import_last_timestamp_seconds',
      'backup_last_timestamp_seconds',
    ])
      assert.equal(figureOf(empty, `gridtide_${name}`), 0, name);
    const define = join(folder, 'series.csv');
    await writeFile(define, 'code,description,unit,resolution\ndehrprice,Price,EUR/MWh,hour\n');
    const values = join(folder, 'values.csv');
    await writeFile(values, 'time,dehrprice\n2024-05-17T00:00Z,1\n2024-05-17T01:00Z,9999\n');
    await writeFile(join(folder, 'none.csv'), 'time,dehrprice\n');
    await run('import', join(folder, 'none.csv'), '--define', define);
    await run('rule', 'set', 'dehrprice', '--max', '4000');
    await run('import', values);
    const filled = await read();
    assert.equal(figureOf(filled, 'gridtide_held_values'), 1);
    assert.equal(figureOf(filled, 'gridtide_import_last_timestamp_seconds'), NOW / 1000);
    assert.equal(figureOf(filled, 'gridtide_backup_last_timestamp_seconds'), 0);
    assert.ok(figureOf(filled, 'gridtide_store_bytes') > 50_000);
    await run('backup', join(folder, 'backup.zst'));
    assert.equal(figureOf(await read(), 'gridtide_backup_last_timestamp_seconds'), NOW / 1000);
  });

  test('each entry of COLLECT has its last success, failed feeds, missing days and lateness', async () => {
    const feed = { series: [], lastAttemptAt: NOW, lastSuccessAt: null, firstMissingDate: null };
    const entry = { source: 'entsoe', everyMs: 3_600_000, lastAttemptAt: NOW, note: null };
    const failing: EntryState = {
      ...entry,
      ...{ name: 'prices', state: 'failed', lastError: 'a fault', lastSuccessAt: null },
      ...{ nextDueAt: NOW, isLate: true, missingDays: 800 },
      feeds: [
        { ...feed, feed: 'entsoe/prices/DE', lastError: 'a fault', missingDays: 800 },
        { ...feed, feed: 'entsoe/prices/NL', lastError: null, missingDays: 0 },
      ],
    };
    const well: EntryState = {
      ...entry,
      ...{ name: 'rates', state: 'done', lastError: null, lastSuccessAt: NOW },
      ...{ nextDueAt: NOW, isLate: false, missingDays: 0, feeds: [] },
    };
    const own = new OwnFigures();
    let reads = 0;
    const collect = {
      state: async () => {
        reads++;
        return { entries: [failing, well] };
      },
    };
    addCollectFigures(own, { collect, clock: () => NOW });
    const figures = await Promise.all(own.metrics.map((metric) => metric.get()));
    const metrics = readExposition(await writeFigures(figures));
    assert.equal(reads, 1);
    const shown = Object.fromEntries(
      [...metrics].map(([name, { samples }]) => [name, samples.map(({ value }) => value)]),
    );
    assert.deepEqual(shown, {
      gridtide_collect_last_success_timestamp_seconds: [0, NOW / 1000],
      gridtide_collect_failed_feeds: [1, 0],
      gridtide_collect_missing: [800, 0],
      gridtide_collect_late: [1, 0],
    });
    const labels = metrics.get('gridtide_collect_late')!.samples.map((sample) => sample.labels);
    assert.deepEqual(labels, ['entry="prices"', 'entry="rates"']);
  });

  test('figures are shown while the store is away', async (t) => {
    const { app, read } = await openWatched(t);
    await app.store.close();
    assert.match(await read(), /^gridtide_build_info/m);
  });
});
