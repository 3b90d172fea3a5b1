// The table of caches and pools in ARCHITECTURE.md is complete: each file of src with memory that outlasts a call is in
// it, or in the list of those whose memory is no cache.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listFiles, readText } from '../../harness/architecture/import-graph.ts';
import { constantOf } from './code-constants.ts';
import { hasLastingMemory, NO_CACHE } from './lasting-memory.ts';

const MIB = 2 ** 20;
const [, section = ''] = readText('ARCHITECTURE.md').split('\n## Caches and pools\n');
const rows = section
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()));
const listed = rows.flatMap(([, , places = '']) =>
  [...places.matchAll(/`([^`]+)`/g)].map(([, place]) => place!),
);

const files = listFiles('src')
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.slice('src/'.length));
const lasting = files.filter((file) => hasLastingMemory(readText(`src/${file}`)));

/** Whether a file is one of the places, or lies in one. */
const isIn = (file: string, places: readonly string[]): boolean =>
  places.some((place) => file === place || file.startsWith(`${place}/`));

describe('the table of caches and pools', () => {
  it('each file with lasting memory is in the table or in the list of what is no cache', () => {
    assert.ok(lasting.length > 50, 'src was read');
    assert.deepEqual(
      lasting.filter((file) => !isIn(file, listed) && !isIn(file, Object.keys(NO_CACHE))),
      [],
    );
  });

  it('each place of the table exists, and none is also in the list of what is no cache', () => {
    assert.ok(listed.length > 50, 'the table was found');
    assert.deepEqual(
      listed.filter((place) => !files.some((file) => isIn(file, [place])) || place in NO_CACHE),
      [],
    );
  });

  it('each entry of what is no cache still has lasting memory', () => {
    assert.deepEqual(
      Object.keys(NO_CACHE).filter((place) => !lasting.some((file) => isIn(file, [place]))),
      [],
    );
  });

  it('each row says what it is, its bound, and why it cannot lie', () => {
    assert.deepEqual(
      rows.filter((cells) => cells.length !== 6 || cells.slice(1, 5).includes('')),
      [],
    );
  });
});

/** Bounds of the table, by a file of the row and the constant that sets it. */
const BOUNDS: readonly (readonly [string, string, (value: number) => string])[] = [
  ['accounts/familiar-addresses.ts', 'MAX_REMEMBERED', String],
  ['accounts/grant-cache.ts', 'MAX_GRANTS', String],
  ['accounts/keys/key-uses.ts', 'MAX_REMEMBERED', String],
  ['accounts/known-passwords.ts', 'MAX_ENTRIES', String],
  ['accounts/plans.ts', 'MAX_COMPILED', String],
  ['accounts/session-renewals.ts', 'MAX_REMEMBERED', String],
  ['bytes/memory-pools.ts', 'MOST_FREE', String],
  ['bytes/time-writer.ts', 'MOST_KEYS', String],
  ['core/patterns/pattern.ts', 'MOST_STATES', String],
  ['core/time/grid.ts', 'MOST_CACHED', String],
  ['core/time/zone.ts', 'MAX_YEARS_CACHED', String],
  ['core/time/zone.ts', 'MAX_ZONES_CACHED', String],
  ['http/answer/answer-threads.ts', 'SPARE_BYTES', (bytes) => `${bytes / MIB} MB`],
  ['http/answer/compress-answer.ts', 'MOST_COPY_BYTES', (bytes) => `${bytes / MIB} MB`],
  ['http/answer/content-coding.ts', 'LONGEST_KNOWN', String],
  ['http/answer/content-coding.ts', 'MOST_KNOWN', String],
  ['http/api/mcp/assistant-audit.ts', 'MOST_REMEMBERED', String],
  ['http/pictures/picture-shelf.ts', 'MOST_KEPT', String],
  ['http/tables/make-table.ts', 'MOST_DIGESTS', String],
  ['http/tables/table-files.ts', 'MOST_KNOWN', String],
  ['service/alerts/watched-series.ts', 'MOST_SERIES', String],
  ['service/events/event-tail.ts', 'MOST_KEPT', String],
  ['service/freshness/scan-feeds.ts', 'MOST_JUDGED', String],
  ['service/prometheus/select-series.ts', 'MOST_REMEMBERED', String],
  ['store/engines/postgres/postgres-session.ts', 'MOST_NAMES', String],
  ['store/engines/sqlite/sqlite-connection.ts', 'MAX_STATEMENTS_KEPT', String],
  ['store/search/search-sample.ts', 'MOST_ESTIMATES', String],
  ['store/search/search-sample.ts', 'SAMPLE', String],
  ['store/series/sql-series-reader.ts', 'MOST_KEYS_CACHED', String],
];

describe('bounds in the table of caches and pools', () => {
  for (const [file, name, write] of BOUNDS) {
    it(`the row of ${file} has ${name}`, () => {
      const bounds = rows
        .filter(([, , places = '']) => places.includes(`\`${file}\``))
        .map(([, , , bound = '']) =>
          bound.replaceAll(',', ' ').replace(/(?<=\d) (?=\d{3}\b)/g, ''),
        );
      const wanted = write(constantOf(`src/${file}`, name));
      assert.ok(
        bounds.some((bound) => new RegExp(`(?<!\\d)${wanted}(?!\\d)`).test(bound)),
        `${wanted}: ${bounds}`,
      );
    });
  }
});

describe('shares of CACHE_MB in the table', () => {
  const boundOf = (file: string): string =>
    rows.find(([, , places = '']) => places === `\`${file}\``)![3]!;

  it('series records have a quarter, and answers with repeated requests the rest', () => {
    assert.equal(constantOf('src/serve', 'RECORD_SHARE'), 1 / 4);
    assert.equal(boundOf('store/engines/sqlite/record-cache.ts'), 'a quarter of CACHE_MB');
    assert.match(boundOf('http/answer/answer-cache.ts'), /^three quarters of CACHE_MB\b/);
  });

  it('repeated requests have an eighth of the rest', () => {
    assert.equal(constantOf('src/http/answer', 'QUESTION_SHARE'), 1 / 8);
    assert.equal(boundOf('http/front/repeated-request.ts'), 'an eighth of that');
  });
});

describe('finding lasting memory', () => {
  for (const [what, source] of [
    ['a map of a module', 'const seen = new Map<string, number>();'],
    ['a typed map of a module', 'export const seen: Seen =\n  new WeakMap();'],
    [
      'a map of an object',
      'class A {\n  readonly #seen = new Map<\n    string,\n    number\n  >();\n}',
    ],
    [
      'a map of an object with a type of several fields',
      'class A {\n  #all = new Map<string, { a: number; b: () => void }>();',
    ],
    [
      'a bounded cache of an object',
      'class A {\n  constructor() {\n    this.#all = new BoundedCache(9);',
    ],
    ['a kept value of an object', 'class A {\n  #kept: Sums | undefined;'],
    ['a kept value of a function', 'function make() {\n  let kept: string | undefined;'],
    ['a scratch array', 'const scratch = new Float64Array(256);'],
    ['a variable of a module', 'let latest = 0;'],
  ] as const) {
    it(`${what} is found`, () => assert.ok(hasLastingMemory(source)));
  }

  it('tables of rows and what lasts for a call are not found', () => {
    const source = `const BY_NAME = new Map(ROWS.map((row) => [row.name, row]));
const NONE = new Float64Array(0);
function count() {
  const seen = new Set<string>();
  let count = 0;
}`;
    assert.ok(!hasLastingMemory(source));
  });
});
