// The answer of /api/v1/series/{seriesId} as JSON, in bytes: UTC, nothing merged.

import { ByteWriter } from '#bytes/byte-writer';
import { utcTimeWriter } from '#bytes/time-writer';
import { formatUtc, type Instant, SECOND_MS } from '#core/time/instant';
import type { Zone } from '#core/time/zone';
import { VALUE_KINDS } from '#core/values/origins';
import { type ExportTable, tableOfColumns, tableOfPoints } from '#exporters/export-table';
import { objectWriter } from '#exporters/write-ndjson';
import { detailColumns, detailHead, originStretches } from '#http/writers/point-columns';
import { datesOf, datesOfSpan } from '#service/series/find-series';
import type { SeriesAnswer } from '#service/series/read-series';

const COMMA = 44;
const NO_SERIES = new Int32Array(0);
const CLOSING_BRACE = 125;

/** Everything but the values. */
export function headOf(answer: SeriesAnswer, market: Zone) {
  const { series } = answer;
  const { first, last } = datesOfSpan(answer.span);
  const time = (instant: Instant | null): string | null =>
    instant === null ? null : formatUtc(instant);
  return {
    seriesId: series.code,
    description: series.description,
    unit: series.unit,
    resolution: answer.resolution.title,
    nativeResolution: answer.grid.resolution.title,
    aggregation: answer.aggregated,
    ...(answer.hours === undefined ? {} : { hours: answer.hours }),
    from: time(first),
    to: time(last),
    lastUpdated: time(series.updatedAt),
    lastObserved: series.lastIndex === null ? null : time(datesOf(series, market).last),
    ...detailHead(answer),
  };
}

export function writeDocument(answer: SeriesAnswer, market: Zone): Iterable<Buffer> {
  const hasDetail = answer.detail && (answer.detail.hasCounts || answer.detail.hasKinds);
  return hasDetail ? writeDetailed(answer, market) : writePlain(answer, market);
}

function* writePlain(answer: SeriesAnswer, market: Zone): Generator<Buffer> {
  const { points } = answer;
  const head = headOf(answer, market);
  const out = new ByteWriter();
  out.text(`${JSON.stringify(head).slice(0, -1)},"data":[`);
  const [opening, middle] = [Buffer.from('{"time":"'), Buffer.from('","value":')];
  const times = utcTimeWriter();
  for (let i = 0; i < points.times.length; i++) {
    if (i > 0) out.byte(COMMA);
    out.fragment(opening);
    times.write(points.times[i]!, out);
    out.fragment(middle);
    out.number(points.values[i]!);
    out.byte(CLOSING_BRACE);
    if (out.isFull) yield out.take();
  }
  out.text(']}');
  yield out.take();
}

/** Rows that have more than a time and a value, each as NDJSON writes it. */
function* writeDetailed(answer: SeriesAnswer, market: Zone): Generator<Buffer> {
  const { times, values } = answer.points;
  const columns = columnsOf(answer);
  const out = new ByteWriter();
  const writeRow = objectWriter(tableOfColumns(times, columns, VALUE_KINDS), out, '}');
  const batch = {
    length: times.length,
    series: NO_SERIES,
    times,
    values: columns.map((c) => c.values),
  };
  out.text(`${JSON.stringify(headOf(answer, market)).slice(0, -1)},"data":[`);
  for (let row = 0; row < values.length; row++) {
    if (row > 0) out.byte(COMMA);
    writeRow(batch, row);
    if (out.isFull) yield out.take();
  }
  out.text(']}');
  yield out.take();
}

/** The value and what is said of it, as columns. */
export const columnsOf = (answer: SeriesAnswer) => [
  { name: 'value', kind: 'number' as const, values: answer.points.values },
  ...detailColumns(answer),
];

/** The points as a table of `time`, `value` and what is said of them. */
export function tableOfAnswer(answer: SeriesAnswer): ExportTable {
  const columns = columnsOf(answer);
  return columns.length === 1
    ? tableOfPoints(answer.points)
    : tableOfColumns(answer.points.times, columns, VALUE_KINDS);
}

/** The same as arrays, seconds since 1970 and values: a third of the bytes. */
export function* writeColumns(answer: SeriesAnswer, market: Zone): Generator<Buffer> {
  const { times, values } = answer.points;
  const { detail, facts } = answer;
  const out = new ByteWriter();
  out.text(`${JSON.stringify(headOf(answer, market)).slice(0, -1)},"times":[`);
  for (let i = 0; i < times.length; i++) {
    if (i > 0) out.byte(COMMA);
    out.number(times[i]! / SECOND_MS);
    if (out.isFull) yield out.take();
  }
  const numbers = { values, ...(detail?.hasCounts && facts?.tally) };
  for (const [name, column] of Object.entries(numbers)) {
    out.text(`],"${name}":[`);
    for (let i = 0; i < column.length; i++) {
      if (i > 0) out.byte(COMMA);
      out.number(column[i]!);
      if (out.isFull) yield out.take();
    }
  }
  out.text(detail?.hasKinds ? `],"origins":${JSON.stringify(originStretches(answer))}}` : ']}');
  yield out.take();
}
