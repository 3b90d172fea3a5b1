// Answers of the Prometheus-compatible interface as JSON: samples with seconds, and values as text.

import { SECOND_MS } from '#core/time/instant';
import type { StepAnswer, StepSeries } from '#service/prometheus/read-steps';

/** The points of a piece, which takes less than a millisecond to write. */
export const POINTS_A_PIECE = 2_000;

export type StepForm = 'matrix' | 'vector' | 'scalar';

/** Yields pieces of an answer. A time series without any sample is left out. */
export function* writeSteps(answer: StepAnswer, form: StepForm): Generator<string> {
  yield `{"status":"success","data":{"resultType":"${form}","result":${form === 'scalar' ? '' : '['}`;
  let isFirst = true;
  for (const series of answer.series) {
    for (const piece of writeSeries(series, answer, form)) {
      yield isFirst && piece.startsWith(',') ? piece.slice(1) : piece;
      isFirst = false;
    }
  }
  const warnings =
    answer.warnings.length > 0 ? `,"warnings":${JSON.stringify(answer.warnings)}` : '';
  yield `${form === 'scalar' ? '' : ']'}}${warnings}}`;
}

/** Yields pieces of one time series. The first begins with a comma. */
function* writeSeries(
  { labels, firstStep, values }: StepSeries,
  { steps: { start, stepMs } }: StepAnswer,
  form: StepForm,
): Generator<string> {
  const sampleAt = (i: number): string =>
    `[${(start + (firstStep + i) * stepMs) / SECOND_MS},"${textOf(values[i]!)}"]`;
  if (form === 'scalar') {
    yield sampleAt(0);
    return;
  }
  let samples = '';
  let isOpen = false;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i]!))
      samples += `${samples === '' && !isOpen ? '' : ','}${sampleAt(i)}`;
    const isLast = i === values.length - 1;
    if (samples === '' || (!isLast && (i + 1) % POINTS_A_PIECE !== 0)) continue;
    yield `${isOpen ? '' : beginningOf(labels, form)}${samples}`;
    samples = '';
    isOpen = true;
  }
  if (isOpen) yield form === 'matrix' ? ']}' : '}';
}

const beginningOf = (labels: StepSeries['labels'], form: StepForm): string =>
  `,{"metric":${JSON.stringify(labels)},${form === 'matrix' ? '"values":[' : '"value":'}`;

/** A number as Go reads it. */
function textOf(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
