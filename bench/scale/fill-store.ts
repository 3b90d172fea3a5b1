// Fills a store of any size in minutes: series rows as they come, values and runs by copying templates
// inside the database. Readers find what the store's own writer would have left.

import { checksumOf } from '#store/codec/chunk-format';
import { chunkOf, pointsPerChunk } from '#store/codec/chunk-points';
import { encodeValues } from '#store/codec/encode-values';
import type { SqlValue } from '#store/sql/sql-session';
import { seriesAt, TEMPLATE_COUNT } from './catalog.ts';
import type { FillTarget } from './fill-target.ts';
import { END_HOUR, WRITTEN_AT } from './scale-year.ts';
import {
  EVENT_COLUMNS,
  eventRows,
  runsOf,
  SERIES_COLUMNS,
  type StoreContent,
  seriesRow,
  versionOf,
} from './series-rows.ts';
import { RUN_SOURCE, runTimes, runValues, templateChunks } from './templates.ts';

const SERIES_PER_BATCH = 5_000;

// Temporary, so that nothing of them counts as the store's.
const TEMPLATE_TABLES = [
  `CREATE TEMPORARY TABLE template_chunk
    (template BIGINT, chunk BIGINT, bytes $BYTES, checksum BIGINT)`,
  `CREATE TEMPORARY TABLE template_run (template BIGINT, number BIGINT, analyzed_at BIGINT,
    first_index BIGINT, last_index BIGINT, bytes $BYTES, checksum BIGINT)`,
  'CREATE TEMPORARY TABLE filled (series_key BIGINT, template BIGINT, runs BIGINT)',
  'CREATE INDEX template_chunk_by_template ON template_chunk (template, chunk)',
  'CREATE INDEX template_run_by_template ON template_run (template, number)',
  'CREATE INDEX filled_by_key ON filled (series_key)',
];

const FILL_CHUNKS = `INSERT INTO chunk (series_key, chunk, bytes, checksum)
  SELECT f.series_key, t.chunk, t.bytes, t.checksum FROM filled f
  JOIN template_chunk t ON t.template = f.template
  WHERE f.series_key > $1 AND f.series_key <= $2 ORDER BY f.series_key, t.chunk`;
const FILL_RUNS = `INSERT INTO run (series_key, analyzed_at, first_index, last_index, updated_at,
  source, recorded_at, bytes, checksum)
  SELECT f.series_key, t.analyzed_at, t.first_index, t.last_index, t.analyzed_at,
  '${RUN_SOURCE}', CAST($3 AS BIGINT), t.bytes, t.checksum FROM filled f
  JOIN template_run t ON t.template = f.template AND t.number < f.runs
  WHERE f.series_key > $1 AND f.series_key <= $2 ORDER BY f.series_key, t.analyzed_at`;
/** All was a gap before: what the writer keeps of that is one row without bytes. */
const FILL_CHANGES = `INSERT INTO point_change (series_key, recorded_at, chunk, last_chunk, bytes,
  checksum) SELECT f.series_key, CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), $EMPTY, 0
  FROM filled f
  WHERE f.series_key > $1 AND f.series_key <= $2 ORDER BY f.series_key`;

/** Fills an empty store; resolves to the bytes that its metadata takes, indexes included. */
export async function fillStore(
  target: FillTarget,
  content: StoreContent,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  for (const text of TEMPLATE_TABLES) await target.run(text.replace('$BYTES', target.bytesType));
  await addTemplates(target, content);
  await target.settle();
  const emptyBytes = await target.countBytes();
  let changes = 0;
  for (const [start, end] of batchesOf(content.size)) {
    changes += await addSeries(target, content, start, end, changes + 1);
    onProgress(end / 2);
  }
  await target.addRows(
    'catalog',
    ['catalog_key', 'version', 'updated_at'],
    [[1, changes, WRITTEN_AT]],
  );
  await target.settle();
  const metadataBytes = (await target.countBytes()) - emptyBytes;
  const points = pointsPerChunk('hour');
  const span = [chunkOf(END_HOUR - content.hours, points), chunkOf(END_HOUR - 1, points)];
  for (const [start, end] of batchesOf(content.size)) {
    await target.run(FILL_CHUNKS, start, end);
    await target.run(
      FILL_CHANGES.replace('$EMPTY', target.noBytes),
      start,
      end,
      WRITTEN_AT,
      ...span,
    );
    if (content.hasRuns) await target.run(FILL_RUNS, start, end, WRITTEN_AT);
    onProgress((content.size + end) / 2);
  }
  await target.settle();
  return metadataBytes;
}

function* batchesOf(size: number): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start < size; start += SERIES_PER_BATCH) {
    yield [start, Math.min(start + SERIES_PER_BATCH, size)];
  }
}

/** Resolves to how often these series have changed the catalogue. */
async function addSeries(
  target: FillTarget,
  content: StoreContent,
  start: number,
  end: number,
  firstEvent: number,
): Promise<number> {
  const rows: SqlValue[][] = [];
  const events: SqlValue[][] = [];
  const filled: SqlValue[][] = [];
  let changes = 0;
  for (let number = start; number < end; number++) {
    const series = seriesAt(number, content.size);
    rows.push(seriesRow(number, content));
    filled.push([number + 1, series.template, runsOf(content, series)]);
    // A change of the catalogue is an event, so both are counted alike.
    events.push(...eventRows(number, content, firstEvent + changes));
    changes += versionOf(content, series);
  }
  await target.addRows('series', SERIES_COLUMNS, rows);
  await target.addRows('event', EVENT_COLUMNS, events);
  await target.addRows('filled', ['series_key', 'template', 'runs'], filled);
  return changes;
}

async function addTemplates(target: FillTarget, content: StoreContent): Promise<void> {
  for (const [template, runs] of usedTemplates(content)) {
    const chunks = templateChunks(template, content.hours);
    await target.addRows(
      'template_chunk',
      ['template', 'chunk', 'bytes', 'checksum'],
      chunks.map(({ chunk, bytes, checksum }) => [template, chunk, bytes, checksum]),
    );
    await target.addRows('template_run', RUN_COLUMNS, runRows(template, runs));
  }
}

/** Returns the templates in use, each with the most runs that a series of it has. */
function usedTemplates(content: StoreContent): Map<number, number> {
  const used = new Map<number, number>();
  for (let number = 0; number < Math.min(content.size, 2 * TEMPLATE_COUNT); number++) {
    const series = seriesAt(number, content.size);
    const runs = Math.max(used.get(series.template) ?? 0, runsOf(content, series));
    used.set(series.template, runs);
  }
  return used;
}

const RUN_COLUMNS = [
  'template',
  'number',
  'analyzed_at',
  'first_index',
  'last_index',
  'bytes',
  'checksum',
];

const runRows = (template: number, runs: number): SqlValue[][] =>
  Array.from({ length: runs }, (_, number) => {
    const { analyzedAt, firstHour, lastHour } = runTimes(number);
    const bytes = encodeValues(runValues(template, number));
    return [template, number, analyzedAt, firstHour, lastHour, bytes, checksumOf(bytes)];
  });
