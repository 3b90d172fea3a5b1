// A slice over a series: its request, its label, its columns beside the values, and how far it missed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errorText } from '#explorer/pages/explore/slice/slice-error.ts';
import {
  columnAt,
  leadText,
  type Slice,
  sliceLabel,
  sliceOf,
  sliceQuery,
} from '#view/values/slice';

const CHOICE = { ahead: '1d', before: '12:00', source: 'vendor' };

const slice = (part: Partial<Slice>): Slice => ({
  label: '',
  unit: 'EUR/MWh',
  times: [0],
  values: [1],
  errors: [],
  analyzedTimes: [],
  sources: [],
  partial: new Set(),
  ...part,
});

describe('the request of a slice', () => {
  it('days and hours ahead are told apart, and empty selectors are left out', () => {
    const whole = { daysAhead: '1', issuedBefore: '12:00', source: 'vendor' };
    assert.deepEqual(sliceQuery(CHOICE), whole);
    const bare = { ahead: '24h', before: '', source: '' };
    assert.deepEqual(sliceQuery(bare), { hoursAhead: '24' });
  });

  it('a lead that is none is left to the server to refuse', () => {
    assert.deepEqual(sliceQuery({ ...CHOICE, ahead: 'soon' }), {
      daysAhead: 'soon',
      issuedBefore: '12:00',
      source: 'vendor',
    });
  });
});

describe('the label of a slice', () => {
  it('a label says how far ahead, issued before when, and by which source', () => {
    assert.equal(sliceLabel(CHOICE), '1 day ahead, before 12:00, vendor');
    assert.equal(
      sliceLabel({ ahead: '48h', before: '', source: '' }),
      '48 hours ahead, any source',
    );
  });

  it('a lead of zero days is named the same day', () => {
    assert.equal(leadText('0d'), 'same day');
    assert.equal(leadText('2d'), '2 days ahead');
    assert.equal(leadText('1h'), '1 hour ahead');
  });
});

describe('the values of a slice', () => {
  const answer = {
    seriesId: 'dehrprice',
    unit: 'EUR/MWh',
    ...{ resolution: 'Hour', aggregation: 'None', from: null, to: null },
    ...{ zone: 'Europe/Berlin', pick: 'latest' },
    times: [0, 3600, 7200, 10800, 14400],
    values: [null, 5, null, 7, null],
    analyzedTimes: [null, -10, null, -20, null],
    recordedAts: [null, -9, null, -19, null],
    sources: [null, 'vendor', null, 'gridtide', null],
    leadHours: [null, 1, null, 3, null],
    errors: [null, 1, null, -2, null],
  };

  it('a slice goes from its first value to its last and keeps the gaps between', () => {
    const found = sliceOf(CHOICE, answer);
    assert.deepEqual(found.times, [3600, 7200, 10800]);
    assert.deepEqual(found.values, [5, null, 7]);
    assert.deepEqual(found.errors, [1, null, -2]);
    assert.deepEqual(found.sources, ['vendor', null, 'gridtide']);
  });

  it('a slice has the places of values that are made of fewer hours than their period has', () => {
    assert.deepEqual([...sliceOf(CHOICE, answer).partial], []);
    const counted = { counts: [0, 24, 0, 7, 0], expected: [24, 24, 24, 24, 24] };
    assert.deepEqual([...sliceOf(CHOICE, { ...answer, ...counted }).partial], [2]);
  });

  it('a slice without a value is empty', () => {
    assert.deepEqual(
      sliceOf(CHOICE, { ...answer, values: [null, null, null, null, null] }).times,
      [],
    );
  });

  it('a column is read at the times of the values, null outside', () => {
    const found = sliceOf(CHOICE, answer);
    assert.deepEqual(columnAt(found, found.values, [0, 3600, 7200, 10800, 99]), [
      null,
      5,
      null,
      7,
      null,
    ]);
  });
});

describe('how far a slice missed', () => {
  it('the mean error has its sign, and few values say so', () => {
    assert.equal(
      errorText(slice({ errors: [3, null, -1] })),
      'Mean error +1.00 EUR/MWh (forecast less actual), mean absolute error 2.00, over 2 values. Fewer than 500: a rough figure.',
    );
  });

  it('five hundred values are enough', () => {
    assert.equal(
      errorText(slice({ errors: Array.from({ length: 500 }, () => -2.5) })),
      'Mean error −2.50 EUR/MWh (forecast less actual), mean absolute error 2.50, over 500 values.',
    );
  });

  it('without runs, or without actual values, no figure is given', () => {
    assert.equal(errorText(slice({ times: [] })), 'No run fits in this span.');
    assert.equal(errorText(slice({ errors: [null] })), 'No actual value to compare with yet.');
  });
});
