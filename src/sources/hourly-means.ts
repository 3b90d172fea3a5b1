// Hours made of quarter and half hours: each is the mean of all its parts. An hour with a missing part is
// not made.

import { HOUR_MS } from '#core/time/instant';
import { resolutionOf } from '#core/time/resolution';
import type { ParsedBatch, PointBatch, RunBatch } from '#sources/source';
import type { SeriesDefinition } from '#store/series-record';

/** The resolution in the codes of series with parts of hours, before the quantity. */
const PART_INFIX = /^(?:qh|hh)/;

/**
 * Adds the hours of a batch's parts. Hours that the answer has itself stay as they are: an answer may
 * go from hours to quarter hours in its middle.
 */
export function addHourlyMeans(batch: ParsedBatch): ParsedBatch {
  if (batch.kind === 'none') return batch;
  const points = [...batch.points];
  const runs = [...batch.runs];
  for (const part of batch.points) {
    const definition = definitionOfHours(part.definition);
    if (!definition) continue;
    const means = { definition, ...meansOfPoints(part) };
    const at = points.findIndex((own) => own.definition.code === definition.code);
    if (at < 0) points.push(means);
    else points[at] = fillHours(points[at]!, means);
  }
  for (const part of batch.runs) {
    const definition = definitionOfHours(part.definition);
    if (!definition) continue;
    const isGiven = runs.some(
      (own) => own.definition.code === definition.code && own.analyzedAt === part.analyzedAt,
    );
    const means = isGiven ? undefined : meansOfRun(part);
    if (means) runs.push({ ...part, definition, ...means });
  }
  return { ...batch, points, runs };
}

/** The hours of `own`, and those of `means` that it lacks. */
function fillHours(own: PointBatch, means: PointBatch): PointBatch {
  const values = new Map<number, number>();
  for (const { indices, values: given } of [means, own]) {
    for (const [at, index] of indices.entries()) values.set(index, given[at]!);
  }
  const hours = [...values].sort(([a], [b]) => a - b);
  return {
    definition: own.definition,
    indices: Int32Array.from(hours, ([index]) => index),
    values: Float64Array.from(hours, ([, value]) => value),
  };
}

/** `nlqhcons` in MW → `nlhrcons` in MWh; undefined for series that have no parts of hours. */
function definitionOfHours(definition: SeriesDefinition): SeriesDefinition | undefined {
  const { code, category, unit, resolution, description } = definition;
  if (resolution !== 'quarterhour' && resolution !== 'halfhour') return undefined;
  if (category === null || !PART_INFIX.test(category)) return undefined;
  const hourUnit = unit === 'MW' ? 'MWh' : unit;
  const hourCategory = category.replace(PART_INFIX, 'hr');
  return {
    ...definition,
    code: code.slice(0, -category.length) + hourCategory,
    category: hourCategory,
    resolution: 'hour',
    unit: hourUnit,
    description: description
      .replace(/, every (\d+) minutes/, ', mean of $1-minute values')
      .replace(`, ${unit} (`, `, ${hourUnit} (`),
  };
}

const partsPerHour = ({ resolution }: SeriesDefinition): number =>
  HOUR_MS / resolutionOf(resolution).stepMs!;

function meansOfPoints({
  definition,
  indices,
  values,
}: PointBatch): Pick<PointBatch, 'indices' | 'values'> {
  const parts = partsPerHour(definition);
  const hours: number[] = [];
  const means: number[] = [];
  for (let at = 0; at + parts <= indices.length; at++) {
    const index = indices[at]!;
    // Indices ascend strictly: if the last part is in its place, so are those between.
    if (index % parts !== 0 || indices[at + parts - 1] !== index + parts - 1) continue;
    hours.push(index / parts);
    means.push(meanOf(values.subarray(at, at + parts)));
  }
  return { indices: Int32Array.from(hours), values: Float64Array.from(means) };
}

function meansOfRun({
  definition,
  firstIndex,
  values,
}: RunBatch): Pick<RunBatch, 'firstIndex' | 'values'> | undefined {
  const parts = partsPerHour(definition);
  const firstHour = Math.ceil(firstIndex / parts);
  const endHour = Math.floor((firstIndex + values.length) / parts);
  const means = Array.from({ length: Math.max(0, endHour - firstHour) }, (_, hour) => {
    const at = (firstHour + hour) * parts - firstIndex;
    return meanOf(values.subarray(at, at + parts));
  });
  const first = means.findIndex((value) => !Number.isNaN(value));
  if (first < 0) return undefined;
  const last = means.findLastIndex((value) => !Number.isNaN(value));
  return {
    firstIndex: firstHour + first,
    values: Float64Array.from(means.slice(first, last + 1)),
  };
}

/** The mean, NaN if a part is NaN, without the errors of adding decimals. */
const meanOf = (parts: Float64Array): number =>
  Math.round((parts.reduce((sum, part) => sum + part, 0) / parts.length) * 1e6) / 1e6;
