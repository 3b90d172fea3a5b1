// Compare, Forecasts, Changes and Start as pictures, and boards of several panels.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { drawBoard, MOST_PIXELS } from '#pictures/board/draw-board';
import type { Panel } from '#pictures/board/panel';
import { PALETTES } from '#pictures/palette';
import { compareView } from '#pictures/views/compare-view';
import { exploreView } from '#pictures/views/explore-view';
import { forecastsView } from '#pictures/views/forecasts-view';
import { type CompareView, readAddress } from '#view/address/address';
import type { ExploreView } from '#view/address/explore-address';
import type { ForecastsView } from '#view/address/forecasts-address';
import { drawLine } from '#view/compare/draw-line';
import { parseSvg, strokesIn } from './parse-svg.ts';
import { columnsOf, MARKET, NOW, pictureOf, settingOf } from './series-fixture.ts';

const hours = (count: number, at = (i: number): number => i) =>
  Array.from({ length: count }, (_, i) => at(i));
const FROM = '2026-11-09T23:00:00Z';

const priceOf = (seriesId: string, unit = 'EUR/MWh') =>
  drawLine(columnsOf(FROM, hours(24), { seriesId, unit }), 0, MARKET);

suite('Compare as a picture', () => {
  const loaded = new Map([
    ['dehrprice', priceOf('dehrprice')],
    ['frhrprice', priceOf('frhrprice')],
    ['dehrcons', priceOf('dehrcons', 'MWh')],
  ]);
  const picture = (address: string) =>
    pictureOf(compareView(readAddress(address) as CompareView, loaded, settingOf()));

  test('each unit has a chart of its own over the same span, with names at the ends of lines', () => {
    const { texts } = picture('/compare?s=dehrprice&s=dehrcons&s=frhrprice');
    for (const name of ['dehrprice', 'dehrcons', 'frhrprice', 'EUR/MWh', 'MWh'])
      assert.equal(texts.filter((text) => text === name).length, 1, name);
    assert.equal(texts.filter((text) => text === 'Tue 10 Nov').length, 2);
  });

  test('lines are solid and keep the colour of their place, also that of a formula', () => {
    const strokes = strokesIn(picture('/compare?s=dehrprice&s=frhrprice&f=dehrprice-frhrprice'));
    const { series } = PALETTES.light;
    assert.deepEqual(
      strokes.map(({ attributes }) => attributes.stroke).toSorted(),
      [series[0], series[1], series[5]].toSorted(),
    );
    for (const { attributes } of strokes) assert.equal(attributes['stroke-dasharray'], undefined);
  });

  test('a line that is switched off is not drawn', () => {
    assert.equal(strokesIn(picture('/compare?s=dehrprice&s=frhrprice&hide=frhrprice')).length, 1);
  });

  test('straight lines are drawn as such', () => {
    const pointsIn = (address: string) =>
      [...strokesIn(picture(address))[0]!.attributes.d!.matchAll(/[ML]/g)].length;
    assert.equal(pointsIn('/compare?s=dehrprice&line=straight'), 24);
    assert.equal(pointsIn('/compare?s=dehrprice'), 48);
  });

  test('the table of a comparison is a table of its newest rows', () => {
    const { texts } = picture('/compare?s=dehrprice&s=dehrcons&tab=table');
    assert.deepEqual(
      texts.filter((text) => /^(Time|dehr)/.test(text)),
      ['dehrprice, dehrcons', 'Time, CET/CEST', 'dehrprice, EUR/MWh', 'dehrcons, MWh'],
    );
    const row = texts.indexOf('Tue 10 Nov 2026, 23:00');
    assert.deepEqual(texts.slice(row + 1, row + 3), ['23', '23']);
    assert.equal(texts.filter((text) => text.startsWith('Tue 10 Nov 2026, ')).length, 24);
  });

  test('a drawing without a time axis is refused in words, and its figures are drawn', () => {
    for (const tab of ['scatter', 'duration', 'week', 'season', 'mix']) {
      const address = `/compare?s=dehrprice&s=frhrprice&tab=${tab}`;
      const refused = picture(address);
      assert.equal(strokesIn(refused).length, 0);
      assert.match(refused.texts.join(' '), /A picture does not show the .* of a comparison\./);
      const view = readAddress(address) as CompareView;
      const figures = pictureOf(compareView(view, loaded, settingOf(true)));
      assert.ok(figures.texts.includes('Mean'));
    }
  });

  test('units that do not fit are named', () => {
    const { texts } = picture('/compare?f=dehrprice%2Bdehrcons');
    assert.ok(
      texts.includes('EUR/MWh and MWh cannot be added: the units must be the same.'),
      texts.join('\n'),
    );
  });
});

suite('Forecasts as a picture', () => {
  const times = hours(48, (i) => Date.parse('2026-11-13T06:00:00Z') / 1000 + i * 3600);
  const bounds = (shift: number) => Float64Array.from(times, (_, i) => 50 + (i % 24) + shift);
  const run = {
    ...{ issueTime: '2026-11-13T06:00:00Z', unit: 'EUR/MWh', times },
    values: [...bounds(0)],
  };
  const bands = {
    making: {} as never,
    times: Float64Array.from(times),
    endTime: times.at(-1)! + 3600,
    bands: [
      { level: 80, lower: bounds(-10), upper: bounds(10) },
      { level: 90, lower: bounds(-20), upper: bounds(200) },
    ],
  };
  const data = {
    ...{
      source: 'gridtide',
      unit: 'EUR/MWh',
      run,
      isNewest: true,
      bands,
      older: [run],
      beside: [],
    },
    actuals: { times: times.slice(0, 3), values: [50, null, 52], endTime: times[3]! },
  };
  const picture = (address: string) =>
    pictureOf(forecastsView(readAddress(address) as ForecastsView, data, settingOf()));

  test('the bands are areas within the scale, the widest first, and the key names them', () => {
    const { elements, texts } = picture('/f/DE');
    const areas = elements.filter(({ attributes }) => attributes.class === 'band');
    assert.equal(areas.length, 2);
    const heightOf = (d: string): number => {
      const ys = [...d.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
      return Math.max(...ys) - Math.min(...ys);
    };
    const [wide, narrow] = areas.map(({ attributes }) => heightOf(attributes.d!));
    assert.ok(wide! > narrow!);
    for (const text of ['80 % and 90 % band', 'actual', '1 older run', '300'])
      assert.ok(texts.includes(text), text);
  });

  test('bands that are switched off are not drawn', () => {
    const { elements } = picture('/f/DE?bands=off');
    assert.ok(!elements.some(({ attributes }) => attributes.class === 'band'));
  });
});

suite('a board of several panels', () => {
  const answer = columnsOf(FROM, hours(24));
  const view = readAddress('/s/dehrprice') as ExploreView;
  const panel = (width: Panel['width'], tab: ExploreView['tab'] = 'chart'): Panel => ({
    ...exploreView({ ...view, tab }, { answer }, settingOf()),
    width,
  });
  const board = (width: number, panels: readonly Panel[]) =>
    drawBoard({ name: 'Morning', panels, width, theme: 'light', now: NOW, market: MARKET });
  const cardsIn = (svg: string) =>
    parseSvg(svg)
      .elements.filter(({ attributes }) => attributes.rx === '8')
      .map(({ attributes }) => [Number(attributes.width), Number(attributes.height)]);

  test('two halves stand beside each other in a wide picture, with cards of one height', () => {
    const { svg } = board(1_200, [panel('half'), panel('half', 'table'), panel('full')]);
    const [left, right, below] = cardsIn(svg);
    assert.deepEqual(left, right);
    assert.equal(below![0], 1_200 - 32 - 1);
  });

  test('panels are below each other in a narrow picture', () => {
    const { svg } = board(600, [panel('half'), panel('half')]);
    assert.deepEqual(
      cardsIn(svg).map(([width]) => width),
      [600 - 32 - 1, 600 - 32 - 1],
    );
  });

  test('a picture has at most 20 million pixels, and says how many panels it leaves out', () => {
    const [few, many] = [6, 24].map((count) =>
      board(
        2_000,
        Array.from({ length: count }, () => panel('full', 'table')),
      ),
    );
    assert.ok(!few!.svg.includes('more panels'));
    const { texts } = parseSvg(many!.svg);
    const drawn = texts.filter((text) => text === 'Germany day-ahead price').length;
    assert.ok(drawn > 12 && drawn < 24, String(drawn));
    assert.ok(texts.includes(`${24 - drawn} more panels`));
    assert.ok(texts.some((text) => text.startsWith('A picture has at most 20 million pixels.')));
    // The sentence and the footer come on top.
    assert.ok(many!.width * many!.height < MOST_PIXELS + 2_000 * 200);
  });

  test('nothing is drawn outside of the picture, and nothing is clipped', () => {
    for (const width of [400, 899, 900, 2_000]) {
      const { svg, height } = board(width, [
        panel('half'),
        panel('half', 'heatmap'),
        panel('full'),
      ]);
      const { elements } = parseSvg(svg);
      assert.equal(elements[0]!.attributes.height, String(height));
      assert.ok(
        !elements.some(({ name, attributes }) => /clip/i.test(name) || attributes['clip-path']),
      );
    }
  });
});
