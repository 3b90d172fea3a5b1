// The capacity model of docs/explanation/scaling.md: every number in it follows from the benchmark's own output.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { EngineResults, ScaleResults } from '../../bench/scale/report/scale-results.ts';
import { capacitySection, newestScale, withCapacity } from '../../scripts/docs/capacity.ts';
import { CHOSEN, capacityOf, coefficientsOf } from '../../scripts/docs/capacity-model.ts';

const store = (size: number, isMetadataOnly: boolean) => ({
  ...{ size, isMetadataOnly, points: size * 8_760, bytes: 0, fillSeconds: 1 },
  bytesPerPoint: isMetadataOnly ? 99 : size / 25_000,
  metadataBytesPerSeries: size / 1_000,
});
const memory = (size: number, peakMb: number) => ({
  ...{ size, isMetadataOnly: false, startMb: 90, peakMb, peakWithListMb: 300 },
  ...{ listSeconds: 1, connections: 10 },
});
const rate = (read: string, serverCpuUs: number, databaseCpuUs: number) => ({
  ...{ read, size: 100_000, perSecond: 1, perServerCore: 1, perCore: 1 },
  ...{ serverCpuUs, databaseCpuUs },
});
const writing = (work: 'update-48-hours' | 'load-years', pointsPerSecond: number) => ({
  ...{ work, seriesPerBatch: 1, pointsPerSecond, writerCpuMs: 1, databaseCpuMs: 1 },
});

const POSTGRES: EngineResults = {
  engine: 'postgres',
  version: '18',
  comparedAnswers: 1,
  stores: [store(1_000, false), store(100_000, false), store(1_000_000, true)],
  latencies: [],
  growth: [],
  rates: Object.keys(CHOSEN.mix).map((read) => rate(read, 300, 600)),
  memory: [memory(1_000, 150), memory(100_000, 200)],
  databasePrivateMb: 100,
  writing: [writing('update-48-hours', 50_000), writing('load-years', 1_000_000)],
};

const resultsWith = (engines: readonly EngineResults[]): ScaleResults => ({
  ...{ date: '2026-11-15', command: 'npm run bench -- scale', sizes: [1_000, 100_000] },
  machine: { cores: 2, model: 'CPU', memoryGb: 24, node: 'v26' },
  ...{ metadataSize: 1_000_000, rounds: 3, seconds: 2, clients: 32, engines, bars: [] },
});
const RUN = { file: '2026-11-15-scale.json', results: resultsWith([POSTGRES]) };

/** What a path such as `engines[0].rates[2].serverCpuUs` leads to. */
const follow = (path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    // biome-ignore lint/suspicious/noExplicitAny: any place of the JSON
    .reduce((at: any, step) => at[step], RUN.results);

describe('the capacity model', () => {
  it('the model takes each coefficient from the place it names', () => {
    for (const { name, value, path } of coefficientsOf(RUN.results)!.values()) {
      if (name !== 'databaseConnections') assert.equal(follow(path), value, name);
      else assert.equal(value, 20);
    }
  });

  it('the model takes the bytes of a point from the largest store that has values', () => {
    const coefficients = coefficientsOf(RUN.results)!;
    assert.equal(coefficients.get('bytesPerPoint')!.value, 4);
    assert.equal(coefficients.get('metadataBytesPerSeries')!.value, 1_000);
  });

  it('the model multiplies coefficients by what was chosen', () => {
    const capacity = capacityOf(coefficientsOf(RUN.results)!);
    assert.equal(capacity.diskGb, 400);
    // 10,000 requests of 300 and 600 µs, on cores that are busy three fifths of the time.
    assert.equal(capacity.serverCores.toFixed(6), '5.000000');
    assert.equal(capacity.databaseCores.toFixed(6), '10.000000');
    assert.equal(capacity.processes, 5);
    assert.equal(capacity.serverMemoryGb, 1);
    assert.equal(capacity.connections, 80);
    assert.equal(capacity.connectionsGb, 0.4);
    assert.equal(capacity.serverMachines, 1);
    assert.equal(capacity.databaseMachines, 1);
    assert.equal(capacity.loadHours.toFixed(3), '27.778');
  });

  it('the model needs more machines if a point takes more room', () => {
    const stores = [{ ...store(100_000, false), bytesPerPoint: 50 }];
    const results = resultsWith([{ ...POSTGRES, stores }]);
    assert.equal(capacityOf(coefficientsOf(results)!).databaseMachines, 3);
  });

  it('the section shows date, command, file and every coefficient', () => {
    const section = capacitySection(RUN);
    for (const part of [
      ...['2026-11-15', '`npm run bench -- scale`', '../../bench/results/2026-11-15-scale.json'],
      ...coefficientsOf(RUN.results)!.keys(),
    ]) {
      assert.ok(section.includes(part), part);
    }
  });

  it('the model refuses results that lack a read of the mix', () => {
    const results = resultsWith([{ ...POSTGRES, rates: POSTGRES.rates.slice(1) }]);
    assert.throws(() => coefficientsOf(results), /no rates of forecast/);
  });

  it('the section says so if nothing was measured', () => {
    assert.match(capacitySection(undefined), /has not been measured/);
    const sqlite = resultsWith([{ ...POSTGRES, engine: 'sqlite' }]);
    assert.match(capacitySection({ file: 'x', results: sqlite }), /has not been measured/);
  });

  it('the section replaces what stands between its marks, and nothing else', () => {
    const page = 'before\n<!-- capacity:begin -->\nold\n<!-- capacity:end -->\nafter\n';
    const text = withCapacity(page, undefined);
    assert.match(
      text,
      /^before\n<!-- capacity:begin -->\n\n.*\n\n<!-- capacity:end -->\nafter\n$/s,
    );
    assert.ok(!text.includes('old'));
    assert.equal(withCapacity(text, undefined), text);
    assert.throws(() => withCapacity('no marks', undefined), /needs/);
  });

  it('the section is made from the newest whole run', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-scale-'));
    t.after(() => rm(folder, { recursive: true }));
    const url = pathToFileURL(`${folder}/`);
    assert.equal(await newestScale(url), undefined);
    for (const [name, date] of [
      ['2026-11-15-scale.json', '2026-11-15'],
      ['2026-12-01-scale.json', '2026-12-01'],
      ['2026-12-02-scale-small.json', '2026-12-02'],
      ['2026-12-03-model.json', '2026-12-03'],
    ] as const) {
      await writeFile(join(folder, name), JSON.stringify({ date }));
    }
    const found = await newestScale(url);
    assert.deepEqual([found!.file, found!.results.date], ['2026-12-01-scale.json', '2026-12-01']);
  });
});
