// Reads through the two interfaces. The server logs every statement, and each is one that a cluster sends to
// the one machine that has the series.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { addKey } from '#accounts/api-keys';
import { ensurePlan } from '#accounts/plan-changes';
import { addUser } from '#accounts/users';
import { readConfig } from '#config';
import { HOUR_MS } from '#core/time/instant';
import { type App, startApp } from '#serve/app';
import { DISTRIBUTED_TABLES } from '#store/engines/postgres/citus';
import type { Store } from '#store/store';
import { definitionOf, runOf } from '../../contract/sample-series.ts';
import { distributedIn, shardFaults } from './citus-one-shard.ts';
import { CitusServer } from './citus-stand-in.ts';

const NOW = Date.parse('2024-05-17T10:00:00Z');
const HOURS = 2 * 8_760;
const FIRST = NOW / HOUR_MS - HOURS;
/** Begins each entry of the server's log, as statements have line breaks. */
const MARK = '#entry# ';

const citus = await CitusServer.start({
  log_statement: 'all',
  log_line_prefix: `'${MARK}'`,
  log_parameter_max_length: '0',
});
const app = await open();
after(async () => {
  await app.close();
  await citus.close();
});
const authorization = `Bearer ${await makeKey(app.store)}`;
await fill(app.store);

async function open(): Promise<App> {
  const settings = { PORT: '0', LOG_LEVEL: 'silent', FORECASTS: 'false', CACHE_MB: '0' };
  const config = readConfig({ ...settings, STORE: await citus.makeCitusDatabase() });
  return startApp(config, { isDemo: false, clock: () => NOW });
}

async function makeKey({ accounts }: Store): Promise<string> {
  await ensurePlan(accounts, { name: 'all', patterns: ['*'] });
  const user = await addUser(accounts, { name: 'anna', password: null, planName: 'all' }, NOW);
  return addKey(accounts, user, 'test', NOW);
}

/** Writes two years of hours and runs with bands, then replaces them, so that there is a past. */
async function fill(store: Store): Promise<void> {
  const indices = Int32Array.from({ length: HOURS }, (_, i) => FIRST + i);
  const detail = { tier: 't', historyDays: 7, members: [], drivers: [], notes: [] };
  const side = new Float64Array(48).fill(1);
  const bands = [{ level: 80, lower: side, upper: side }];
  for (const [category, unit] of [
    ['hrprice', 'EUR/MWh'],
    ['hrcons', 'MWh'],
  ] as const) {
    for (const [age, value] of [
      [30, 1],
      [20, 2],
    ] as const) {
      const at = NOW - age * HOUR_MS;
      await store.write(async (writer) => {
        const texts = { area: 'DE', category, unit, description: `Test ${value}` };
        const { key } = await writer.defineSeries(definitionOf(`de${category}`, texts), at);
        await writer.writePoints(key, indices, new Float64Array(HOURS).fill(value), at);
        const run = runOf(NOW - 40 * HOUR_MS, FIRST + HOURS - 10, Array(48).fill(value));
        await writer.writeRun(key, run, at, detail, bands);
      });
    }
  }
}

const log = join(dirname(citus.server.dataFolder), 'log');
/** The statements in the server's log after its first `length` characters. */
const statementsAfter = (length: number): string[] =>
  readFileSync(log, 'utf8')
    .slice(length)
    .split(MARK)
    .flatMap((entry) => /^LOG: {2}(?:execute [^:]*|statement): (.*)$/s.exec(entry)?.[1] ?? []);

async function ask(path: string, body?: object): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' };
  const posted = body && { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${app.url}${path}`, { headers, ...posted });
  assert.equal(answer.status, 200, `${path}: ${await answer.text()}`);
}

const AS_OF = new Date(NOW - 25 * HOUR_MS).toISOString();
const SERIES = '/api/fundamental/series';
const FORECAST = '/api/v1/power-balance-forecast';
const PRICE = 'area=DE&balanceCategory=hrprice';

const READS: Readonly<Record<string, readonly [path: string, body?: object]>> = {
  'two years of hours': [SERIES, { SeriesId: 'dehrprice' }],
  'two days': [SERIES, { SeriesId: 'dehrprice', FromDateTime: 'today-1', ToDateTime: 'today' }],
  days: [SERIES, { SeriesId: 'dehrcons', Resolution: 'day' }],
  peak: [SERIES, { SeriesId: 'dehrprice', Resolution: 'peak', ToDateTime: 'last+30' }],
  'several series': [`${SERIES}/multi`, { SeriesIds: ['dehrprice', 'dehrcons'] }],
  'a series as of yesterday': [SERIES, { SeriesId: 'dehrprice', AsOf: AS_OF }],
  'a series as a document': ['/api/v1/series/dehrprice?from=today-2&to=tomorrow'],
  'a file': ['/api/v1/series/dehrcons?format=csv'],
  'the metadata of a series': ['/api/fundamental/meta', { SeriesId: 'dehrprice' }],
  'the metadata as of yesterday': ['/api/fundamental/meta', { SeriesId: 'dehrprice', AsOf: AS_OF }],
  'the newest forecast': [`${FORECAST}/short-term?${PRICE}`],
  'a forecast as of yesterday': [`${FORECAST}/short-term?${PRICE}&asOf=${AS_OF}`],
  'all runs of an area': [`${FORECAST}/short-term/multiseries?area=DE&resolution=Daily`],
  'a day-ahead forecast': [`${FORECAST}/day-ahead?area=DE&balanceCategory=hrcons`],
  bands: [`${FORECAST}/short-term/bands?${PRICE}`],
  'bands as of yesterday': [`${FORECAST}/short-term/bands?${PRICE}&asOf=${AS_OF}`],
  runs: [`${FORECAST}/issue-times?area=DE`],
  'runs as of yesterday': [`${FORECAST}/issue-times?area=DE&asOf=${AS_OF}`],
  'the overview': [`${FORECAST}/overview?balanceCategory=hrprice`],
  accuracy: ['/api/v1/accuracy?area=DE&category=hrprice'],
  'a list of series': ['/api/fundamental/meta/all', { Prefix: 'de' }],
  'a search': ['/api/v1/metadata?q=test&limit=20'],
};

describe('a read on a cluster', () => {
  const touched = new Set<string>();

  for (const [name, [path, body]] of Object.entries(READS)) {
    test(`a read of ${name} asks one machine at a time`, async () => {
      const { length } = readFileSync(log, 'utf8');
      await ask(path, body);
      const statements = statementsAfter(length);
      assert.ok(statements.length > 0);
      for (const text of statements) {
        assert.deepEqual(shardFaults(text), [], text);
        for (const table of distributedIn(text)) touched.add(table);
      }
    });
  }

  test('these reads have asked for values, runs, and the past of both', () => {
    const kept = ['model_memory', 'value_rule', 'held_value'];
    const read = DISTRIBUTED_TABLES.filter((table) => !kept.includes(table));
    assert.deepEqual([...touched].toSorted(), read.toSorted());
  });
});
