// Explore as a picture: hard days, gaps, signs, short steps and periods that are not complete.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { MINUTE_MS } from '#core/time/instant';
import { exploreView } from '#pictures/views/explore-view';
import { readAddress } from '#view/address/address';
import type { ExploreView } from '#view/address/explore-address';
import { strokesIn } from './parse-svg.ts';
import { columnsOf, explorePicture, pictureOf, settingOf } from './series-fixture.ts';

const hours = (count: number, at = (i: number): number | null => 50 + (i % 24)) =>
  Array.from({ length: count }, (_, i) => at(i));

/** The x of each move of the pen in a path. */
const movesIn = (d: string): number[] => [...d.matchAll(/M(-?[\d.]+) /g)].map(([, x]) => Number(x));

suite('Explore as a picture', () => {
  test('a picture has title, code, unit, span, zone, figures, board and the time it was made', () => {
    const { texts } = explorePicture('/s/dehrprice', columnsOf('2026-11-09T23:00:00Z', hours(24)));
    for (const text of [
      'Germany day-ahead price',
      'dehrprice · EUR/MWh · Tue 10 Nov 2026 · CET/CEST',
      'EUR/MWh',
      'min 50 · mean 61.5 · max 73 · last 73 EUR/MWh, Tue 10 Nov 2026, 23:00',
      'Morning',
      'made Fri 13 Nov 2026, 10:00 CET',
    ])
      assert.ok(texts.includes(text), `${text} is missing in ${JSON.stringify(texts)}`);
  });

  test('a day of 25 hours is marked, and its steps are all equally wide', () => {
    const answer = columnsOf(
      '2026-10-24T22:00:00Z',
      hours(25, (i) => (i % 2 === 0 ? 10 : 20)),
    );
    const picture = explorePicture('/s/dehrprice', answer);
    assert.ok(picture.texts.includes('25 h'));
    assert.ok(picture.texts.includes('Sun 25 Oct has 25 h'));
    const [line] = strokesIn(picture);
    const xs = [
      ...new Set([...line!.attributes.d!.matchAll(/[ML](\d+) /g)].map(([, x]) => Number(x))),
    ];
    const widths = xs.slice(1).map((x, i) => x - xs[i]!);
    assert.equal(widths.length, 25);
    assert.ok(Math.max(...widths) - Math.min(...widths) <= 1, String(widths));
  });

  test('a gap breaks the line and is named', () => {
    const answer = columnsOf(
      '2026-11-09T23:00:00Z',
      hours(24, (i) => (i >= 10 && i < 14 ? null : i)),
    );
    const picture = explorePicture('/s/dehrprice', answer);
    assert.equal(movesIn(strokesIn(picture)[0]!.attributes.d!).length, 2);
    assert.ok(picture.texts.includes('gap Tue 10 Nov 10:00–14:00'));
  });

  test('negative values have a true minus, and a zero that was minus zero has none', () => {
    const answer = columnsOf('2026-11-09T23:00:00Z', [-20.5, -0, 30]);
    const { texts } = explorePicture('/s/dehrprice?tab=table', answer);
    assert.ok(texts.includes('−20.5'));
    assert.ok(texts.includes('0.0'));
    assert.ok(!texts.some((text) => /-\d|−0\.0/.test(text)), texts.join('\n'));
  });

  test('quarter hours are steps of a quarter hour', () => {
    const answer = columnsOf(
      '2026-11-09T23:00:00Z',
      hours(96, (i) => i),
      { resolution: 'QuarterHour', nativeResolution: 'QuarterHour' },
      15 * MINUTE_MS,
    );
    const { texts } = explorePicture('/s/x?tab=table', answer);
    assert.ok(texts.includes('Tue 10 Nov 2026, 23:45'));
    const map = explorePicture('/s/x?tab=heatmap', answer);
    const cells = map.elements.flatMap(({ name, attributes }) =>
      name === 'path' ? [...attributes.d!.matchAll(/h/g)] : [],
    );
    assert.equal(cells.length / 2, 96);
  });

  test('a week that is not complete is hatched, drawn up to now and left out of the figures', () => {
    const answer = columnsOf(
      '2026-11-01T23:00:00Z',
      [60, 99],
      {
        ...{ resolution: 'Week', aggregation: 'Average', counts: [168, 82], expected: [168, 168] },
        lastObserved: '2026-11-13T08:00:00Z',
      },
      7 * 24 * 60 * MINUTE_MS,
    );
    const picture = explorePicture('/s/dehrprice?resolution=week', answer);
    const partial = picture.elements.filter(({ attributes }) => attributes.class === 'partial');
    assert.equal(partial.length, 1);
    assert.match(partial[0]!.attributes.fill!, /^url\(#part\d+\)$/);
    assert.ok(picture.texts.some((text) => text.includes('hatched: the period is not complete')));
    assert.ok(picture.texts.some((text) => text.startsWith('min 60 · mean 60')));
    // The week from Monday to Friday 10:00 of 168 hours.
    const plotWidth = Number(partial[0]!.attributes.width) / (106 / 336);
    assert.ok(Math.abs(plotWidth - 700) < 40, String(plotWidth));
  });

  test('what is forecast is dashed, and now is marked', () => {
    const answer = columnsOf('2026-11-12T23:00:00Z', hours(48), {
      lastObserved: '2026-11-13T08:00:00Z',
      origins: [
        { first: 0, kind: 'observed', run: null },
        { first: 10, kind: 'forecast', run: '2026-11-13T06:00:00Z' },
      ],
    });
    const picture = explorePicture('/s/dehrprice', answer);
    const [forecast, observed] = strokesIn(picture);
    assert.equal(forecast!.attributes['stroke-dasharray'], '4 2.5');
    assert.equal(observed!.attributes['stroke-dasharray'], undefined);
    assert.ok(picture.texts.includes('now'));
    assert.ok(picture.texts.includes('thin and dashed: forecast · shaded: after now'));
  });

  test('straight lines join the middles of intervals, and their area follows them', () => {
    const answer = columnsOf('2026-11-09T23:00:00Z', [10, 30, 20, 40]);
    const path = (address: string) => strokesIn(explorePicture(address, answer))[0]!.attributes.d!;
    const points = (d: string) => [...d.matchAll(/[ML](\d+) (\d+)/g)].map((one) => one[1]);
    assert.equal(points(path('/s/x?line=straight')).length, 4);
    assert.equal(new Set(points(path('/s/x?line=straight'))).size, 4);
    assert.equal(points(path('/s/x')).length, 8);
    const area = explorePicture('/s/x?line=straight&area=true', answer).elements.find(
      ({ attributes }) => attributes.class === 'area',
    );
    assert.equal(points(area!.attributes.d!).length, 6);
  });

  test('the bands of the forecast part are drawn, and its run and source are named', () => {
    const run = '2026-11-13T06:00:00Z';
    const answer = columnsOf('2026-11-12T23:00:00Z', hours(24), {
      lastObserved: '2026-11-13T08:00:00Z',
      origins: [
        { first: 0, kind: 'observed', run: null },
        { first: 10, kind: 'forecast', run },
      ],
    });
    const bands = {
      making: {
        ...{ area: 'DE', seriesName: 'hrprice', source: 'gridtide', tier: null },
        ...{ historyDays: null, members: [], drivers: [], notes: [], bands: [80] },
      },
      times: Float64Array.from(answer.times.slice(10)),
      endTime: answer.times.at(-1)! + 3600,
      bands: [
        {
          level: 80,
          lower: Float64Array.from(answer.values.slice(10), (value) => value! - 65),
          upper: Float64Array.from(answer.values.slice(10), (value) => value! + 9),
        },
      ],
    };
    const drawn = (address: string) => {
      const view = readAddress(address) as ExploreView;
      const data = { answer, runs: new Map([[run, bands]]) };
      return pictureOf(exploreView(view, data, settingOf()));
    };
    const bandsIn = ({ elements }: ReturnType<typeof drawn>) =>
      elements.filter(({ attributes }) => attributes.class === 'band').length;
    const picture = drawn('/s/dehrprice');
    assert.equal(bandsIn(picture), 1);
    assert.ok(picture.texts.includes('Forecast: gridtide, run of Fri 13 Nov 07:00'));
    assert.ok(picture.texts.includes('80 % band'));
    // A bound below zero would take the logarithmic axis away.
    assert.equal(bandsIn(drawn('/s/dehrprice?log=true')), 0);
  });

  test('a logarithmic axis has equal distances for equal ratios, and none if a value is not above zero', () => {
    const labels = (values: (number | null)[]): readonly string[] =>
      explorePicture('/s/x?log=true', columnsOf('2026-11-09T23:00:00Z', values)).texts;
    for (const text of ['1', '10', '100', '1,000'])
      assert.ok(labels([1, 30, 1_000]).includes(text), text);
    assert.ok(!labels([-1, 30, 1_000]).includes('10'));
  });

  test('an area reaches from the line to zero, which is in sight', () => {
    const answer = columnsOf('2026-11-09T23:00:00Z', [50, 60, null, 55]);
    const { elements, texts } = explorePicture('/s/x?area=true', answer);
    const areas = elements.filter(({ attributes }) => attributes.class === 'area');
    assert.equal(areas.length, 1);
    assert.equal(movesIn(areas[0]!.attributes.d!).length, 2);
    assert.ok(texts.includes('0'));
  });

  test('ten years of hours make a path of a few points a pixel column', () => {
    const answer = columnsOf('2016-11-09T23:00:00Z', hours(87_600));
    const [line] = strokesIn(explorePicture('/s/dehrprice', answer));
    assert.ok(line!.attributes.d!.length < 40_000, String(line!.attributes.d!.length));
  });

  test('the table has the newest 24 rows and says how many are older', () => {
    const answer = columnsOf('2026-11-08T23:00:00Z', hours(48));
    const { texts } = explorePicture('/s/dehrprice?tab=table', answer);
    assert.ok(texts.includes('Tue 10 Nov 2026, 23:00'));
    assert.ok(texts.includes('Tue 10 Nov 2026, 00:00'));
    assert.ok(!texts.includes('Mon 9 Nov 2026, 23:00'));
    assert.ok(texts.includes('24 older rows not shown'));
  });

  test('figures are large, with peak and off-peak of hourly values', () => {
    const answer = columnsOf('2026-11-09T23:00:00Z', hours(24));
    const { texts, elements } = explorePicture('/s/dehrprice', answer, true);
    for (const name of ['Last', 'Mean', 'Min', 'Max', 'Peak / off-peak'])
      assert.ok(texts.includes(name), name);
    assert.ok(elements.some(({ attributes }) => attributes['font-size'] === '26'));
  });

  test('a heatmap of weeks says that it needs finer values', () => {
    const answer = columnsOf('2026-11-01T23:00:00Z', [1, 2], { resolution: 'Week' });
    const { texts } = explorePicture('/s/dehrprice?tab=heatmap', answer);
    assert.ok(texts.includes('The heatmap needs values by the day or finer.'));
  });

  test('a span without values says so', () => {
    const answer = columnsOf(
      '2026-11-09T23:00:00Z',
      hours(24, () => null),
    );
    assert.ok(explorePicture('/s/dehrprice', answer).texts.includes('no values'));
    assert.ok(
      explorePicture('/s/dehrprice', answer, true).texts.includes('This span has no values.'),
    );
  });
});
