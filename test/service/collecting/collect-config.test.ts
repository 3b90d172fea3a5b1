import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#core/time/instant';
import { readCollectConfig } from '#service/collecting/collect-config';
import { loadCollectConfig } from '#service/collecting/collect-file';

const ENTSOE = { source: 'entsoe', what: ['prices', 'load'], areas: ['DE', 'nl'], every: '1h' };
const read = (...sources: unknown[]) => readCollectConfig(JSON.stringify({ sources }));

suite('the configuration of collecting', () => {
  test('the file names sources, their datasets and areas, how often and how far back', async () => {
    const { entries } = await read(
      { ...ENTSOE, back: '36h', from: '2024-02-29', hourly: true },
      { source: 'ecb', every: '6h', hourly: false },
    );
    assert.deepEqual(
      entries.map(({ source, ...entry }) => ({ ...entry, source: source.name })),
      [
        {
          source: 'entsoe',
          name: 'entsoe',
          datasets: ['prices', 'load'],
          areas: ['DE', 'NL'],
          everyMs: HOUR_MS,
          backMs: 36 * HOUR_MS,
          fromDay: Date.UTC(2024, 1, 29) / DAY_MS,
          isHourly: true,
          baseUrl: undefined,
        },
        {
          source: 'ecb',
          name: 'ecb',
          datasets: ['rates'],
          areas: [],
          everyMs: 6 * HOUR_MS,
          backMs: 0,
          fromDay: undefined,
          isHourly: false,
          baseUrl: undefined,
        },
      ],
    );
    assert.equal((await read(ENTSOE)).entries[0]!.backMs, 7 * DAY_MS);
    assert.equal((await read(ENTSOE)).entries[0]!.isHourly, true);
    assert.deepEqual((await read()).entries, []);
  });

  test('the file may have two entries of one source with names and no common feed', async () => {
    const { entries } = await read(
      { ...ENTSOE, name: 'often', what: ['prices'] },
      { ...ENTSOE, name: 'seldom', what: ['reservoirs'], every: '1d' },
    );
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['often', 'seldom'],
    );
  });

  const faults: readonly (readonly [unknown, RegExp])[] = [
    [
      { source: 'entso' },
      /^sources\[0\]\.source must be "entsoe" or "ecb" or "open-meteo", not "entso"/,
    ],
    [{}, /^sources\[0\]\.source is missing: it must be "entsoe" or "ecb"/],
    ['ecb', /^sources\[0\] must be an object/],
    [{ ...ENTSOE, what: [] }, /^sources\[0\]\.what must be a list of prices, load, /],
    [{ ...ENTSOE, what: undefined }, /^sources\[0\]\.what is missing/],
    [{ ...ENTSOE, what: ['price'] }, /^sources\[0\]\.what\[0\]: entsoe has no "price".*prices/],
    [{ ...ENTSOE, what: ['load', 'load'] }, /^sources\[0\]\.what\[1\]: load is in the list/],
    [{ ...ENTSOE, areas: ['DE', 'XX'] }, /^sources\[0\]\.areas\[1\]: there is no area "XX"/],
    [{ ...ENTSOE, areas: 'DE' }, /^sources\[0\]\.areas must be a list of areas/],
    [{ ...ENTSOE, areas: [7] }, /^sources\[0\]\.areas\[0\] must be a text, not "7"/],
    [{ ...ENTSOE, every: '1 hour' }, /^sources\[0\]\.every must be a time such as 30m.*"1 hour"/],
    [{ ...ENTSOE, every: '1m' }, /^sources\[0\]\.every must .* from 5m to 7d, not "1m"/],
    [{ ...ENTSOE, every: undefined }, /^sources\[0\]\.every is missing/],
    [{ ...ENTSOE, back: '91d' }, /^sources\[0\]\.back must .* from 0d to 90d, not "91d"/],
    [{ ...ENTSOE, from: '2023-02-29' }, /^sources\[0\]\.from must be a date such as/],
    [{ ...ENTSOE, hourly: 'yes' }, /^sources\[0\]\.hourly must be true or false, not "yes"/],
    [{ ...ENTSOE, baseUrl: 'ftp://x' }, /^sources\[0\]\.baseUrl must be an address/],
    [{ ...ENTSOE, name: 'Two words' }, /^sources\[0\]\.name must be lower-case/],
    [{ ...ENTSOE, token: 'x' }, /^sources\[0\]\.token: keys are not kept in this file/],
    [{ ...ENTSOE, area: ['DE'] }, /^sources\[0\]\.area is not a field.*did you mean areas/],
    [
      { source: 'ecb', every: '6h', areas: ['DE'] },
      /^sources\[0\]\.areas: ecb has nothing to choose/,
    ],
  ];
  for (const [entry, expected] of faults) {
    test(`the file is refused with ${JSON.stringify(entry)}`, async () => {
      await assert.rejects(read(entry), (error: Error) => {
        assert.match(error.message, expected);
        return true;
      });
    });
  }

  test('the file is refused if two entries share a name or a feed', async () => {
    await assert.rejects(read(ENTSOE, ENTSOE), /^Error: sources\[1\]\.name: entsoe is taken/);
    await assert.rejects(
      read(ENTSOE, { ...ENTSOE, name: 'more', what: ['load'], areas: ['FR', 'NL'] }),
      /^Error: sources\[1\]: load of NL is collected by entsoe already/,
    );
    const rates = { source: 'ecb', every: '6h' };
    await assert.rejects(
      read(rates, { ...rates, name: 'again' }),
      /^Error: sources\[1\]: rates is collected by ecb already/,
    );
  });

  test('a file that is no JSON, no object or missing is refused by its name', async (t) => {
    await assert.rejects(readCollectConfig('[]'), /must be an object such as/);
    await assert.rejects(readCollectConfig('{"source": []}'), /^Error: source is not a field/);
    await assert.rejects(readCollectConfig('{}'), /^Error: sources is missing/);
    const folder = await mkdtemp(join(tmpdir(), 'gridtide-collect-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'collect.json');
    await assert.rejects(loadCollectConfig(file), /collect\.json: there is no such file/);
    await writeFile(file, '{"sources": [');
    await assert.rejects(loadCollectConfig(file), /collect\.json: this is not JSON/);
    await writeFile(file, '{"sources": [{"source": "ecb", "every": "6h"}]}');
    assert.equal((await loadCollectConfig(file)).entries.length, 1);
  });
});
