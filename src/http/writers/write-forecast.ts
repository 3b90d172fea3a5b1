// Forecast answers as bytes.

import { ByteWriter } from '#bytes/byte-writer';
import { utcTimeWriter } from '#bytes/time-writer';
import { formatUtc } from '#core/time/instant';
import type { Points } from '#core/values/column';
import type { ForecastPart } from '#service/forecasts/cut-run';
import type { ForecastAnswer } from '#service/forecasts/read-forecast';

const COMMA = 44;
const CLOSING_BRACE = 125;

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

function* writeForecastInto(answer: ForecastAnswer, out: ByteWriter): Generator<Buffer> {
  out.text(`{"analyzedTime":"${formatUtc(answer.analyzedAt)}","data":[`);
  let isFirst = true;
  for (const part of answer.parts) {
    const head = new PointHead(part);
    for (let i = 0; i < part.points.times.length; i++) {
      if (!isFirst) out.byte(COMMA);
      isFirst = false;
      head.write(i, out);
      out.byte(CLOSING_BRACE);
      if (out.isFull) yield out.take();
    }
  }
  out.text(']}');
}

const VALUE = Buffer.from('","value":');

export class PointHead {
  readonly #opening: Buffer;
  readonly #points: Points;
  readonly #times = utcTimeWriter();

  constructor(part: ForecastPart) {
    this.#opening = openingOf(part);
    this.#points = part.points;
  }

  /** Writes a point of the part up to and including its value. */
  write(i: number, out: ByteWriter): void {
    const { times, values } = this.#points;
    out.fragment(this.#opening);
    this.#times.write(times[i]!, out);
    out.fragment(VALUE);
    out.number(values[i]!);
  }
}

/** A point up to and including the quote that opens its validTime. */
function openingOf({ area, category, resolution, unit, updatedAt }: ForecastPart): Buffer {
  const head = JSON.stringify({
    area: area.code,
    seriesName: category.name,
    resolution: resolution.adverb,
    unit,
    updateTime: formatUtc(updatedAt),
  });
  return Buffer.from(`${head.slice(0, -1)},"validTime":"`);
}
