// Loads runs of a named source, with bands and the model's details.

import type { RunDetail } from '#store/run-store';
import type { World } from '../../../../harness/world/world.ts';

type Values = readonly (number | null)[];

export interface SourceRun {
  readonly code: string;
  readonly source: string;
  readonly analyzed: string;
  readonly from: string;
  readonly values: Values;
  readonly bands?: readonly { level: number; lower: Values; upper: Values }[];
  readonly detail?: RunDetail;
}

const numbers = (values: Values): Float64Array =>
  Float64Array.from(values, (value) => value ?? Number.NaN);

export async function loadSourceRun(world: World, given: SourceRun): Promise<void> {
  await world.store.write(async (writer) => {
    const { key, resolution } = (await writer.findSeries(given.code))!;
    const analyzedAt = Date.parse(given.analyzed);
    const run = {
      analyzedAt,
      updatedAt: analyzedAt + 600_000,
      firstIndex: world.gridOf(resolution).indexOf(Date.parse(given.from)),
      values: numbers(given.values),
      source: given.source,
    };
    const bands = given.bands?.map(({ level, lower, upper }) => ({
      level,
      lower: numbers(lower),
      upper: numbers(upper),
    }));
    await writer.writeRun(key, run, world.now, given.detail, bands);
  });
}
