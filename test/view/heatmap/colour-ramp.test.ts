// The colours of values, in light and dark.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paintAt, paintUnderText, positionOn, scaleOf } from '#view/heatmap/colour-ramp';

const SCHEMES = ['light', 'dark'] as const;
const POSITIONS = Array.from({ length: 401 }, (_, i) => (i - 200) / 200);

/** The WCAG 2 contrast of two `#rrggbb`. */
function contrastOf(one: string, other: string): number {
  const luminance = (hex: string): number => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

describe('the colours of a ramp', () => {
  for (const scheme of SCHEMES) {
    it(`text on the colours has a contrast of 4.5:1 or better everywhere in ${scheme}`, () => {
      for (const position of POSITIONS) {
        const { fill, ink } = paintAt(position, scheme);
        assert.match(fill, /^#[0-9a-f]{6}$/);
        assert.ok(contrastOf(fill, ink) >= 4.5, `${position}: ${fill} ${ink}`);
      }
    });

    it(`text on the colours of tiles has a contrast of 6:1 or better everywhere in ${scheme}`, () => {
      for (const position of POSITIONS) {
        const { fill, ink } = paintUnderText(position, scheme);
        assert.ok(contrastOf(fill, ink) >= 6, `${position}: ${fill} ${ink}`);
      }
    });

    it(`the colours run one way from faint to strong in ${scheme}, on both sides of zero`, () => {
      const paper = scheme === 'light' ? '#ffffff' : '#151b23';
      for (const side of [1, -1]) {
        const steps = [0, 0.25, 0.5, 0.75, 1].map((strength) =>
          contrastOf(paintAt(side * strength, scheme).fill, paper),
        );
        steps.forEach((step, i) => {
          assert.ok(i === 0 || step > steps[i - 1]!, `${side}: ${steps}`);
        });
      }
    });

    it(`the colours of both sides of zero differ in ${scheme}`, () => {
      const blueOf = (hex: string): number => Number.parseInt(hex.slice(5, 7), 16);
      assert.ok(blueOf(paintAt(0.8, scheme).fill) > blueOf(paintAt(-0.8, scheme).fill) + 60);
    });
  }
});

describe('the scale of a ramp', () => {
  it('the scale runs from the least to the greatest value', () => {
    const scale = scaleOf([20, 100, 60])!;
    assert.equal(scale.isDiverging, false);
    assert.deepEqual(
      [20, 60, 100].map((value) => positionOn(scale, value)),
      [0, 0.5, 1],
    );
  });

  it('the scale counts by square roots if a few areas dwarf the rest', () => {
    const scale = scaleOf([100, 400, 10_000])!;
    assert.equal(scale.isRooted, true);
    assert.deepEqual(
      [100, 400, 10_000].map((value) => positionOn(scale, value)),
      [0, 10 / 90, 1],
    );
    assert.equal(scaleOf([50, 100])!.isRooted, false);
    assert.equal(scaleOf([-50, 5000])!.isRooted, false);
  });

  it('a value far from all others has the colour of the end, and leaves the ramp to them', () => {
    const many = [50, 55, 60, 62, 65, 70, 72, 80];
    const scale = scaleOf([...many, 17_000, -9000])!;
    assert.deepEqual([scale.min, scale.max], [50, 80]);
    assert.deepEqual([scale.isMinCut, scale.isMaxCut], [true, true]);
    assert.deepEqual([positionOn(scale, -9000), positionOn(scale, 17_000)], [0, 1]);
    const whole = scaleOf(many)!;
    assert.deepEqual([whole.isMinCut, whole.isMaxCut], [false, false]);
  });

  it('the scale turns around zero, alike on both sides, if values cross it', () => {
    const scale = scaleOf([-10, 40])!;
    assert.equal(scale.isDiverging, true);
    assert.equal(positionOn(scale, 40), 1);
    assert.equal(positionOn(scale, -10), -0.25);
    assert.equal(positionOn(scale, 0), 0);
  });

  it('the scale does not turn if values only touch zero', () => {
    assert.equal(scaleOf([0, 40])!.isDiverging, false);
    assert.equal(scaleOf([-40, 0])!.isDiverging, false);
  });

  it('equal values lie in the middle of the scale, and no values have no scale', () => {
    assert.equal(positionOn(scaleOf([7, 7])!, 7), 0.5);
    assert.equal(scaleOf([]), undefined);
  });
});
