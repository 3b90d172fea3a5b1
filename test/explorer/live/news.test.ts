// New values: the spans that a chart marks, and the words for the ear.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newsText } from '#explorer/live/news-text.ts';
import { spansOf } from '#explorer/pages/explore/foot/use-fresh-spans.ts';
import { changeOf } from './change.ts';

const HOUR = 3_600;
const START = Date.parse('2026-11-13T06:00:00Z') / 1_000;
const hours = [0, 1, 2, 3].map((hour) => START + hour * HOUR);
const shown = { seriesId: 'dehrprice', times: hours };
const end = START + 4 * HOUR;

suite('news of a series', () => {
  test('the marked span ends with the last interval that changed', () => {
    const spans = spansOf([changeOf(1)], shown, end);
    assert.deepEqual(spans, [{ start: START + HOUR, end: START + 3 * HOUR }]);
  });

  test('a change of the last value is marked to its end', () => {
    const change = changeOf(1, 'dehrprice', {
      from: '2026-11-13T09:00:00Z',
      to: '2026-11-13T09:00:00Z',
    });
    assert.deepEqual(spansOf([change], shown, end), [{ start: START + 3 * HOUR, end }]);
  });

  test('an hour of a day that is one value marks the day', () => {
    const days = { seriesId: 'dehrprice', times: [START - 24 * HOUR, START] };
    const spans = spansOf([changeOf(1)], days, START + 24 * HOUR);
    assert.deepEqual(spans, [{ start: START, end: START + 24 * HOUR }]);
  });

  test('changes of other series, and those without a span, mark nothing', () => {
    const changes = [changeOf(1, 'frhrprice'), changeOf(2, 'dehrprice', { from: null, to: null })];
    assert.deepEqual(spansOf(changes, shown, end), []);
  });

  test('three series are named, and more are counted', () => {
    assert.equal(newsText(['a', 'b']), 'New values of a, b');
    assert.equal(newsText(['a', 'b', 'c', 'd', 'e']), 'New values of a, b, c, and 2 more series');
  });
});
