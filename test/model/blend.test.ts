// Gate, weights and bias, each on errors made for the purpose.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { passesGate, recentBias, weighMembers } from '#model/blend';

/** Runs × 24 errors. */
const errors = (runs: number, of: (run: number, hour: number) => number): Float64Array =>
  Float64Array.from({ length: runs * 24 }, (_, i) => of(Math.floor(i / 24), i % 24));

suite('the gate', () => {
  test('the gate closes for a member that lost to the naive over the last 56 runs', () => {
    assert.equal(
      passesGate(
        errors(56, () => 3),
        errors(56, () => -2),
      ),
      false,
    );
    assert.equal(
      passesGate(
        errors(56, () => 2),
        errors(56, () => -3),
      ),
      true,
    );
  });

  test('the gate ignores older errors', () => {
    const once = errors(100, (run) => (run < 44 ? 90 : 1));
    assert.equal(
      passesGate(
        once,
        errors(100, () => 2),
      ),
      true,
    );
  });

  test('the gate stays open while fewer than 14 runs can be compared', () => {
    const late = errors(40, (run) => (run < 27 ? Number.NaN : 9));
    assert.equal(
      passesGate(
        late,
        errors(40, () => 1),
      ),
      true,
    );
    const enough = errors(40, (run) => (run < 26 ? Number.NaN : 9));
    assert.equal(
      passesGate(
        enough,
        errors(40, () => 1),
      ),
      false,
    );
  });
});

suite('weights', () => {
  test('weights without a record are the same for all', () => {
    const [a, b] = weighMembers([new Float64Array(0), new Float64Array(0)], 'price');
    assert.ok(a!.every((weight) => weight === 0.5));
    assert.ok(b!.every((weight) => weight === 0.5));
  });

  test('weights sum to one in every hour and favour the member that was better in that hour', () => {
    const morning = errors(60, (_, hour) => (hour < 12 ? 1 : 2));
    const evening = errors(60, (_, hour) => (hour < 12 ? 2 : 1));
    const [a, b] = weighMembers([morning, evening], 'price');
    for (let hour = 0; hour < 24; hour++) {
      assert.ok(Math.abs(a![hour]! + b![hour]! - 1) < 1e-12);
      assert.equal(a![hour]! > b![hour]!, hour < 12);
    }
  });

  test('weights of production, whose members err alike, favour the better member more than those of prices', () => {
    const both = [errors(60, () => 1), errors(60, () => 1.2)];
    const [price] = weighMembers(both, 'price');
    const [solar] = weighMembers(both, 'solar');
    assert.ok(price![0]! > 0.7 && price![0]! < 0.8, `${price![0]}`);
    assert.ok(solar![0]! > 0.88 && solar![0]! < 0.95, `${solar![0]}`);
  });

  test('weights count newer runs more', () => {
    const better = errors(80, (run) => (run < 40 ? 3 : 1));
    const worse = errors(80, (run) => (run < 40 ? 1 : 3));
    const [a, b] = weighMembers([better, worse], 'price');
    assert.ok(a![0]! > b![0]!);
  });

  test('a member without a record gets the weight of an average member', () => {
    const [newcomer] = weighMembers(
      [new Float64Array(0), errors(30, () => 1), errors(30, () => 1)],
      'price',
    );
    assert.ok(Math.abs(newcomer![5]! - 1 / 3) < 1e-12);
  });

  test('weights stay finite if members make no errors', () => {
    const [a, b] = weighMembers([errors(30, () => 0), errors(30, () => 0)], 'price');
    assert.ok(a!.every((weight) => weight === 0.5) && b!.every((weight) => weight === 0.5));
    const [perfect] = weighMembers([errors(30, () => 0), errors(30, () => 1)], 'price');
    assert.ok(perfect![0]! > 0.99 && Number.isFinite(perfect![0]));
  });
});

suite('the bias', () => {
  test('the bias is half of a constant error', () => {
    assert.ok(recentBias(errors(40, () => 4)).every((bias) => bias === 2));
  });

  test('the bias is not moved by a few wild runs', () => {
    assert.ok(
      recentBias(errors(40, (run) => (run % 5 === 0 ? 1000 : 0))).every((bias) => bias === 0),
    );
  });

  test('the bias follows the hour as well as the day', () => {
    const bias = recentBias(errors(40, (_, hour) => (hour === 8 ? 6 : 0)));
    assert.equal(bias[8], 1.5);
    assert.equal(bias[9], 0);
  });

  test('the bias needs fourteen runs', () => {
    assert.ok(recentBias(errors(13, () => 4)).every((bias) => bias === 0));
  });
});
