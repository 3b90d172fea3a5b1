// The native resolutions: every spelling the interfaces use for each.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findResolution, RESOLUTIONS, resolutionOf } from '#core/time/resolution';

suite('native resolutions', () => {
  test('the resolutions have the contract’s codes, names, titles and adverbs', () => {
    assert.deepEqual(
      RESOLUTIONS.map(({ code, name, title, adverb }) => [code, name, title, adverb]).sort(
        ([a], [b]) => Number(a) - Number(b),
      ),
      [
        [0, 'hour', 'Hour', 'Hourly'],
        [1, 'day', 'Day', 'Daily'],
        [2, 'week', 'Week', 'Weekly'],
        [3, 'month', 'Month', 'Monthly'],
        [4, 'quarter', 'Quarter', 'Quarterly'],
        [5, 'year', 'Year', 'Yearly'],
        [6, 'quarterhour', 'QuarterHour', 'QuarterHourly'],
        [7, 'halfhour', 'HalfHour', 'HalfHourly'],
      ],
    );
  });

  test('the resolutions have the market’s spelling in series codes', () => {
    const infixes = RESOLUTIONS.map(({ infix }) => infix);
    assert.deepEqual(infixes, ['qh', 'hh', 'hr', 'day', 'wk', 'mth', 'qtr', 'yr']);
  });

  test('the resolutions ascend in length, and only those below a day have an exact step', () => {
    for (const [i, { name, rank, stepMs, typicalMs, iso }] of RESOLUTIONS.entries()) {
      assert.equal(rank, i, name);
      assert.equal(stepMs, i < 3 ? typicalMs : undefined, name);
      if (i > 0) assert.ok(typicalMs > RESOLUTIONS[i - 1]!.typicalMs, name);
      const lasts = Temporal.Duration.from(iso).total({
        unit: 'milliseconds',
        relativeTo: '2023-06-01',
      });
      assert.ok(Math.abs(lasts / typicalMs - 1) < 0.02, `${name} ${iso}`);
    }
  });

  test('findResolution ignores case, and finds nothing else', () => {
    for (const { name } of RESOLUTIONS) {
      assert.equal(findResolution(` ${name.toUpperCase()} `)?.name, name);
      assert.equal(resolutionOf(name).name, name);
    }
    for (const text of ['', 'hr', 'hourly', 'minute', '0', '__proto__']) {
      assert.equal(findResolution(text), undefined, text);
    }
  });
});
