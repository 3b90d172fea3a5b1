// The words that people type into Find: each phrase must put the right series first, in the demo's catalogue.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AREAS } from '#core/market/areas';
import { resolutionOf } from '#core/time/resolution';
import { DEMO_SERIES } from '#demo/demo-catalog';
import { rankTogether, SeriesSearch } from '#explorer/find/search/search-series.ts';
import { entryOf, type SeriesEntry } from '#explorer/find/search/series-entry.ts';
import { readQuery } from '#explorer/find/search/series-query.ts';
import { WORD_GROUPS } from '#explorer/find/search/word-table.ts';

const catalogueFor = (isSubscribed: (code: string) => boolean): SeriesEntry[] =>
  DEMO_SERIES.map(({ definition: { code, resolution, area, category, ...rest } }) =>
    entryOf({
      ...rest,
      seriesId: code,
      resolution: resolutionOf(resolution).adverb,
      startDate: null,
      endDate: null,
      area,
      category,
      datasets: ['fundamental'],
      lastUpdated: null,
      subscribed: isSubscribed(code),
    }),
  ).sort((one, other) => (one.code < other.code ? -1 : 1));

const catalogue = catalogueFor(() => true);

function find(typed: string, entries = catalogue): SeriesEntry[] {
  const search = new SeriesSearch(entries, readQuery(typed));
  search.step(() => false);
  return rankTogether(search);
}

const first = (typed: string): string | undefined => find(typed)[0]?.code;
const areasOf = (typed: string): Set<string> => new Set(find(typed).map(({ area }) => area));

describe('words typed into Find', () => {
  const PHRASES: Readonly<Record<string, string>> = {
    'french wind': 'frhrwind',
    'german load': 'dehrcons',
    'demand germany': 'dehrcons',
    'load de': 'dehrcons',
    'spot de': 'dehrprice',
    frwind: 'frhrwind',
    'wnd fr': 'frhrwind',
    'de price': 'dehrprice',
    'price de': 'dehrprice',
    'german consumption': 'dehrcons',
    'day ahead germany': 'dehrprice',
    'day-ahead fr': 'frhrprice',
    'Preis Frankreich': 'frhrprice',
    'prix Allemagne': 'dehrprice',
    'pris Tyskland': 'dehrprice',
    'norsk vannkraft': 'no1wkreservoir',
    'norsk pris': 'no1hrprice',
    'Verbrauch Österreich': 'athrcons',
    'éolien Espagne': 'eshrwind',
    'dutch solar': 'nlhrsolar',
    'royaume uni prix': 'ukhrprice',
    'swedish temperature': 'se1hrtemp',
    'germny price': 'dehrprice',
    'germany prcie': 'dehrprice',
    dehrprice: 'dehrprice',
    dewind: 'dehrwind',
  };
  for (const [typed, code] of Object.entries(PHRASES))
    it(`"${typed}" finds ${code} first`, () => assert.equal(first(typed), code));

  it('the name of a country in another language finds only its series', () => {
    assert.deepEqual(areasOf('frankreich'), new Set(['FR']));
    assert.deepEqual(areasOf('Frankr'), new Set(['FR']));
    assert.equal(find('frankreich')[0]!.resolution, 'hour');
  });

  it('two letters beside another word are an area and no part of a word', () => {
    const found = find('de price');
    assert.ok(found.length > 1);
    assert.deepEqual(new Set(found.map(({ area }) => area)), new Set(['DE']));
    assert.ok(found.every(({ text }) => text.includes('price')));
  });

  it('two letters alone are an area first and part of a word after it', () => {
    const areas = find('de').map(({ area }) => area);
    const others = areas.findIndex((area) => area !== 'DE');
    assert.ok(others > 1);
    assert.ok(!areas.slice(others).includes('DE'));
    assert.ok(areas.includes('DK1'));
  });

  it('a misspelt word counts only if the words as typed match nothing', () => {
    const search = new SeriesSearch(catalogue, readQuery('wnd fr'));
    search.step(() => false);
    assert.ok(search.isGuess);
    assert.equal(find('wnd fr').length, find('wind fr').length);
    assert.deepEqual(find('two tipos hree'), []);
    assert.deepEqual(find('wxnxd fr'), []);
  });

  it('an area and a quantity in one word count only if no series has the word', () => {
    assert.ok(find('hrprice').every(({ code }) => code.endsWith('hrprice')));
    assert.deepEqual(areasOf('hrprice price').size, AREAS.length);
  });

  it('every area has a name in the table, and each of its names finds it', () => {
    for (const { code } of AREAS) {
      const names = [...WORD_GROUPS].filter(([, { areas }]) =>
        areas.some((start) => code.startsWith(start)),
      );
      assert.ok(names.length >= 4, code);
      for (const [name] of names) assert.ok(areasOf(name).has(code), `${name} ${code}`);
    }
  });

  it('matches are grouped by area in the order of the documents, hours first', () => {
    const found = find('price').filter(({ area }) => area !== '');
    const groups = found.map(({ area }) => area).filter((area, i, all) => area !== all[i - 1]);
    assert.deepEqual(
      groups,
      AREAS.map(({ code }) => code),
    );
    assert.equal(found[0]!.code, 'dehrprice');
  });

  it('series outside the plan come last', () => {
    const found = find(
      'price',
      catalogueFor((code) => /^(no|se)/.test(code)),
    );
    const firstLocked = found.findIndex(({ isSubscribed }) => !isSubscribed);
    assert.ok(firstLocked > 5);
    assert.ok(found.slice(firstLocked).every(({ isSubscribed }) => !isSubscribed));
    assert.equal(found[0]!.code, 'se1hrprice');
  });

  it('an exact code outside the plan comes first all the same', () => {
    const found = find(
      'dehrprice',
      catalogueFor((code) => code !== 'dehrprice'),
    );
    assert.equal(found[0]!.code, 'dehrprice');
  });
});
