// A formula as a line, on days of 23 and 25 hours, with gaps, forecasts and finer values beside hours.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SeriesColumns } from '#contract/forecast';
import { parseFormula } from '#core/formula/parse-formula';
import { findZone } from '#core/time/zone';
import { drawLine } from '#view/compare/draw-line';
import { lineOfFormula } from '#view/formula/formula-line';

const berlin = findZone('Europe/Berlin')!;
const at = (text: string): number => Date.parse(text) / 1000;

function answer(
  seriesId: string,
  start: string,
  stepSeconds: number,
  part: Partial<SeriesColumns>,
) {
  const values = part.values ?? [];
  const whole: SeriesColumns = {
    seriesId,
    description: seriesId,
    unit: 'MWh',
    resolution: 'Hour',
    nativeResolution: 'Hour',
    aggregation: 'None',
    from: null,
    to: null,
    lastUpdated: null,
    lastObserved: '2027-01-01T00:00:00Z',
    times: values.map((_, i) => at(start) + i * stepSeconds),
    values,
    ...part,
  };
  return drawLine(whole, 0, berlin);
}

const lineOf = (text: string, ...inputs: Parameters<typeof lineOfFormula>[2]) =>
  lineOfFormula(parseFormula(text), text, inputs, 5, berlin);

suite('the line of a formula', () => {
  test('a formula has a value at every hour that all of its series have', () => {
    const a = answer('a1', '2026-10-24T22:00Z', 3600, { values: [5, null, 7, 8] });
    const b = answer('b1', '2026-10-24T23:00Z', 3600, { values: [1, 2, 3, 4] });
    const line = lineOf('a1 - b1', a, b);
    assert.equal(line.times.length, 5);
    assert.deepEqual(line.values, [null, null, 5, 5, null]);
    assert.equal(line.endTime, at('2026-10-25T03:00Z'));
    assert.equal(line.unit, 'MWh');
  });

  test('quarter hours beside hours count as means of whole hours, also when the clock goes back', () => {
    // 02:00 comes twice: the first and the second pass stay apart.
    const quarters = [1, 2, 3, 4, 10, 20, 30, 40, 5, null, 5, 5];
    const a = answer('a1', '2026-10-25T00:00Z', 900, {
      resolution: 'QuarterHour',
      values: quarters,
    });
    const b = answer('b1', '2026-10-25T00:00Z', 3600, { values: [1, 1, 1] });
    const line = lineOf('a1 - b1', a, b);
    assert.deepEqual(line.values, [1.5, 24, null]);
    assert.equal(line.resolution.name, 'hour');
  });

  test('hours beside days count as means of days of 23, 24 and 25 hours', () => {
    const starts = {
      short: '2026-03-28T23:00Z',
      usual: '2026-06-09T22:00Z',
      long: '2026-10-24T22:00Z',
    };
    for (const [start, hours] of [
      [starts.short, 23],
      [starts.usual, 24],
      [starts.long, 25],
    ] as const) {
      const values = Array.from({ length: hours }, (_, i) => i);
      const a = answer('a1', start, 3600, { values });
      const b = answer('b1', start, 86_400, { resolution: 'Day', values: [100] });
      const line = lineOf('b1 - a1', b, a);
      assert.deepEqual(line.times, [at(start)]);
      assert.deepEqual(line.values, [100 - (hours - 1) / 2]);
      assert.equal(line.endTime - at(start), hours * 3600);
      const short = answer('a1', start, 3600, { values: values.slice(1) });
      assert.deepEqual(lineOf('b1 - a1', b, short).values, [null]);
    }
  });

  test('a value is a forecast if one of its inputs is', () => {
    const values = [1, 2, 3, 4];
    const a = answer('a1', '2026-11-10T00:00Z', 3600, {
      values,
      lastObserved: '2026-11-10T02:00:00Z',
    });
    const b = answer('b1', '2026-11-10T00:00Z', 3600, {
      values,
      lastObserved: '2026-11-10T00:00:00Z',
    });
    const line = lineOf('a1 - b1', a, b);
    assert.deepEqual(line.kinds, ['observed', 'mixed', 'mixed', 'forecast']);
    assert.equal(line.lastObserved, at('2026-11-10T00:00Z'));
    const all = lineOf('b1 - a1', b, { ...b });
    assert.deepEqual(all.kinds, ['observed', 'forecast', 'forecast', 'forecast']);
  });

  test('a value of a period that is not complete stays so', () => {
    const part = { resolution: 'Day', aggregation: 'Average', expected: [24, 24] };
    const [first, second] = [
      [24, 20],
      [24, 24],
    ];
    const a = answer('a1', '2026-11-09T23:00Z', 86_400, { ...part, values: [1, 2], counts: first });
    const b = answer('b1', '2026-11-09T23:00Z', 86_400, {
      ...part,
      values: [3, 5],
      counts: second,
    });
    const line = lineOf('b1 - a1', b, a);
    assert.deepEqual(line.values, [2, 3]);
    assert.deepEqual([...line.partial], [1]);
  });

  test('a difference has the decimals of its inputs, without the noise of the arithmetic', () => {
    const a = answer('a1', '2026-11-10T00:00Z', 3600, { values: [0.3], decimals: 1 });
    const b = answer('b1', '2026-11-10T00:00Z', 3600, { values: [0.1], decimals: 1 });
    const line = lineOf('a1 - b1', a, b);
    assert.equal(line.decimals, 1);
    assert.equal(line.fileDecimals, 5);
  });
});
