// The part of a chart that is shown, and the keys that change it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { chartAction, type KeyPress } from '#explorer/chart/input/chart-keys.ts';
import {
  fitSpan,
  isAboutSame,
  panSpan,
  spanWith,
  wholeSpan,
  zoomSpan,
} from '#view/chart/chart-span';
import { HOUR, makeSeries } from '../../view/chart/chart-series.ts';

const WHOLE = { start: 0, end: 1000 * HOUR };
const PART = { start: 400 * HOUR, end: 500 * HOUR };

suite('the part of a chart that is shown', () => {
  test('the whole span reaches from the first time stamp to the last end', () => {
    const early = makeSeries([1, 2], { start: 5 * HOUR });
    const late = makeSeries([1, 2, 3], { start: 20 * HOUR, label: 'late' });
    assert.deepEqual(wholeSpan([late, early, makeSeries([])], 0), {
      start: 5 * HOUR,
      end: 23 * HOUR,
    });
  });

  test('an empty chart shows the days around now', () => {
    const { start, end } = wholeSpan([], 1e9);
    assert.ok(start < 1e9 && end > 1e9);
  });

  test('zooming keeps the time under the pointer', () => {
    const zoomed = zoomSpan(PART, WHOLE, 0.5, 425 * HOUR)!;
    assert.deepEqual(zoomed, { start: 412.5 * HOUR, end: 462.5 * HOUR });
  });

  test('zooming out as far as it goes shows the whole', () => {
    assert.equal(zoomSpan(PART, WHOLE, 20, 450 * HOUR), undefined);
  });

  test('panning stops at the ends of the data', () => {
    assert.deepEqual(panSpan(PART, WHOLE, 50 * HOUR), { start: 450 * HOUR, end: 550 * HOUR });
    assert.deepEqual(panSpan(PART, WHOLE, 1e9), { start: 900 * HOUR, end: 1000 * HOUR });
    assert.deepEqual(panSpan(PART, WHOLE, -1e9), { start: 0, end: 100 * HOUR });
  });

  test('a cursor that leaves the part shown takes it along', () => {
    assert.deepEqual(spanWith(PART, WHOLE, 450 * HOUR), PART);
    assert.deepEqual(spanWith(PART, WHOLE, 505 * HOUR), { start: 415 * HOUR, end: 515 * HOUR });
    assert.deepEqual(spanWith(PART, WHOLE, 395 * HOUR), { start: 385 * HOUR, end: 485 * HOUR });
  });

  test('any part shown stays within the whole and is never shorter than an hour', () => {
    const time = fc.integer({ min: -1e7, max: 1e7 });
    fc.assert(
      fc.property(time, time, (a, b) => {
        const span = fitSpan({ start: Math.min(a, b), end: Math.max(a, b) }, WHOLE);
        if (!span) return;
        assert.ok(span.start >= WHOLE.start && span.end <= WHOLE.end + 1e-6);
        assert.ok(span.end - span.start >= HOUR - 1e-6);
      }),
    );
  });

  test('data that grew by an hour keeps the zoom; another range does not', () => {
    assert.ok(isAboutSame(WHOLE, { start: HOUR, end: 1001 * HOUR }));
    assert.ok(!isAboutSame(WHOLE, { start: 0, end: 500 * HOUR }));
    assert.ok(!isAboutSame(WHOLE, { start: -200 * HOUR, end: 1000 * HOUR }));
  });
});

suite('the keys of a chart', () => {
  const press = (key: string, rest: Partial<KeyPress> = {}) =>
    chartAction({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...rest });

  test('arrow keys step by a value, with Shift by a day', () => {
    assert.deepEqual(press('ArrowLeft'), { kind: 'step', direction: -1 });
    assert.deepEqual(press('ArrowRight', { shiftKey: true }), { kind: 'day', direction: 1 });
  });

  test('the plus key zooms in with and without Shift, as keyboards differ', () => {
    assert.deepEqual(press('+', { shiftKey: true }), press('='));
    assert.deepEqual(press('-'), { kind: 'zoom', factor: 2 });
  });

  test('the chart leaves keys of the browser and of the page alone', () => {
    assert.equal(press('+', { ctrlKey: true }), undefined);
    assert.equal(press('ArrowLeft', { altKey: true }), undefined);
    assert.equal(press('?'), undefined);
    assert.equal(press('toString'), undefined);
    assert.equal(press('Tab'), undefined);
  });
});
