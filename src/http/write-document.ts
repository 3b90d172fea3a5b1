// The answer of /api/v1/series/{seriesId} as bytes: JSON or CSV, UTC, nothing merged.

import { formatUtc, type Instant } from '#core/instant';
import type { Zone } from '#core/zone';
import { ByteWriter } from '#http/byte-writer';
import { utcTimeWriter } from '#http/time-writer';
import type { SeriesAnswer } from '#service/read-series';
import { datesOf } from '#service/series-extent';

export function* writeDocument(answer: SeriesAnswer, market: Zone): Generator<Buffer> {
  const { series, span, points } = answer;
  const time = (instant: Instant | null): string | null =>
    instant === null ? null : formatUtc(instant);
  const head = {
    seriesId: series.code,
    description: series.description,
    unit: series.unit,
    resolution: answer.resolution.title,
    nativeResolution: answer.grid.resolution.title,
    aggregation: answer.aggregated,
    ...(answer.hours === undefined ? {} : { hours: answer.hours }),
    from: time(span?.start ?? null),
    to: time(span ? Math.max(span.start, span.end - 1) : null),
    lastUpdated: time(series.updatedAt),
    lastObserved: series.lastIndex === null ? null : time(datesOf(series, market).last),
  };
  const out = new ByteWriter();
  out.text(`${JSON.stringify(head).slice(0, -1)},"data":[`);
  const [opening, middle] = [Buffer.from('{"time":"'), Buffer.from('","value":')];
  const times = utcTimeWriter();
  for (let i = 0; i < points.times.length; i++) {
    if (i > 0) out.byte(44);
    out.fragment(opening);
    times.write(points.times[i]!, out);
    out.fragment(middle);
    out.number(points.values[i]!);
    out.byte(125);
    if (out.isFull) yield out.take();
  }
  out.text(']}');
  yield out.take();
}

/** `time,value` rows; a gap is an empty value. Only times and numbers: no cell can be a formula. */
export function* writeCsv({ points }: SeriesAnswer): Generator<Buffer> {
  const out = new ByteWriter();
  out.text('time,value\n');
  const times = utcTimeWriter();
  for (let i = 0; i < points.times.length; i++) {
    times.write(points.times[i]!, out);
    out.byte(44);
    if (!Number.isNaN(points.values[i]!)) out.number(points.values[i]!);
    out.byte(10);
    if (out.isFull) yield out.take();
  }
  yield out.take();
}
