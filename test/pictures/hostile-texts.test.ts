// Names, titles and descriptions are data of others: whatever they are, the drawing stays well-formed.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { drawBoard } from '#pictures/board/draw-board';
import type { Panel } from '#pictures/board/panel';
import { shortenText, textWidth } from '#pictures/svg/text-width';
import { compareView } from '#pictures/views/compare-view';
import { exploreView } from '#pictures/views/explore-view';
import { type CompareView, readAddress } from '#view/address/address';
import type { ExploreView } from '#view/address/explore-address';
import { drawLine } from '#view/compare/draw-line';
import { anyText } from '../../harness/any-text.ts';
import { rounds } from '../../harness/rounds.ts';
import { parseSvg } from './parse-svg.ts';
import { columnsOf, MARKET, NOW, settingOf } from './series-fixture.ts';

/** Any code units, also halves of pairs and control characters, and the signs of XML often. */
const someText = fc
  .array(
    fc.oneof(
      fc.constantFrom('<', '>', '&', '"', "'", ']]>', '<!--', '&#0;', '</text>', '\u202e'),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      anyText(),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

suite('texts of others', () => {
  test('every picture is well-formed XML, whatever names, titles and units are', () => {
    fc.assert(
      fc.property(someText, someText, someText, someText, (name, description, unit, title) => {
        const answer = columnsOf('2026-11-09T23:00:00Z', [1, null, -2], {
          ...{ description, unit, seriesId: title },
        });
        const explore = readAddress('/s/dehrprice') as ExploreView;
        const tabs = (['chart', 'table', 'heatmap'] as const).map((tab) =>
          exploreView({ ...explore, tab }, { answer }, settingOf()),
        );
        const compare = readAddress('/compare?s=dehrprice') as CompareView;
        const line = new Map([['dehrprice', drawLine(answer, 0, MARKET)]]);
        const views = [
          ...tabs,
          exploreView(explore, { answer }, settingOf(true)),
          compareView(compare, line, settingOf()),
          compareView(compare, new Map([['dehrprice', title]]), settingOf()),
        ];
        const panels: Panel[] = views.map((view) => ({
          ...view,
          title: title || 'x',
          width: 'half',
        }));
        const { svg } = drawBoard({
          ...{ name, panels, width: 1_000, theme: 'dark', now: NOW, market: MARKET },
        });
        const names = new Set(parseSvg(svg).elements.map((element) => element.name));
        assert.deepEqual(
          [...names].filter((one) => !KNOWN.includes(one)),
          [],
        );
      }),
      { numRuns: rounds(150, 5) },
    );
  });

  test('a text is cut to its room', () => {
    fc.assert(
      fc.property(someText, fc.integer({ min: 0, max: 300 }), (text, room) => {
        const cut = shortenText(text, room, { size: 12 });
        assert.ok(textWidth(cut, { size: 12 }) <= room || cut === '');
      }),
    );
  });

  test('markup in a name is written as text', () => {
    const { svg } = drawBoard({
      ...{ name: '<script>alert(1)</script>', panels: [], width: 400, theme: 'light' },
      ...{ now: NOW, market: MARKET },
    });
    assert.ok(!svg.includes('<script'));
    assert.ok(parseSvg(svg).texts.includes('<script>alert(1)</script>'));
  });
});

/** The elements that drawings are made of. */
const KNOWN = ['svg', 'title', 'rect', 'g', 'text', 'line', 'path', 'pattern'];
