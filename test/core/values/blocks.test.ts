// Block hours: the contract's table, and the operator's overrides.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type BlockTable,
  DEFAULT_BLOCKS,
  describeHours,
  readBlockHours,
} from '#core/values/blocks';

const hoursOf = (table: BlockTable): Record<string, string> =>
  Object.fromEntries(table.map((block) => [block.name, describeHours(block)]));

const CONTRACT_HOURS = {
  peak: '09-20',
  offpeak: '00-08,20-24',
  offpeak1: '00-08',
  offpeak2: '20-24',
  night: '00-06',
  rushhour: '16-20',
  offpeakweek: 'Mon-Fri 00-08,20-24, Sat-Sun 00-24',
  peakweek: 'Mon-Fri 09-20, Sat-Sun 00-24',
};

suite('block hours', () => {
  test('the block hours are the contract’s, in the words of Meta.hours', () => {
    assert.deepEqual(hoursOf(DEFAULT_BLOCKS), CONTRACT_HOURS);
  });

  test('each block has a meaning', () => {
    for (const { name, meaning } of DEFAULT_BLOCKS) assert.ok(meaning.length > 10, name);
  });

  test('an empty BLOCK_HOURS changes nothing', () => {
    for (const text of ['', ' ', ';', ' ; ; ']) {
      assert.deepEqual(readBlockHours(text), DEFAULT_BLOCKS, JSON.stringify(text));
    }
  });

  test('peak=08-20 gives the exchange’s peak, and peakweek follows it', () => {
    assert.deepEqual(hoursOf(readBlockHours('peak=08-20')), {
      ...CONTRACT_HOURS,
      peak: '08-20',
      peakweek: 'Mon-Fri 08-20, Sat-Sun 00-24',
    });
  });

  test('BLOCK_HOURS takes several blocks and ranges, any case and blanks', () => {
    const table = hoursOf(readBlockHours(' Peak = 8-20 ; OFFPEAK=0-7 , 21-24;night=22-24,00-06; '));
    assert.deepEqual(table, {
      ...CONTRACT_HOURS,
      peak: '08-20',
      peakweek: 'Mon-Fri 08-20, Sat-Sun 00-24',
      offpeak: '00-07,21-24',
      offpeakweek: 'Mon-Fri 00-07,21-24, Sat-Sun 00-24',
      night: '22-24,00-06',
    });
  });

  test('an override leaves the default table alone', () => {
    readBlockHours('peak=00-24');
    assert.deepEqual(hoursOf(DEFAULT_BLOCKS), CONTRACT_HOURS);
  });

  test('hours may follow each other without a gap', () => {
    const [peak] = readBlockHours('peak=08-12,12-20');
    assert.deepEqual(peak?.hours, [
      { from: 8, to: 12 },
      { from: 12, to: 20 },
    ]);
    assert.ok(readBlockHours('peak=12-20,08-12'));
  });

  const refused: [string, RegExp][] = [
    ['peek=08-20', /"peek=08-20".*peak, offpeak/],
    ['peakweek=08-20', /"peakweek=08-20"/],
    ['=08-20', /"=08-20"/],
    ['peak', /"peak".*HH-HH/],
    ['peak=', /"peak=".*HH-HH/],
    ['peak=8', /HH-HH/],
    ['peak=08-200', /HH-HH/],
    ['peak=108-20', /HH-HH/],
    ['peak=08:00-20:00', /HH-HH/],
    ['peak=20-08', /from < to/],
    ['peak=08-08', /from < to/],
    ['peak=08-25', /to ≤ 24/],
    ['peak=-1-8', /HH-HH/],
    ['peak=08-20,', /HH-HH/],
    ['peak=08-20=09', /"peak=08-20=09"/],
    ['peak=08-12,10-20', /overlap/],
    ['offpeak=00-08,20-24,07-09', /overlap/],
  ];
  for (const [text, message] of refused) {
    test(`BLOCK_HOURS ${JSON.stringify(text)} is refused with a reason`, () => {
      assert.throws(() => readBlockHours(text), { name: 'Error', message });
      assert.throws(() => readBlockHours(text), { message: /^BLOCK_HOURS: / });
    });
  }
});
