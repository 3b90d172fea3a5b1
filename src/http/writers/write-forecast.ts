// Forecast answers as bytes.

import { ByteWriter } from '#bytes/byte-writer';
import { formatUtc } from '#core/time/instant';
import { PointHead } from '#http/writers/point-head';
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
