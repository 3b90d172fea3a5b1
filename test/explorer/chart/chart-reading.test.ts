// The texts of a chart: readout, caption, legend.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findZone, UTC } from '#core/time/zone';
import { absenceText, captionTexts } from '#explorer/chart/caption.ts';
import { legendEntries } from '#explorer/chart/scene/legend-entries.ts';
import { readAt, readoutText } from '#explorer/chart/scene/reading-text.ts';
import { makeScene } from '#explorer/chart/scene/scene.ts';
import type { ChartSeries } from '#view/chart/chart-series';
import { findGaps } from '#view/chart/find-gaps';
import { lineOf, partialEnd } from '#view/chart/line';
import { at, HOUR, makeSeries } from '../../view/chart/chart-series.ts';

const BERLIN = findZone('Europe/Berlin')!;
const START = at('2026-11-10T09:00Z');
const german = makeSeries([70, 73.5, null, 12.25, 9], {
  start: START,
  lastObserved: START + 2 * HOUR,
});
const french = makeSeries([50, 59.37, 61, 62, 63], { start: START, label: 'frhrprice', style: 1 });
const load = makeSeries([51_000, 52_000, 53_000, 54_000, 55_000], {
  start: START,
  label: 'demwload',
  unit: 'MW',
  style: 2,
});

const sceneOf = (series: readonly ChartSeries[], hidden: readonly string[] = []) =>
  makeScene(series, new Set(hidden), { zone: BERLIN, now: START + 3 * HOUR, includesZero: false });

const textAt = (series: readonly ChartSeries[], time: number): string =>
  readoutText(readAt(sceneOf(series), time));

suite('what the cursor reads', () => {
  test('the readout has the time, then each line’s value, the unit once', () => {
    assert.equal(
      textAt([german, french], START + 1.7 * HOUR),
      'Tue 10 Nov 2026, 11:00 · dehrprice 73.50 · frhrprice 59.37 EUR/MWh',
    );
  });

  test('lines of different units each carry their own in the readout', () => {
    assert.equal(
      textAt([german, load], START),
      'Tue 10 Nov 2026, 10:00 · dehrprice 70.00 EUR/MWh · demwload 51,000 MW',
    );
  });

  test('the readout says that a gap has no value and that a forecast is one', () => {
    assert.match(textAt([german], START + 2 * HOUR), /dehrprice no value/);
    assert.match(textAt([german], START + 3 * HOUR), /dehrprice 12\.25 EUR\/MWh \(forecast\)$/);
  });

  test('the readout says of how many hours a value is made, in place of its kind', () => {
    const notes = new Map([
      [1, '10 of 168 h'],
      [4, 'partly forecast'],
    ]);
    const noted = { ...german, notes, partial: new Set([1]) };
    assert.match(textAt([noted], START + HOUR), /dehrprice 73\.50 EUR\/MWh \(10 of 168 h\)$/);
    assert.match(textAt([noted], START + 4 * HOUR), /9\.00 EUR\/MWh \(partly forecast\)$/);
    assert.match(textAt([noted], START + 3 * HOUR), /\(forecast\)$/);
  });

  test('a series that names its decimals is read with them', () => {
    assert.match(textAt([{ ...german, decimals: 4 }], START), /dehrprice 70\.0000 EUR/);
  });

  test('the readout beyond the data has the time and no value', () => {
    const { stretch, time } = readAt(sceneOf([german]), START + 24 * HOUR);
    assert.equal(stretch, undefined);
    assert.equal(time, 'Wed 11 Nov 2026, 10:00');
  });

  test('the readout gives faint lines as one range', () => {
    const runs = [41.5, 44, 39].map((value, i) =>
      makeSeries([value], { start: START, label: `run ${i}`, isFaint: true }),
    );
    assert.match(textAt([german, ...runs], START), /· 3 older runs 39\.0 to 44\.0$/);
  });

  test('the readout leaves out a line that is switched off', () => {
    const text = readoutText(readAt(sceneOf([german, french], ['frhrprice']), START));
    assert.equal(text, 'Tue 10 Nov 2026, 10:00 · dehrprice 70.00 EUR/MWh');
  });
});

suite('the gaps of a line', () => {
  test('gaps lie between values, from the first missing one to the next present one', () => {
    const line = lineOf(makeSeries([null, 1, null, null, 2, 3, null, 4, null]));
    assert.deepEqual(findGaps(line), [
      { start: 2 * HOUR, end: 4 * HOUR },
      { start: 6 * HOUR, end: 7 * HOUR },
    ]);
  });

  test('a line without values has no gaps', () => {
    assert.deepEqual(findGaps(lineOf(makeSeries([null, null]))), []);
    assert.deepEqual(findGaps(lineOf(makeSeries([]))), []);
  });

  test('the caption names three gaps, then counts the rest', () => {
    const values = Array.from({ length: 12 }, (_, i) => (i % 2 === 1 && i < 11 ? null : i));
    const scene = makeScene([makeSeries(values, { start: START })], new Set(), {
      zone: UTC,
      now: START + 99 * HOUR,
      includesZero: false,
    });
    const span = { start: START, end: START + 12 * HOUR };
    assert.deepEqual(captionTexts(scene, span), [
      'gap Tue 10 Nov 10:00–11:00',
      'gap Tue 10 Nov 12:00–13:00',
      'gap Tue 10 Nov 14:00–15:00',
      'and 2 more gaps',
    ]);
    assert.deepEqual(captionTexts(scene, { start: START + 9.5 * HOUR, end: START + 12 * HOUR }), [
      'gap Tue 10 Nov 18:00–19:00',
    ]);
  });

  test('the caption explains forecast and shading only if they can be seen', () => {
    const scene = sceneOf([german, french]);
    assert.deepEqual(captionTexts(scene, { start: START, end: START + 5 * HOUR }), [
      'gap in dehrprice Tue 10 Nov 12:00–13:00',
      'thin and dashed: forecast',
      'shaded: after now',
    ]);
    assert.deepEqual(captionTexts(scene, { start: START, end: START + 2 * HOUR }), []);
  });
});

suite('a chart without values', () => {
  const span = { start: START, end: START + 5 * HOUR };

  test('a chart without values says so', () => {
    assert.equal(absenceText(sceneOf([]), span, false), 'no values');
    const empty = makeSeries([null, null], { start: START });
    assert.equal(absenceText(sceneOf([empty]), span, false), 'no values');
  });

  test('a chart without values tells an empty part from switched-off lines', () => {
    const gap = { start: START + 2 * HOUR, end: START + 3 * HOUR };
    assert.equal(absenceText(sceneOf([german]), gap, true), 'no values in this part');
    assert.equal(
      absenceText(sceneOf([german], ['dehrprice']), span, false),
      'all lines are switched off',
    );
    assert.equal(absenceText(sceneOf([german]), span, false), undefined);
  });
});

suite('what is on a chart', () => {
  test('the first unit is on the left axis, the second on the right, and a third shares one and says so', () => {
    const wind = makeSeries([1], { label: 'wind', unit: '%', style: 3 });
    const scene = sceneOf([german, load, wind]);
    assert.deepEqual(scene.units, ['EUR/MWh', 'MW']);
    assert.deepEqual(
      scene.lines.map(({ axis }) => axis),
      ['left', 'right', 'left'],
    );
    assert.deepEqual(
      legendEntries(scene).map(({ note }) => note),
      ['EUR/MWh, left', 'MW, right', '%, on the EUR/MWh axis'],
    );
  });

  test('a legend of one unit needs no note', () => {
    const [entry] = legendEntries(sceneOf([german, french]));
    assert.equal(entry!.note, '');
  });

  test('many faint lines share one legend entry and fade one after another', () => {
    const runs = Array.from({ length: 6 }, (_, i) =>
      makeSeries([i], { label: `run ${i}`, isFaint: true }),
    );
    const scene = sceneOf([german, ...runs]);
    assert.deepEqual(
      legendEntries(scene).map(({ label, seriesIds }) => [label, seriesIds.length]),
      [
        ['dehrprice', 1],
        ['6 older runs', 6],
      ],
    );
    const strengths = scene.lines.map(({ opacity }) => opacity);
    assert.equal(strengths[0], 1);
    for (let i = 1; i < strengths.length; i++) assert.ok(strengths[i]! < strengths[i - 1]!);
  });

  test('values up to the last observed one are observed', () => {
    assert.equal(lineOf(german).forecastFrom, 3);
    assert.equal(lineOf(french).forecastFrom, 5);
    assert.equal(lineOf({ ...german, lastObserved: START - HOUR }).forecastFrom, 0);
  });
});

suite('periods that are not complete', () => {
  const partial = new Set([1, 3]);
  const shown = { ...german, partial };

  test('the caption explains the hatching if it can be seen', () => {
    const scene = sceneOf([shown]);
    const whole = { start: START, end: START + 5 * HOUR };
    assert.ok(captionTexts(scene, whole).includes('hatched: the period is not complete'));
    const first = { start: START, end: START + HOUR };
    assert.deepEqual(captionTexts(scene, first), []);
    assert.ok(
      !captionTexts(sceneOf([german]), whole)
        .join()
        .includes('hatched'),
    );
  });

  test('they are drawn apart from the line, which still reads them and has no further gap', () => {
    const line = lineOf(shown);
    assert.deepEqual([...line.values], [70, 73.5, Number.NaN, 12.25, 9]);
    assert.deepEqual([...line.whole], [70, Number.NaN, Number.NaN, Number.NaN, 9]);
    assert.equal(findGaps(line).length, 1);
    assert.equal(lineOf(german).whole, lineOf(german).values);
  });

  test('a running period is drawn up to now, another to its end', () => {
    const line = lineOf(shown);
    assert.equal(partialEnd(line, 3, START + 3.5 * HOUR), START + 3.5 * HOUR);
    assert.equal(partialEnd(line, 3, START + 3 * HOUR), START + 4 * HOUR);
    assert.equal(partialEnd(line, 1, START + 3.5 * HOUR), START + 2 * HOUR);
    assert.equal(partialEnd(line, 4, START + 4.25 * HOUR), START + 4.25 * HOUR);
  });
});
