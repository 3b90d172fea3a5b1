// All points of a file's rows, by the fast path or without it, for tests that compare the two.

import assert from 'node:assert/strict';
import type { PointBuffer } from '#importers/points/point-buffer';
import { LongLayout } from '#importers/rows/long-layout';
import { MarketClock } from '#importers/rows/market-clock';
import type { RowLayout } from '#importers/rows/row-layout';
import { PointFiller } from '#importers/rows/row-layout';
import type { RowReader } from '#importers/rows/row-reader';
import { SeriesTable } from '#importers/rows/series-table';
import type { Store } from '#store/store';
import { BERLIN } from '../open-market.ts';

export interface Outcome {
  readonly rows: number;
  readonly points: readonly unknown[];
  readonly fault: string | undefined;
  /** How many rows took the general path. */
  readonly generalRows: number;
}

/** All points of a file, up to its first fault; at most `limit` points are buffered. */
export async function parseRows(
  store: Store,
  reader: RowReader,
  isQuick: boolean,
  limit = 1 << 20,
): Promise<Outcome> {
  const table = new SeriesTable(store, BERLIN);
  let generalRows = 0;
  const open = async (header: readonly string[], buffer: PointBuffer): Promise<RowLayout> => {
    const clock = new MarketClock(BERLIN);
    const layout = new LongLayout(header, { rows: reader, table, clock, buffer });
    const take = () => {
      generalRows++;
      return layout.take();
    };
    return isQuick ? { take, takeSimilarRows: (most) => layout.takeSimilarRows(most) } : { take };
  };
  const filler = new PointFiller(reader, open);
  const points: unknown[] = [];
  let fault: string | undefined;
  const empty = (): void => {
    assert.ok(filler.buffer.count <= limit);
    for (const { series, indices, values, lines } of filler.buffer.groups(table.all.length)) {
      points.push([table.all[series]!.code, [...indices], [...values], [...lines]]);
    }
    filler.buffer.keepOnly();
  };
  try {
    while (!(await filler.fill(limit))) empty();
  } catch (error) {
    fault = String(error);
  }
  empty();
  return { rows: filler.rows, points, fault, generalRows };
}
