// Forecast answers as bytes: everything that repeats from point to point is one fragment.

import { ByteWriter } from '#bytes/byte-writer';
import { utcTimeWriter } from '#bytes/time-writer';
import { formatUtc } from '#core/time/instant';
import type { ForecastAnswer, ForecastPart } from '#service/forecasts/read-forecast';

export function* writeForecast(answer: ForecastAnswer): Generator<Buffer> {
  const out = new ByteWriter();
  yield* writeForecastInto(answer, out);
  yield out.take();
}

export function* writeForecasts(answers: readonly ForecastAnswer[]): Generator<Buffer> {
  const out = new ByteWriter();
  out.text('[');
  for (const [i, answer] of answers.entries()) {
    if (i > 0) out.text(',');
    yield* writeForecastInto(answer, out);
  }
  out.text(']');
  yield out.take();
}

const MIDDLE = Buffer.from('","value":');

function* writeForecastInto(answer: ForecastAnswer, out: ByteWriter): Generator<Buffer> {
  out.text(`{"analyzedTime":"${formatUtc(answer.analyzedAt)}","data":[`);
  const times = utcTimeWriter();
  let isFirst = true;
  for (const part of answer.parts) {
    const opening = openingOf(part);
    const { times: stamps, values } = part.points;
    for (let i = 0; i < stamps.length; i++) {
      if (!isFirst) out.byte(44);
      isFirst = false;
      out.fragment(opening);
      times.write(stamps[i]!, out);
      out.fragment(MIDDLE);
      out.number(values[i]!);
      out.byte(125);
      if (out.isFull) yield out.take();
    }
  }
  out.text(']}');
}

/** A point up to and including the quote that opens its validTime. */
export function openingOf({ area, category, resolution, unit, updatedAt }: ForecastPart): Buffer {
  const head = JSON.stringify({
    area: area.code,
    seriesName: category.name,
    resolution: resolution.adverb,
    unit,
    updateTime: formatUtc(updatedAt),
  });
  return Buffer.from(`${head.slice(0, -1)},"validTime":"`);
}
