// Text typed into Find: filters, marks, rows, and the view that a choice leads to.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareFrom, exploreFrom } from '#explorer/find/choose-series.ts';
import { foldText } from '#explorer/find/search/fold-text.ts';
import { markWords } from '#explorer/find/search/mark-words.ts';
import {
  isEmptyQuery,
  isNarrower,
  readQuery,
  withArea,
} from '#explorer/find/search/series-query.ts';
import { rowAfterKey, scrollTopToShow, windowOf } from '#explorer/parts/windowed-rows.ts';
import { readAddress } from '#view/address/address';

describe('reading a text typed into Find', () => {
  it('Find tells words from filters', () => {
    assert.deepEqual(readQuery(' Wind  area:de RES:Hour power '), {
      words: ['wind', 'power'],
      areas: ['DE'],
      resolutions: ['hour'],
    });
  });

  it('Find takes a resolution by name, adverb, minutes or beginning', () => {
    const shown = (text: string) => readQuery(text).resolutions;
    assert.deepEqual(shown('res:quarter'), ['quarter']);
    assert.deepEqual(shown('res:daily'), ['day']);
    assert.deepEqual(shown('res:15min'), ['15 min']);
    assert.deepEqual(shown('res:quarterh'), ['15 min']);
    assert.deepEqual(shown('res:da,we'), ['day', 'week']);
    assert.deepEqual(shown('res:x'), []);
  });

  it('a filter that is still being typed narrows nothing', () => {
    assert.ok(isEmptyQuery(readQuery('area: res:')));
    assert.ok(isEmptyQuery(readQuery('   ')));
  });

  it('Find knows which texts can only find less', () => {
    const narrower = (next: string, previous: string) =>
      isNarrower(readQuery(next), readQuery(previous));
    assert.ok(narrower('wind p', 'wind'));
    assert.ok(narrower('windpark', 'wind'));
    assert.ok(narrower('area:SE1 wind', 'area:SE wind'));
    assert.ok(narrower('res:hour wind', 'wind'));
    assert.ok(!narrower('win', 'wind'));
    assert.ok(!narrower('wind', 'area:SE wind'));
    assert.ok(!narrower('area:SE1 area:FR', 'area:SE'));
    assert.ok(!narrower('res:day', 'res:hour'));
  });

  it('Find puts an area into the text and removes it again', () => {
    assert.equal(withArea('wind', 'DE'), 'area:DE wind ');
    assert.equal(withArea('area:DE wind', 'FR'), 'area:FR wind ');
    assert.equal(withArea('area:DE wind', undefined), 'wind ');
    assert.equal(withArea('area:DE', undefined), '');
  });
});

describe('marking what matched', () => {
  const marked = (text: string, ...words: string[]) =>
    markWords(text, words)
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('');

  it('Find marks beginnings of words, or the inside if no word begins so', () => {
    assert.equal(marked('Germany day-ahead price', 'da', 'pr'), 'Germany [da]y-ahead [pr]ice');
    assert.equal(marked('dehrprice', 'hr', 'price'), 'de[hrprice]');
    assert.equal(marked('Rotterdam harbour', 'r'), '[R]otterdam harbour');
    assert.equal(marked('Denmark', 'r'), 'Denmark');
  });

  it('Find marks accented letters in their place', () => {
    assert.equal(marked('Sweden 1, Luleå wind', foldText('luleå')), 'Sweden 1, [Luleå] wind');
    assert.equal(marked('Tromsø', foldText('TROMSO')), '[Tromsø]');
  });

  it('marking loses no character, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.string({ minLength: 1 })),
        (text, words) => {
          const parts = markWords(text, words.map(foldText));
          assert.equal(parts.map((part) => part.text).join(''), text);
          assert.equal(foldText(text).length, text.length);
        },
      ),
    );
  });
});

describe('the rows of a long list', () => {
  const views = fc
    .record({
      rowCount: fc.integer({ min: 1, max: 100_000 }),
      rowHeight: fc.constantFrom(52, 74),
      viewHeight: fc.integer({ min: 60, max: 1_200 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ share, ...view }) => {
      const furthest = Math.max(0, view.rowCount * view.rowHeight - view.viewHeight);
      return { ...view, scrollTop: Math.floor(share * furthest) };
    });

  it('the page has the rows in sight and few others', () => {
    fc.assert(
      fc.property(views, (view) => {
        const { start, end } = windowOf(view);
        const firstSeen = Math.floor(view.scrollTop / view.rowHeight);
        const lastSeen = Math.min(
          view.rowCount - 1,
          Math.ceil((view.scrollTop + view.viewHeight) / view.rowHeight) - 1,
        );
        assert.ok(start <= firstSeen && end > lastSeen);
        assert.ok(start >= 0 && end <= view.rowCount);
        assert.ok(end - start <= view.viewHeight / view.rowHeight + 15);
      }),
    );
  });

  it('a row comes wholly into sight when it becomes active, and then stays put', () => {
    fc.assert(
      fc.property(views, fc.nat(99_999), (view, wanted) => {
        const row = wanted % view.rowCount;
        const scrollTop = scrollTopToShow(row, view);
        const top = row * view.rowHeight;
        assert.ok(top >= scrollTop);
        if (view.viewHeight >= view.rowHeight)
          assert.ok(top + view.rowHeight <= scrollTop + view.viewHeight);
        assert.equal(scrollTopToShow(row, { ...view, scrollTop }), scrollTop);
      }),
    );
  });

  it('the active row follows the arrows, pages, Home and End', () => {
    const view = { rowCount: 100, rowHeight: 50, viewHeight: 500, scrollTop: 0 };
    assert.equal(rowAfterKey('ArrowDown', 3, view), 4);
    assert.equal(rowAfterKey('ArrowDown', 99, view), 0);
    assert.equal(rowAfterKey('ArrowUp', 0, view), 99);
    assert.equal(rowAfterKey('PageDown', 3, view), 12);
    assert.equal(rowAfterKey('PageUp', 3, view), 0);
    assert.equal(rowAfterKey('Home', 50, view), 0);
    assert.equal(rowAfterKey('End', 50, view), 99);
    assert.equal(rowAfterKey('a', 50, view), undefined);
    assert.equal(rowAfterKey('ArrowDown', 0, { ...view, rowCount: 0 }), undefined);
  });
});

describe('choosing a series in Find', () => {
  it('a choice in Find opens Explore with the range and tab on the screen', () => {
    const here = readAddress('/s/dehrprice?from=month&resolution=day&tab=table&zone=utc');
    assert.deepEqual(
      exploreFrom(here, 'frhrprice'),
      readAddress('/s/frhrprice?from=month&resolution=day&tab=table&zone=utc'),
    );
    assert.deepEqual(
      exploreFrom(readAddress('/account'), 'frhrprice'),
      readAddress('/s/frhrprice'),
    );
  });

  it('a choice in Find is added to what Explore shows, or to what is compared', () => {
    const fromExplore = compareFrom(readAddress('/s/dehrprice?from=month'), 'frhrprice');
    assert.deepEqual(fromExplore, readAddress('/compare?from=month&s=dehrprice&s=frhrprice'));
    const fromCompare = compareFrom(readAddress('/compare?s=dehrprice~-7'), 'dehrprice');
    assert.deepEqual(fromCompare, readAddress('/compare?s=dehrprice~-7&s=dehrprice'));
    const again = compareFrom(readAddress('/compare?s=dehrprice'), 'dehrprice');
    assert.deepEqual(again, readAddress('/compare?s=dehrprice'));
    assert.deepEqual(compareFrom(readAddress('/docs'), 'x1'), readAddress('/compare?s=x1'));
  });

  it('Find refuses a sixth series in Compare', () => {
    const full = readAddress('/compare?s=a1&s=a2&s=a3&s=a4&s=a5');
    assert.equal(compareFrom(full, 'a6'), undefined);
    assert.notEqual(compareFrom(full, 'a5'), undefined);
  });
});
