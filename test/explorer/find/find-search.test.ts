// Searching the catalogue: the matches and their order, and that 100,000 series never delay a key.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { MetadataRecord } from '#contract/forecast';
import { rankTogether, SeriesSearch } from '#explorer/find/search/search-series.ts';
import { entryOf, type SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { isNarrower, readQuery } from '#explorer/find/search/series-query.ts';

const record = (seriesId: string, more: Partial<MetadataRecord> = {}): MetadataRecord => ({
  seriesId,
  description: `Series ${seriesId}`,
  unit: 'MW',
  resolution: 'Hourly',
  startDate: null,
  endDate: null,
  area: null,
  category: null,
  datasets: ['fundamental'],
  lastUpdated: null,
  subscribed: true,
  ...more,
});

const entries = (...records: readonly MetadataRecord[]): SeriesEntry[] => records.map(entryOf);
const never = (): boolean => false;

function find(
  catalogue: readonly SeriesEntry[],
  typed: string,
  wider?: SeriesSearch,
): SeriesSearch {
  const search = new SeriesSearch(catalogue, readQuery(typed), wider);
  search.step(never);
  return search;
}

const codes = (search: SeriesSearch): string[] => rankTogether(search).map(({ code }) => code);

describe('searching series', () => {
  const catalogue = entries(
    record('dehrprice', { description: 'Germany day-ahead price', area: 'DE', unit: 'EUR/MWh' }),
    record('dehrwind', { description: 'Germany wind power', area: 'DE' }),
    record('frhrprice', { description: 'France price; Germany is a neighbour', area: 'FR' }),
    record('no2dayhydro', { description: 'Kristiansand hydro', area: 'NO2', resolution: 'Daily' }),
    record('se1qhwind', {
      description: 'Luleå wind',
      area: 'SE1',
      resolution: 'QuarterHourly',
    }),
  );

  it('the search requires every word, in any order, in code, description, unit or area', () => {
    assert.deepEqual(codes(find(catalogue, 'price germany')), ['dehrprice', 'frhrprice']);
    assert.deepEqual(codes(find(catalogue, 'GERMANY  Wind')), ['dehrwind']);
    assert.deepEqual(codes(find(catalogue, 'eur/mwh')), ['dehrprice']);
    assert.deepEqual(codes(find(catalogue, 'no2')), ['no2dayhydro']);
    assert.deepEqual(codes(find(catalogue, 'hydro germany')), []);
  });

  it('the search finds accented names without their accents, and with them', () => {
    assert.deepEqual(codes(find(catalogue, 'lulea')), ['se1qhwind']);
    assert.deepEqual(codes(find(catalogue, 'LULEÅ')), ['se1qhwind']);
  });

  it('the search narrows by area and resolution', () => {
    assert.deepEqual(codes(find(catalogue, 'area:de wind')), ['dehrwind']);
    assert.deepEqual(codes(find(catalogue, 'area:se')), ['se1qhwind']);
    assert.deepEqual(codes(find(catalogue, 'area:FR,NO2')), ['frhrprice', 'no2dayhydro']);
    assert.deepEqual(codes(find(catalogue, 'res:day')), ['no2dayhydro']);
    assert.deepEqual(codes(find(catalogue, 'wind res:15min')), ['se1qhwind']);
    assert.deepEqual(codes(find(catalogue, 'res:nonsense')), []);
  });

  it('the search puts the exact code first, then code beginnings, word beginnings, and the rest', () => {
    const mixed = entries(
      record('aaa', { description: 'cheap solarium' }),
      record('asolar', { description: 'panels' }),
      record('bsun', { description: 'solar panels' }),
      record('solar', { description: 'panels' }),
      record('solarx', { description: 'panels' }),
    );
    assert.deepEqual(codes(find(mixed, 'solar')), ['solar', 'solarx', 'aaa', 'bsun', 'asolar']);
  });

  it('the search puts series outside the plan after all others', () => {
    const mixed = entries(
      record('dea', { subscribed: false }),
      record('deb'),
      record('xde', { description: 'nothing else' }),
    );
    assert.deepEqual(codes(find(mixed, 'de')), ['deb', 'xde', 'dea']);
  });

  it('the matches of several searches are ranked together', () => {
    const first = find(entries(record('xx', { description: 'price' })), 'price');
    const second = find(entries(record('price')), 'price');
    assert.deepEqual(
      rankTogether(first, second).map(({ code }) => code),
      ['price', 'xx'],
    );
  });

  it('a search continues when more of the catalogue arrives', () => {
    const growing = entries(record('dea'));
    const search = find(growing, 'de');
    growing.push(...entries(record('deb'), record('fr')));
    assert.equal(search.isDone, false);
    search.step(never);
    assert.deepEqual(codes(search), ['dea', 'deb']);
    assert.equal(search.examined, 3);
  });
});

describe('searching any catalogue', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 12 });
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 });
  const catalogues = fc
    .array(fc.tuple(letters, fc.boolean()), { maxLength: 40 })
    .map((rows) =>
      rows.map(([description, subscribed], i) =>
        entryOf(record(`s${i}`, { description, subscribed })),
      ),
    );

  it('the search finds what a plain check of each word finds', () => {
    fc.assert(
      fc.property(catalogues, fc.array(word, { maxLength: 3 }), (catalogue, words) => {
        const expected = catalogue.filter(({ text }) => words.every((part) => text.includes(part)));
        const found = rankTogether(find(catalogue, words.join(' ')));
        assert.deepEqual(new Set(found), new Set(expected));
        assert.equal(found.length, expected.length);
      }),
    );
  });

  it('a search among the matches of a shorter text finds the same as in the whole catalogue', () => {
    fc.assert(
      fc.property(catalogues, word, word, (catalogue, first, more) => {
        const wider = find(catalogue, first);
        const typed = `${first}${more} ${more}`;
        assert.ok(isNarrower(readQuery(typed), wider.query));
        const narrowed = find(catalogue, typed, wider);
        assert.deepEqual(codes(narrowed), codes(find(catalogue, typed)));
        assert.equal(narrowed.examined, wider.matchCount);
      }),
    );
  });
});

describe('searching 100,000 series', () => {
  const KINDS = ['day-ahead price', 'wind power', 'hydro run of river', 'consumption'];
  const AREAS = ['DE', 'FR', 'NO2', 'SE1', 'UK'];
  const catalogue = Array.from({ length: 100_000 }, (_, i) =>
    entryOf(
      record(`${AREAS[i % 5]!.toLowerCase()}hr${i}`, {
        description: `${AREAS[i % 5]} ${KINDS[i % 4]}, station ${i}`,
        area: AREAS[i % 5]!,
        subscribed: i % 3 !== 0,
      }),
    ),
  );

  it('a search stops within 1,000 series when time is up, and ends with the same matches', () => {
    const search = new SeriesSearch(catalogue, readQuery('no2 hydro'));
    let before = 0;
    let steps = 0;
    while (!search.step(() => true)) {
      assert.ok(search.examined - before <= 1_000);
      before = search.examined;
      steps++;
    }
    assert.ok(steps > 100);
    assert.deepEqual(codes(search), codes(find(catalogue, 'no2 hydro')));
    assert.equal(search.matchCount, 5_000);
  });

  it('a search examines only what matched before while a word grows', () => {
    let search = find(catalogue, 'station');
    for (const typed of ['station 9', 'station 99', 'station 999', 'station 9999']) {
      const wider = search;
      search = find(catalogue, typed, wider);
      assert.equal(search.examined, wider.matchCount);
    }
    assert.deepEqual(codes(search), codes(find(catalogue, 'station 9999')));
  });

  it('an exact code is first among 100,000 series', () => {
    assert.equal(codes(find(catalogue, 'dehr5'))[0], 'dehr5');
    assert.equal(codes(find(catalogue, 'area:UK ukhr99999'))[0], 'ukhr99999');
  });
});
