// Series of one area and quantity in each resolution: `dehrprice`, `dedayprice`, `deqhprice` …

import type { Area } from '#core/market/areas';
import { seriesIdOf } from '#core/market/categories';
import type { CivilDate } from '#core/time/civil';
import { type ResolutionName, resolutionOf } from '#core/time/resolution';
import {
  averages,
  type DemoSeries,
  describe,
  type Generate,
  hourly,
  partsOfHours,
} from '#demo/world/demo-series';
import type { Quantity } from '#demo/world/europe';
import { measuredUntil, pricedUntil } from '#demo/world/known-until';

export const HOURS_START: CivilDate = { year: 2023, month: 1, day: 1 };
const PARTS_START: CivilDate = { year: 2025, month: 1, day: 1 };

/** The name of each quantity in codes and in descriptions, and its unit. */
const QUANTITIES: Readonly<Record<Quantity, { tail: string; words: string; unit: string }>> = {
  load: { tail: 'cons', words: 'consumption', unit: 'MWh' },
  production: { tail: 'production', words: 'production', unit: 'MWh' },
  wind: { tail: 'wind', words: 'wind power production', unit: 'MWh' },
  solar: { tail: 'solar', words: 'solar power production', unit: 'MWh' },
  temperature: { tail: 'temp', words: 'temperature', unit: '°C' },
  price: { tail: 'price', words: 'day-ahead price', unit: 'EUR/MWh' },
};

/** "Norway 1, Oslo" reads as "Norway 1 (Oslo)" in the middle of a sentence. */
export const titleOfArea = (area: Area): string => area.description.replace(/, (.*)$/, ' ($1)');

const categoryOf = (quantity: Quantity, resolution: ResolutionName): string =>
  resolutionOf(resolution).infix + QUANTITIES[quantity].tail;

interface Making {
  /** The words of the description about the interval. */
  readonly note?: string;
  readonly unit?: string;
  readonly start?: CivilDate;
  readonly generate: (code: string) => Generate;
}

function makeSeries(
  area: Area,
  quantity: Quantity,
  resolution: ResolutionName,
  making: Making,
): DemoSeries {
  const { words, unit: usualUnit } = QUANTITIES[quantity];
  const { note, unit = usualUnit, start = HOURS_START, generate } = making;
  const category = categoryOf(quantity, resolution);
  const code = seriesIdOf(area.code, category);
  const what = `${titleOfArea(area)} ${words}${note ? `, ${note}` : ''}`;
  const description = describe(what, code);
  return {
    definition: { code, description, unit, resolution, area: area.code, category },
    start,
    knownUntil: quantity === 'price' ? pricedUntil : measuredUntil,
    usesHours: true,
    generate: generate(code),
  };
}

export const hoursOfArea = (area: Area, quantity: Quantity): DemoSeries =>
  makeSeries(area, quantity, 'hour', { generate: (code) => hourly(code, area.code, quantity) });

export const averagesOfArea = (
  area: Area,
  quantity: Quantity,
  resolution: 'day' | 'month' | 'quarter' | 'year',
): DemoSeries =>
  makeSeries(area, quantity, resolution, {
    note: `average of the ${resolution}'s hours`,
    generate: () => averages(area.code, quantity, resolution),
  });

export function partsOfArea(
  area: Area,
  quantity: Quantity,
  resolution: 'quarterhour' | 'halfhour',
): DemoSeries {
  const isPrice = quantity === 'price';
  const parts = resolution === 'quarterhour' ? 4 : 2;
  const shape = { parts, perUnit: isPrice ? 100 : 1, isSigned: isPrice };
  return makeSeries(area, quantity, resolution, {
    note: `every ${60 / parts} minutes`,
    // Power and not energy, so that the mean of an hour's parts is the hour's MWh.
    unit: isPrice ? 'EUR/MWh' : 'MW',
    start: PARTS_START,
    generate: () => partsOfHours(area.code, quantity, shape),
  });
}
