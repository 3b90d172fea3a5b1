// Searches among more series than one stretch of a walk: whichever path is taken, the result is the same as
// by checking every series.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { openStore } from '#store/open/open-store';
import type { SeriesDefinition, SeriesQuery } from '#store/series-record';
import type { Store } from '#store/store';
import { databasesLike } from '../../../harness/postgres/test-database.ts';
import { firstCases, rounds } from '../../../harness/rounds.ts';
import { definitionOf } from '../contract/sample-series.ts';
import { catalogues, findPlainly, queries } from '../contract/search-model.ts';

const databaseOf = databasesLike(async (url) => (await openStore(url)).close());

/** Opens a new, empty store of each engine, with a function that closes it. */
const ENGINES: Readonly<Record<string, () => Promise<[Store, () => Promise<void>]>>> = {
  SQLite: async () => {
    const store = await openStore('sqlite::memory:');
    return [store, () => store.close()];
  },
  PostgreSQL: async () => {
    const { url, drop } = await databaseOf();
    const store = await openStore(url);
    const close = async (): Promise<void> => {
      await store.close();
      await drop();
    };
    return [store, close];
  },
};

const define = (store: Store, all: readonly SeriesDefinition[]): Promise<void> =>
  store.write(async (writer) => {
    for (const definition of all) await writer.defineSeries(definition);
  });

const codesOf = async (store: Store, query: SeriesQuery): Promise<string[]> =>
  (await store.searchSeries(query)).map(({ code }) => code);

const number = (i: number): string => String(i).padStart(5, '0');
/** Each of these words is in a fifth of the series, so that no pair tells anything. */
const KINDS = ['price', 'wind', 'solar', 'gas', 'hydro'];
/** Enough series that a walk has several stretches and an index is asked in between. */
const COUNT = 6_000;

/** Area follows code, so that its series lie together; keys are not in order of code. */
const LARGE: readonly SeriesDefinition[] = Array.from({ length: COUNT }, (_, at) => {
  const i = (at * 1_009) % COUNT;
  const area = ['DE', 'FR', 'NL', null][Math.floor((4 * i) / COUNT)]!;
  const rare = i % 1_500 === 7 ? ' Zuqvobkex' : '';
  const country = { DE: 'Germany', FR: 'France', NL: 'Netherlands' }[area ?? ''] ?? 'nowhere';
  return definitionOf(`s${number(i)}`, {
    description: `${KINDS[i % 5]} of ${country}, unit ${i % 97}${rare}${i === 5_999 ? ' qy' : ''}`,
    area,
    resolution: i % 40 === 3 ? 'day' : 'hour',
  });
});

const QUERIES: readonly Omit<SeriesQuery, 'limit'>[] = [
  {},
  { words: ['price'] },
  { words: ['zuqvobkex'] },
  { words: ['price', 'zuqvobkex'] },
  { words: ['netherlands'] },
  { words: ['germany', 'netherlands'] },
  { words: ['pricewind'] },
  { words: ['qy'] },
  { words: ['s0123'] },
  { words: ['5999', 'qy'] },
  { words: ['unit 96', 'wind'], area: 'NL' },
  { words: ['germany'], area: 'NL' },
  { words: ['gas'], area: 'FR', resolution: 'day' },
  { area: 'NL' },
  { area: 'XX' },
  { resolution: 'day' },
  { area: 'NL', resolution: 'day' },
  { area: 'NL', resolution: 'week' },
  { prefix: 's05', words: ['hydro'] },
  { prefix: 's00', words: ['zuqvobkex'] },
  { prefix: 's0', after: 's03999', words: ['unit 5'] },
  { after: 's05998' },
];

// The property below tries both engines in the gate too.
for (const [name, open] of firstCases(Object.entries(ENGINES))) {
  describe(`a search among many series, ${name}`, () => {
    let store: Store;
    let close: () => Promise<void>;
    before(async () => {
      [store, close] = await open();
      await define(store, LARGE);
    });
    after(() => close());

    for (const asked of QUERIES) {
      test(`a search finds what checking every series finds: ${JSON.stringify(asked)}`, async () => {
        for (const limit of [1, 21, 1_000, 10_000]) {
          const query = { ...asked, limit };
          assert.deepEqual(await codesOf(store, query), findPlainly(LARGE, query));
        }
      });
    }

    test('pages of a search follow one another without overlap, however rare the word', async () => {
      for (const words of [['price'], ['netherlands', 'gas'], ['zuqvobkex'], ['7']]) {
        const seen: string[] = [];
        for (let page: string[] = ['']; page.length > 0; seen.push(...page)) {
          page = await codesOf(store, { words, after: seen.at(-1) ?? '', limit: 333 });
        }
        assert.deepEqual(seen, findPlainly(LARGE, { words, limit: COUNT }));
      }
    });

    test('the store counts every series and lists every unit', async () => {
      assert.equal(await store.countSeries(), COUNT);
      assert.deepEqual(await store.listUnits(), ['EUR/MWh']);
    });

    test('a writer finds what it has just written, and no other reader does', async () => {
      const said = { description: 'Zuqvobkex again' };
      const words = ['zuqvobkex', 'again'];
      const stop = new Error('stop');
      const failed = store.write(async (writer) => {
        await writer.defineSeries(definitionOf('znew', said));
        await writer.defineSeries({ ...LARGE[0]!, ...said });
        const found = await writer.searchSeries({ words, limit: 21 });
        assert.deepEqual(
          found.map(({ code }) => code),
          ['s00000', 'znew'],
        );
        assert.deepEqual(await codesOf(store, { words, limit: 21 }), []);
        throw stop;
      });
      await assert.rejects(failed, stop);
      assert.deepEqual(await codesOf(store, { words, limit: 21 }), []);
      const query = { words: ['price'], limit: COUNT };
      assert.deepEqual(await codesOf(store, query), findPlainly(LARGE, query));
    });

    test('a search that must read every series lets other callbacks run', async () => {
      let turns = 0;
      const count = (): void => {
        turns += 1;
        timer = setImmediate(count);
      };
      let timer = setImmediate(count);
      await codesOf(store, { words: ['qx'], limit: 5 });
      clearImmediate(timer);
      assert.ok(turns >= 2, `${turns} turns`);
    });
  });

  test(`any search of any catalogue finds what checking every series finds, ${name}`, async () => {
    const runs = name === 'SQLite' ? 60 : 20;
    const asked = fc.array(queries, { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(catalogues, asked, async (all, list) => {
        const [store, close] = await open();
        try {
          await define(store, all);
          for (const query of list) {
            assert.deepEqual(
              await codesOf(store, query),
              findPlainly(all, query),
              JSON.stringify(query),
            );
          }
        } finally {
          await close();
        }
      }),
      { numRuns: rounds(runs) },
    );
  });
}
