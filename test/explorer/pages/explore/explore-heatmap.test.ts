// The heatmap's layout by hour and day, and its scale of colours.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findZone, UTC } from '#core/time/zone';
import {
  cellText,
  meansTexts,
  sightText,
} from '#explorer/pages/explore/heatmap/heatmap-reading.ts';
import { layOutDays, layOutHours } from '#view/heatmap/heatmap-grid';
import {
  CELL_HEIGHT,
  cellAfterKey,
  cellAt,
  columnsInSight,
  edgeOf,
  labelledDays,
  labelledWeeks,
  layOut,
} from '#view/heatmap/heatmap-layout';
import { chooseScale, positionOf } from '#view/heatmap/heatmap-scale';
import { formatDay } from '#view/values/time-text';

const berlin = findZone('Europe/Berlin')!;
const from = (text: string, count: number, seconds = 3_600): number[] =>
  Array.from({ length: count }, (_, i) => Date.parse(text) / 1000 + i * seconds);
const stateRow = (grid: NonNullable<ReturnType<typeof layOutHours>>, day: number) =>
  Array.from({ length: 24 }, (_, hour) => grid.stateOf(day * 24 + hour)[0]).join('');

suite('hour by day', () => {
  test('an ordinary day has 24 values in its column, and hours not loaded are blank', () => {
    const times = from('2026-11-14T23:00:00Z', 30);
    const grid = layOutHours(
      times,
      times.map((_, i) => i),
      berlin,
    )!;
    assert.equal(grid.dayCount, 2);
    assert.equal(grid.firstDay, berlin.dayOf(Date.parse('2026-11-15T00:00:00Z')));
    assert.deepEqual(
      [...grid.means.slice(0, 30)],
      times.map((_, i) => i),
    );
    assert.equal(stateRow(grid, 0), 'v'.repeat(24));
    assert.equal(stateRow(grid, 1), `${'v'.repeat(6)}${'n'.repeat(18)}`);
  });

  test('the spring day has a blank at 02, and none in UTC', () => {
    const times = from('2026-03-28T23:00:00Z', 23);
    const grid = layOutHours(
      times,
      times.map((_, i) => i),
      berlin,
    )!;
    assert.equal(stateRow(grid, 0), `vvn${'v'.repeat(21)}`);
    assert.deepEqual([grid.means[1], grid.means[3], grid.means[23]], [1, 2, 22]);
    const utc = layOutHours(from('2026-03-29T00:00:00Z', 24), times.concat(0), UTC)!;
    assert.equal(stateRow(utc, 0), 'v'.repeat(24));
  });

  test('the autumn day shows at 02 the mean of both passes and knows each', () => {
    const times = from('2026-10-24T22:00:00Z', 25);
    const grid = layOutHours(
      times,
      times.map((_, i) => i),
      berlin,
    )!;
    assert.equal(grid.dayCount, 1);
    assert.equal(grid.means[2], 2.5);
    assert.deepEqual(grid.passesOf(2), [2, 3]);
    assert.equal(grid.passesOf(3), undefined);
    assert.deepEqual([grid.means[3], grid.means[23]], [4, 24]);
  });

  test('a pass without a value leaves the other one', () => {
    const times = from('2026-10-24T22:00:00Z', 25);
    const grid = layOutHours(
      times,
      times.map((_, i) => (i === 2 ? null : i)),
      berlin,
    )!;
    assert.equal(grid.means[2], 3);
    assert.equal(grid.stateOf(2), 'value');
    assert.deepEqual(grid.passesOf(2), [Number.NaN, 3]);
  });

  test('quarters of an hour become the mean of their hour; a gap stays a gap', () => {
    const times = from('2026-11-14T23:00:00Z', 12, 900);
    const values = [1, 2, 3, 4, 5, null, null, 7, null, null, null, null];
    const grid = layOutHours(times, values, berlin)!;
    assert.deepEqual([...grid.means.slice(0, 3)], [2.5, 6, Number.NaN]);
    assert.equal(stateRow(grid, 0), `vvg${'n'.repeat(21)}`);
  });

  test('an answer without values has no layout', () => {
    assert.equal(layOutHours([], [], berlin), undefined);
  });
});

suite('the scale of colours', () => {
  test('values of one sign run along one hue from least to greatest', () => {
    const scale = chooseScale(Float64Array.of(10, Number.NaN, 30, 20))!;
    assert.deepEqual(scale, { isDiverging: false, low: 10, high: 30, min: 10, max: 30 });
    assert.deepEqual(
      [10, 20, 30].map((value) => positionOf(scale, value)),
      [0, 0.5, 1],
    );
  });

  test('values that cross zero run both ways from it with one measure', () => {
    const scale = chooseScale(Float64Array.of(-20, 0, 40))!;
    assert.equal(scale.isDiverging, true);
    assert.deepEqual(
      [-20, 0, 40].map((value) => positionOf(scale, value)),
      [-0.5, 0, 1],
    );
  });

  test('one spike among thousands does not wash out the rest, and the legend still knows it', () => {
    const means = Float64Array.from({ length: 5_000 }, (_, i) => 40 + (i % 40));
    means[77] = 4_000;
    const scale = chooseScale(means)!;
    assert.deepEqual([scale.low, scale.high, scale.max], [40, 79, 4_000]);
    assert.equal(positionOf(scale, 4_000), 1);
  });

  test('equal values have a position on the scale, and no value has no scale', () => {
    const scale = chooseScale(Float64Array.of(5, 5))!;
    assert.equal(positionOf(scale, 5), 0.5);
    assert.equal(chooseScale(Float64Array.of(Number.NaN)), undefined);
    assert.equal(chooseScale(new Float64Array(0)), undefined);
  });
});

suite('reading a cell', () => {
  const times = from('2026-10-24T22:00:00Z', 25);
  const context = {
    grid: layOutHours(
      times,
      times.map((_, i) => (i === 6 ? null : i)),
      berlin,
    )!,
    zone: berlin,
    unit: 'MW',
    decimals: 1,
    observedUntil: times[10],
  };

  test('the text of a cell has day, hour and value, and marks a forecast', () => {
    assert.equal(cellText(1, context), 'Sun 25 Oct 2026, 01:00–02:00 · 1.0 MW');
    assert.equal(cellText(23, context), 'Sun 25 Oct 2026, 23:00–24:00 · 24.0 MW, forecast');
    assert.equal(cellText(5, context), 'Sun 25 Oct 2026, 05:00–06:00 · no value');
  });

  test('the text of a cell has both passes of the autumn hour, and names the hour that spring skips', () => {
    assert.equal(
      cellText(2, context),
      'Sun 25 Oct 2026, 02:00–03:00 · 2.5 MW (mean of two hours, as the clock shows it twice: 2.0 and 3.0)',
    );
    const spring = from('2026-03-28T23:00:00Z', 3);
    const grid = layOutHours(spring, [1, 2, 3], berlin)!;
    assert.equal(
      cellText(2, { ...context, grid }),
      'Sun 29 Mar 2026, 02:00–03:00 · the clock skips this hour',
    );
    assert.equal(
      cellText(9, { ...context, grid }),
      'Sun 29 Mar 2026, 09:00–10:00 · not in this span',
    );
  });
});

suite('cells that are means', () => {
  const day = from('2026-10-24T22:00:00Z', 25);
  const grid = layOutHours(day, [...day.keys()], berlin)!;

  test('the line under the heatmap names the hour that is the mean of two', () => {
    assert.deepEqual(meansTexts('Hour', grid), [
      'mean of two hours, as the clock was set back: 25 Oct 2026 02:00',
    ]);
    const gap = layOutHours(
      day,
      day.map((_, i) => (i === 3 ? null : i)),
      berlin,
    )!;
    assert.deepEqual(meansTexts('Hour', gap), [], 'one of the two hours has no value');
    const plain = layOutHours(from('2026-11-10T23:00:00Z', 24), new Array(24).fill(1), berlin)!;
    assert.deepEqual(meansTexts('Hour', plain), []);
  });

  test('the line under the heatmap says that cells of quarter hours are means', () => {
    const plain = layOutHours(from('2026-11-10T23:00:00Z', 24), new Array(24).fill(1), berlin)!;
    assert.deepEqual(meansTexts('QuarterHour', plain), [
      'each cell is the mean of 4 quarter hours',
    ]);
    assert.deepEqual(meansTexts('HalfHour', plain), ['each cell is the mean of 2 half hours']);
  });
});

suite('the rectangles of cells', () => {
  test('the cells fill the room, and scroll if they would become too narrow', () => {
    assert.equal(layOut(100, 1_044).cellWidth, 10);
    assert.equal(layOut(2, 1_044).width < 1_044, true);
    const years = layOut(2_000, 1_044);
    assert.equal(years.cellWidth, 2);
    assert.equal(years.width, 4_044);
  });

  test('the cell under a point is the one drawn at that point', () => {
    const layout = layOut(100, 1_044);
    for (const cell of [0, 25, 2_399]) {
      const x = edgeOf(layout, Math.floor(cell / 24)) + 1;
      assert.equal(cellAt(layout, x, (cell % 24) * CELL_HEIGHT + 1), cell);
    }
    assert.equal(cellAt(layout, 10, 10), undefined);
    assert.equal(cellAt(layout, 500, 24 * CELL_HEIGHT + 1), undefined);
  });

  test('arrow keys move by hour and day, with Shift by a week, and stop at the edges', () => {
    const move = (key: string, cell: number, isShifted = false) =>
      cellAfterKey(key, isShifted, cell, 10);
    assert.equal(move('ArrowRight', 5), 29);
    assert.equal(move('ArrowLeft', 5), 5);
    assert.equal(move('ArrowDown', 23), 23);
    assert.equal(move('ArrowUp', 24), 24);
    assert.equal(move('ArrowRight', 5, true), 7 * 24 + 5);
    assert.equal(move('End', 5), 9 * 24 + 5);
    assert.equal(move('Home', 9 * 24 + 5), 5);
    assert.equal(move('a', 5), undefined);
  });

  test('as many days have labels as fit: every day, every second, Mondays, firsts of months', () => {
    const firstDay = berlin.dayOf(Date.parse('2026-01-05T12:00:00Z'));
    const labels = (dayCount: number) => labelledDays(firstDay, layOut(dayCount, 1_044));
    assert.deepEqual(labels(3), [0, 1, 2]);
    assert.deepEqual(labels(21).slice(0, 3), [0, 2, 4]);
    assert.deepEqual(labels(100).slice(0, 3), [0, 7, 14]);
    assert.equal(formatDay(firstDay + labels(300)[0]!), 'Sun 1 Feb 2026');
    assert.equal(labels(1_500).length, 49);
  });
});

suite('quarter hours and days', () => {
  test('a day of quarter hours has 96 rows, none of them a mean', () => {
    const times = from('2026-11-14T23:00:00Z', 100, 900);
    const grid = layOutHours(times, [...times.keys()], berlin, 900_000)!;
    assert.deepEqual([grid.rows, grid.dayCount], [96, 2]);
    assert.deepEqual([grid.means[5], grid.means[96]], [5, 96]);
    assert.deepEqual(meansTexts('QuarterHour', grid), []);
    const context = { grid, zone: berlin, unit: 'MW', decimals: 0, observedUntil: times.at(-1) };
    assert.equal(cellText(5, context), 'Sun 15 Nov 2026, 01:15–01:30 · 5 MW');
    assert.equal(cellText(95, context), 'Sun 15 Nov 2026, 23:45–24:00 · 95 MW');
    const layout = layOut(2, 1_044, grid.rows);
    assert.equal(layout.cellHeight, 4);
    assert.equal(cellAt(layout, edgeOf(layout, 1) + 1, 95 * 4 + 1), 191);
  });

  test('the quarter hours that the clock shows twice know both passes', () => {
    const times = from('2026-10-24T22:00:00Z', 100, 900);
    const grid = layOutHours(times, [...times.keys()], berlin, 900_000)!;
    assert.deepEqual(grid.passesOf(8), [8, 12]);
    assert.deepEqual(grid.passesOf(11), [11, 15]);
    assert.equal(grid.passesOf(12), undefined);
    assert.equal(grid.means[8], 10);
  });

  test('daily values are laid out by week, Monday on top, also over a clock change', () => {
    // Midnights of the market from Wednesday 21 October to Tuesday 27 October 2026.
    const times = [21, 22, 23, 24, 25, 26, 27].map(
      (day) => berlin.startOfDay(berlin.dayOf(Date.UTC(2026, 9, day, 12))) / 1000,
    );
    const values = [1, 2, null, 4, 5, 6, 7];
    const grid = layOutDays(times, values, berlin)!;
    assert.deepEqual([grid.rows, grid.columnDays, grid.dayCount], [7, 7, 14]);
    assert.equal(formatDay(grid.firstDay), 'Mon 19 Oct 2026');
    assert.deepEqual(
      Array.from({ length: 10 }, (_, cell) => grid.stateOf(cell)[0]).join(''),
      'nnvvgvvvvn',
    );
    const context = { grid, zone: berlin, unit: 'MW', decimals: 0, observedUntil: times[5] };
    assert.equal(cellText(6, context), 'Sun 25 Oct 2026 · 5 MW');
    assert.equal(cellText(8, context), 'Tue 27 Oct 2026 · 7 MW, forecast');
    assert.equal(sightText(grid, [0, 1]), 'Wed 21 Oct 2026 – Tue 27 Oct 2026');
    assert.equal(layOutDays([], [], berlin), undefined);
  });

  test('the weeks in which a month begins have labels, or quarters and years if they are narrow', () => {
    const firstDay = berlin.dayOf(Date.parse('2026-01-05T12:00:00Z'));
    const months = (columns: number, room: number) =>
      labelledWeeks(firstDay, layOut(columns, room, 7)).map(({ month }) => month);
    assert.deepEqual(months(20, 1_044), [2, 3, 4, 5]);
    assert.deepEqual(months(104, 1_044).slice(0, 3), [4, 7, 10]);
    assert.deepEqual(months(520, 1_144), [1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('the line under the heatmap names what is in sight, and what it is a part of', () => {
    const times = from('2026-01-01T00:00:00Z', 24 * 1_000);
    const grid = layOutHours(times, times, UTC)!;
    const layout = layOut(1_000, 1_044);
    assert.deepEqual(columnsInSight(layout, 1_000, 1_044), [500, 999]);
    assert.equal(
      sightText(grid, columnsInSight(layout, 0, 1_044)),
      'In sight: Thu 1 Jan 2026 – Sat 15 May 2027. Scroll for the rest of Thu 1 Jan 2026 – Tue 26 Sep 2028.',
    );
  });
});
