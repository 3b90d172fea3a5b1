// Every series of the demo. A few have outages on purpose, so that gaps can be seen: outages.ts lists them,
// and their descriptions say how often. Exchange rates have gaps on days when banks are closed.

import { AREAS, type Area, findArea } from '#core/market/areas';
import { seriesIdOf } from '#core/market/categories';
import type { CivilDate } from '#core/time/civil';
import {
  averagesOfArea,
  HOURS_START,
  hoursOfArea,
  partsOfArea,
  titleOfArea,
} from '#demo/world/area-series';
import { AHEAD_SERIES } from '#demo/world/day-ahead';
import { type DemoSeries, describe, hourlySum } from '#demo/world/demo-series';
import type { Quantity } from '#demo/world/europe';
import { CURRENCIES, type Currency, ratesOf } from '#demo/world/exchange-rates';
import { fixedUntil, measuredUntil } from '#demo/world/known-until';
import { fillingsOf, RESERVOIRS } from '#demo/world/reservoirs';

/** More than 21 hydrological years back. */
const WEEKS_START: CivilDate = { year: 2000, month: 9, day: 1 };

/** The reservoir filling of one or more areas. */
function fillings(
  code: string,
  what: string,
  area: string | null,
  parts: readonly string[],
): DemoSeries {
  const description = describe(what, code);
  const category = 'wkreservoir';
  return {
    definition: { code, description, unit: 'GWh', resolution: 'week', area, category },
    start: WEEKS_START,
    knownUntil: measuredUntil,
    usesHours: false,
    generate: (_europe, weeks) => fillingsOf(parts, weeks),
  };
}

function rates(currency: Currency): DemoSeries {
  const code = `fxeur${currency.code.toLowerCase()}`;
  const unit = `${currency.code}/EUR`;
  const what = `Exchange rate of the euro in ${currency.code} on banking days`;
  const description = describe(what, code);
  return {
    definition: { code, description, unit, resolution: 'day', area: null, category: 'fx' },
    start: HOURS_START,
    knownUntil: fixedUntil,
    usesHours: false,
    generate: (_europe, days) => ratesOf(currency, days),
  };
}

function danishWind(): DemoSeries {
  const code = 'nhdkwind';
  const description = describe('Danish wind power in the Nordic balance', code);
  return {
    definition: {
      code,
      description,
      unit: 'MWh',
      resolution: 'hour',
      area: null,
      category: 'hrwind',
    },
    start: HOURS_START,
    knownUntil: measuredUntil,
    usesHours: true,
    generate: hourlySum(['DK1', 'DK2'], 'wind'),
  };
}

const areasOf = (...codes: readonly string[]): Area[] => codes.map((code) => findArea(code)!);
const MEASURED: readonly Quantity[] = ['load', 'production', 'wind', 'solar', 'temperature'];
const NORWEGIAN = RESERVOIRS.map(({ area }) => area).filter((code) => code.startsWith('NO'));

const hours = [
  ...AREAS.flatMap((area) => MEASURED.map((quantity) => hoursOfArea(area, quantity))),
  danishWind(),
  // Prices come last, because the price of an area depends on the load of its neighbours.
  ...AREAS.map((area) => hoursOfArea(area, 'price')),
  ...AHEAD_SERIES,
];

const partsOfHours = [
  ...areasOf('DE', 'NL', 'AT', 'FR', 'BE').map((area) => partsOfArea(area, 'price', 'quarterhour')),
  ...areasOf('DE', 'NL').map((area) => partsOfArea(area, 'solar', 'quarterhour')),
  ...areasOf('DE', 'NL').map((area) => partsOfArea(area, 'wind', 'quarterhour')),
  ...areasOf('GB').map((area) => partsOfArea(area, 'load', 'halfhour')),
];

const averages = [
  ...AREAS.map((area) => averagesOfArea(area, 'price', 'day')),
  ...areasOf('DE', 'FR', 'UK', 'NC').map((area) => averagesOfArea(area, 'price', 'month')),
  ...areasOf('DE', 'FR', 'NC').map((area) => averagesOfArea(area, 'price', 'quarter')),
  ...areasOf('DE', 'NC').map((area) => averagesOfArea(area, 'price', 'year')),
  ...areasOf('DE', 'NC').map((area) => averagesOfArea(area, 'load', 'year')),
];

const reservoirs = [
  ...areasOf(...RESERVOIRS.map(({ area }) => area)).map((area) => {
    const what = `${titleOfArea(area)} hydro reservoir filling`;
    return fillings(seriesIdOf(area.code, 'wkreservoir'), what, area.code, [area.code]);
  }),
  fillings('hpddanoresa', 'Norwegian reservoir filling', null, NORWEGIAN),
];

export const DEMO_SERIES: readonly DemoSeries[] = [
  ...hours,
  ...partsOfHours,
  ...averages,
  ...reservoirs,
  ...CURRENCIES.map(rates),
];
