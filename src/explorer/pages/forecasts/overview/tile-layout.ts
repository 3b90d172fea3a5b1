// The location of each area in the tile grid: a rough map, every area the same size.

export interface Tile {
  readonly area: string;
  /** Row and column count from 1, as CSS grid lines do. */
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

/** The tiles in reading order. */
export const TILES: readonly Tile[] = MAP.trim()
  .split('\n')
  .flatMap((line, row) =>
    line
      .trim()
      .split(/ +/)
      .map((area, column) => ({ area, row: row + 1, column: column + 1 })),
  )
  .filter(({ area }) => area !== '.');

/** The steps along and across a direction. Along is negative for a tile behind. */
function distanceTo(from: Tile, to: Tile, direction: Direction): readonly [number, number] {
  const [down, right] = [to.row - from.row, to.column - from.column];
  if (direction === 'down') return [down, Math.abs(right)];
  if (direction === 'up') return [-down, Math.abs(right)];
  return [direction === 'right' ? right : -right, Math.abs(down)];
}

// A step off the line counts as three steps along it.
const ACROSS_WEIGHT = 3;

/** The area that an arrow key leads to: the nearest that way, or the area itself if it has none. */
export function neighbourOf(area: string, direction: Direction): string {
  const from = TILES.find((tile) => tile.area === area);
  if (!from) return area;
  let [found, best] = [area, Number.POSITIVE_INFINITY];
  for (const tile of TILES) {
    const [along, across] = distanceTo(from, tile, direction);
    // Within about 45°: "up" should not lead sideways.
    if (along <= 0 || across > along) continue;
    const distance = along + ACROSS_WEIGHT * across;
    if (distance < best) [found, best] = [tile.area, distance];
  }
  return found;
}
