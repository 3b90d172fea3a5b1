// What operators write is read in one form, and nonsense is refused with what is allowed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatExpectation, parseExpectation } from '#service/freshness/expectation';

const READ: readonly (readonly [string, string])[] = [
  ['by 13:15', 'by 13:15 through tomorrow'],
  ['  BY  13:15   through Tomorrow ', 'by 13:15 through tomorrow'],
  ['by 09:00 through today - 2', 'by 09:00 through today-2'],
  ['by 10:00 on friday,mon through eow+1', 'by 10:00 on mon,fri through eow+1'],
  ['within PT2H', 'within PT2H'],
  ['within pt90m', 'within PT1H30M'],
  ['within 2h', 'within PT2H'],
  ['within 30m', 'within PT30M'],
  ['within 2d', 'within P2D'],
  ['within P1W2DT3H', 'within P9DT3H'],
  ['None', 'none'],
];

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['', /there is no expectation ""/],
  ['daily', /there is no expectation "daily"/],
  ['by noon', /"noon" is no time such as 13:15/],
  ['by 24:00', /"24:00" is no time/],
  ['by 13:15 through', /there is no expectation/],
  ['by 13:15 through next', /"next" is no keyword/],
  ['by 13:15 through last', /"last" is no keyword/],
  ['by 13:15 on holiday', /"holiday" is no weekday/],
  ['within', /there is no expectation/],
  ['within P', /names no time from PT1M to P400D/],
  ['within PT', /names no time/],
  ['within PT0H', /names no time/],
  ['within P401D', /names no time/],
  ['within P1M', /names no time/],
];

describe('an expectation', () => {
  it('an expectation is written in one form, which is read again', () => {
    for (const [given, form] of READ) {
      assert.equal(formatExpectation(parseExpectation(given)), form);
      assert.equal(formatExpectation(parseExpectation(form)), form);
    }
  });

  it('that makes no sense is refused with the field, what was given and what is allowed', () => {
    for (const [given, message] of REFUSED) {
      assert.throws(
        () => parseExpectation(given),
        (error: {
          code: string;
          message: string;
          faults: { field: string; allowed: string[] }[];
        }) =>
          error.code === 'field_invalid' &&
          message.test(error.message) &&
          error.faults[0]!.field === 'expect' &&
          error.faults[0]!.allowed.length > 0,
        given,
      );
    }
  });
});
