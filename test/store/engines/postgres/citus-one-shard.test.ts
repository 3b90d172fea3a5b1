// Every statement goes to the one machine that has its series, except a few that no reader waits for.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { DISTRIBUTED_TABLES } from '#store/engines/postgres/citus';
import { distributedIn, shardFaults } from './citus-one-shard.ts';

/** Statements that ask every machine, with the work that waits for them. */
const ON_ALL_MACHINES: Readonly<Record<string, string>> = {
  COMPACT_CHANGES: 'gridtide compact, by hand',
  COMPACT_STATES: 'gridtide compact, by hand',
  COMPACT_RUNS: 'gridtide compact, by hand',
  LIST_HELD: 'an operator’s list of held values of all series',
  COUNT_HELD: 'the metrics, which are read at most once a second',
  'READ_MANY_CHUNKS.postgres': 'the holes of a page of series, which one statement finds',
  'READ_MANY_CHUNKS.sqlite': 'the same, and SQLite has one machine',
};

/** Files in which the table of a statement is a variable, with the work that waits for it. */
const ANY_TABLE: Readonly<Record<string, string>> = {
  'copy/copy-claim.ts': 'gridtide copy, by hand',
  'copy/copy-rows.ts': 'gridtide copy, by hand',
  'copy/copy-store.ts': 'gridtide copy, by hand',
  'check/check-tables.ts': 'gridtide check, by hand',
  'check/check-values.ts': 'gridtide check, by hand',
  'search/search-sql.ts': 'series, with or without its index of words',
};

const FOLDER = new URL('../../../../src/', import.meta.url);

function textsOf(source: object, path = ''): [name: string, text: string][] {
  return Object.entries(source).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object') return textsOf(value, `${path}${name}.`);
    return /^\s*(?:SELECT|INSERT|UPDATE|DELETE)\b/.test(value) ? [[path + name, value]] : [];
  });
}

const isList = (name: string): boolean => /^store\/[a-z]+\/(?:[a-z]+-)?statements\.ts$/.test(name);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const modules = FILES.filter(isList).map((name) => import(new URL(name, FOLDER).href));
const TEXTS = (await Promise.all(modules)).flatMap((module) => textsOf(module));

describe('a statement', () => {
  test('every statement asks one machine, except a few that are listed', () => {
    const asksAll = TEXTS.filter(([, text]) => shardFaults(text).length > 0);
    assert.deepEqual(
      asksAll.map(([name]) => name).toSorted(),
      Object.keys(ON_ALL_MACHINES).toSorted(),
    );
    assert.ok(TEXTS.filter(([, text]) => distributedIn(text).length > 0).length > 50);
  });

  test('statements on distributed tables are only in the lists of statements', () => {
    const named = new RegExp(`\\b(?:FROM|JOIN|INTO|UPDATE) (?:${DISTRIBUTED_TABLES.join('|')})\\b`);
    const hasAny: string[] = [];
    for (const name of FILES.filter((file) => !isList(file))) {
      const text = readFileSync(new URL(name, FOLDER), 'utf8');
      assert.doesNotMatch(text, named, name);
      if (/\b(?:FROM|JOIN|INTO|UPDATE) \$\{/.test(text)) hasAny.push(name);
    }
    const known = Object.keys(ANY_TABLE).map((name) => `store/${name}`);
    assert.deepEqual(hasAny.toSorted(), known.toSorted());
  });
});

describe('the rule of one machine', () => {
  const faulty = [
    'SELECT bytes FROM chunk',
    'SELECT bytes FROM chunk WHERE chunk = $1',
    'SELECT bytes FROM chunk WHERE series_key > $1',
    'SELECT bytes FROM chunk WHERE series_key = $1 OR chunk = $2',
    'SELECT bytes FROM chunk WHERE (series_key = $1 OR chunk = $2) AND chunk > 1',
    'SELECT 1 FROM run WHERE series_key = $1 UNION ALL SELECT 1 FROM past_run WHERE analyzed_at = $2',
    'DELETE FROM run_band WHERE series_key = $1 AND analyzed_at IN (SELECT analyzed_at FROM run)',
    'SELECT (SELECT COUNT(*) FROM run WHERE analyzed_at = $2) AS "count"',
    'SELECT b.level FROM run_band b JOIN run r ON r.analyzed_at = b.analyzed_at WHERE b.series_key = $1',
    'SELECT MAX(c) FROM (SELECT chunk AS c FROM chunk ORDER BY chunk) AS found',
    'UPDATE past_run SET detail = $2 WHERE analyzed_at = $1',
    'INSERT INTO chunk (chunk, bytes) VALUES ($1, $2)',
    'INSERT INTO past_series (series_key, version) SELECT series_key, version FROM series WHERE series_key = $1',
    'INSERT INTO past_run (series_key, analyzed_at) SELECT series_key, analyzed_at FROM run WHERE analyzed_at = $1',
  ];
  for (const text of faulty) {
    test(`the rule of one machine refuses ${text}`, () =>
      assert.notDeepEqual(shardFaults(text), []));
  }

  const right = [
    'SELECT code FROM series WHERE code = $1',
    'SELECT bytes FROM chunk WHERE series_key = $1 AND (chunk = $2 OR chunk = $3) ORDER BY chunk',
    'SELECT h.value, s.code FROM held_value h JOIN series s ON s.series_key = h.series_key WHERE h.series_key = $2',
    'INSERT INTO chunk (series_key, bytes) VALUES ($1, $2) ON CONFLICT (series_key) DO UPDATE SET bytes = excluded.bytes',
    'INSERT INTO past_run (series_key, analyzed_at) SELECT series_key, analyzed_at FROM run WHERE series_key = $1 ON CONFLICT DO NOTHING',
  ];
  for (const text of right) {
    test(`the rule of one machine allows ${text}`, () => assert.deepEqual(shardFaults(text), []));
  }
});
