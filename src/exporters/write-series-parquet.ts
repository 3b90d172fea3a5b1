// The list of series as Parquet: what each is, from when to when it has values, and when it last changed.

import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Instant } from '#core/time/instant';
import { TYPES, take } from '#exporters/write-parquet';

/** One series. Texts and instants are null if there is none. */
export interface SeriesFacts {
  readonly series: string;
  readonly description: string;
  readonly unit: string;
  readonly resolution: string;
  readonly area: string | null;
  readonly category: string | null;
  /** The first and the last observed time stamp. */
  readonly first: Instant | null;
  readonly last: Instant | null;
  /** When the newest run was issued. */
  readonly run: Instant | null;
  readonly updated: Instant | null;
}

const COLUMNS = {
  series: 'name',
  description: 'name',
  unit: 'name',
  resolution: 'name',
  area: 'name',
  category: 'name',
  first: 'time',
  last: 'time',
  run: 'time',
  updated: 'time',
} as const satisfies Record<keyof SeriesFacts, keyof typeof TYPES>;

const SCHEMA: SchemaElement[] = [
  { name: 'root', num_children: Object.keys(COLUMNS).length },
  ...Object.entries(COLUMNS).map(
    ([name, kind]): SchemaElement => ({ ...TYPES[kind], name, repetition_type: 'OPTIONAL' }),
  ),
];

/** Yields the file, with a row group for each page. */
export async function* writeSeriesParquet(
  pages: Iterable<readonly SeriesFacts[]>,
): AsyncGenerator<Buffer> {
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: SCHEMA });
  for (const page of pages) {
    if (page.length === 0) continue;
    const columnData = Object.entries(COLUMNS).map(([name, kind]) => ({
      name,
      data: page.map((facts) => cellOf(facts[name as keyof SeriesFacts], kind)),
    }));
    await file.write({ columnData, rowGroupSize: page.length });
    yield take(writer);
  }
  await file.finish();
  yield take(writer);
}

const cellOf = (cell: string | number | null, kind: 'name' | 'time'): string | bigint | null =>
  kind === 'time' && typeof cell === 'number' ? BigInt(cell) : (cell as string | null);
