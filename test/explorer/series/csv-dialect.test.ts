// CSV with semicolons and decimal commas.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withSemicolons } from '#explorer/series/csv-dialect.ts';

describe('CSV with semicolons', () => {
  it('numbers get a comma and cells a semicolon, times and words stay', () => {
    assert.equal(
      withSemicolons(
        'time_utc,value,kind\n2026-11-01T00:00:00Z,-61.5,observed\n2026-11-01T01:00:00Z,,forecast\n',
      ),
      'time_utc;value;kind\n2026-11-01T00:00:00Z;-61,5;observed\n2026-11-01T01:00:00Z;;forecast\n',
    );
  });

  it('whole numbers, exponents and quoted cells keep their meaning', () => {
    assert.equal(
      withSemicolons('a,12,1.5e-7,"x, ""y""; z"\r\nb;c,1.2.3,,7'),
      'a;12;1,5e-7;"x, ""y""; z"\r\n"b;c";1.2.3;;7',
    );
    assert.equal(withSemicolons(''), '');
  });
});
