import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { questionText } from '#explorer/pages/account/link-question-text.ts';

describe('the question of a link in a list', () => {
  it('a series is named with its fields, and a slice says that it is one', () => {
    const query = { from: 'today-7', resolution: 'day' };
    assert.equal(
      questionText({ path: '/api/v1/series/dehrprice', query }),
      'dehrprice, from today-7, resolution day',
    );
    assert.equal(
      questionText({ path: '/api/v1/forecasts/dehrprice/sliced', query: { daysAhead: '1' } }),
      'dehrprice as forecast, daysAhead 1',
    );
    assert.equal(questionText({ path: '/api/v1/series/dehrprice', query: {} }), 'dehrprice');
  });
});
