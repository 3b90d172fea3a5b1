// Where each area lies in the tile grid: a rough map, every area the same size. One table of data.

export interface Tile {
  readonly area: string;
  /** Both count from 1, as CSS grid lines do. */
  readonly row: number;
  readonly column: number;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

const MAP = `
 .   .   .   NO4 SE1 FI  NC
 .   .   .   NO3 SE2 EE  RU
 .   .   NO5 NO1 SE3 LV  .
 UK  .   NO2 DK1 SE4 LT  .
 GB  .   NL  DE  DK2 PL  .
 .   BE  .   .   CZ  SK  .
 .   FR  CH  AT  SI  HU  RO
 PT  ES  IT  .   HR  .   .
`;

/** In reading order. */
export const TILES: readonly Tile[] = MAP.trim()
  .split('\n')
  .flatMap((line, row) =>
    line
      .trim()
      .split(/ +/)
      .map((area, column) => ({ area, row: row + 1, column: column + 1 })),
  )
  .filter(({ area }) => area !== '.');

/** Steps along and across a direction; along is negative for what lies behind. */
function distanceTo(from: Tile, to: Tile, direction: Direction): readonly [number, number] {
  const [down, right] = [to.row - from.row, to.column - from.column];
  if (direction === 'down') return [down, Math.abs(right)];
  if (direction === 'up') return [-down, Math.abs(right)];
  return [direction === 'right' ? right : -right, Math.abs(down)];
}

// Wandering off the line counts more than going far along it.
const ACROSS_WEIGHT = 3;

/** The area an arrow key leads to: the nearest that way; the area itself where nothing lies there. */
export function neighbourOf(area: string, direction: Direction): string {
  const from = TILES.find((tile) => tile.area === area);
  if (!from) return area;
  let [found, best] = [area, Number.POSITIVE_INFINITY];
  for (const tile of TILES) {
    const [along, across] = distanceTo(from, tile, direction);
    // Within 45° or so: "up" should not lead sideways.
    if (along <= 0 || across > along) continue;
    const distance = along + ACROSS_WEIGHT * across;
    if (distance < best) [found, best] = [tile.area, distance];
  }
  return found;
}
