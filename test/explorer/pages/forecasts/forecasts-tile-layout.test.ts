// The map of area tiles, and the arrow keys on it.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AREAS } from '#core/market/areas';
import {
  type Direction,
  neighbourOf,
  TILES,
} from '#explorer/pages/forecasts/overview/tile-layout.ts';

const DIRECTIONS: readonly Direction[] = ['up', 'down', 'left', 'right'];

describe('the tile grid', () => {
  it('the tile grid has each of the 35 areas exactly once', () => {
    assert.equal(TILES.length, 35);
    assert.deepEqual(TILES.map(({ area }) => area).sort(), AREAS.map(({ code }) => code).sort());
  });

  it('the tile grid is 7 columns by 8 rows and puts no two areas on one tile', () => {
    assert.equal(new Set(TILES.map(({ row, column }) => `${row}/${column}`)).size, 35);
    assert.equal(Math.max(...TILES.map(({ row }) => row)), 8);
    assert.equal(Math.max(...TILES.map(({ column }) => column)), 7);
    assert.equal(Math.min(...TILES.flatMap(({ row, column }) => [row, column])), 1);
  });

  it('the tile grid keeps neighbours as on a map', () => {
    const at = (area: string) => TILES.find((tile) => tile.area === area)!;
    assert.ok(at('NO4').row < at('NO1').row);
    assert.ok(at('PT').column < at('ES').column);
    assert.ok(at('DE').column < at('PL').column);
    assert.ok(at('DE').row < at('AT').row);
  });
});

describe('arrow keys on the tiles', () => {
  it('an arrow key leads to the nearest area that way, over empty cells too', () => {
    assert.equal(neighbourOf('DE', 'left'), 'NL');
    assert.equal(neighbourOf('DE', 'right'), 'DK2');
    assert.equal(neighbourOf('DE', 'up'), 'DK1');
    assert.equal(neighbourOf('DE', 'down'), 'AT');
    assert.equal(neighbourOf('NO2', 'left'), 'UK');
    assert.equal(neighbourOf('BE', 'right'), 'CZ');
  });

  it('an arrow key stays if no area lies that way, or the area is unknown', () => {
    assert.equal(neighbourOf('PT', 'left'), 'PT');
    assert.equal(neighbourOf('NC', 'right'), 'NC');
    assert.equal(neighbourOf('XX', 'up'), 'XX');
  });

  it('the arrow keys reach every area from every other', () => {
    for (const { area: start } of TILES) {
      const reached = new Set([start]);
      for (const area of reached)
        for (const direction of DIRECTIONS) reached.add(neighbourOf(area, direction));
      assert.equal(reached.size, 35, `from ${start}`);
    }
  });
});
