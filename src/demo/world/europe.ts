// The synthetic Europe over a span of hours. Each area is computed on its first use and then kept, because
// the temperature, wind, sun, load and price of an area depend on each other.

import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import { AREA_FACTS, factsOf, NORDIC_AREAS, type PriceGroup } from '#demo/world/area-facts';
import { type Hours, makeHours } from '#demo/world/hours';
import { loadOf } from '#demo/world/load';
import { gasPriceOf, priceOf } from '#demo/world/price';
import { productionOf, usualResidual } from '#demo/world/production';
import { solarOf } from '#demo/world/solar';
import { temperatureOf, WeatherMap } from '#demo/world/weather';
import { windOf } from '#demo/world/wind';

/** The quantities of an area; one value an hour. */
export type Quantity = 'temperature' | 'wind' | 'solar' | 'load' | 'production' | 'price';

type Balance = Readonly<Record<Exclude<Quantity, 'price'>, Float64Array>>;

const NORDIC = 'NC';

export class Europe {
  readonly zone: Zone;
  readonly #hours: Hours;
  readonly #weatherMap: WeatherMap;
  #gasPrice: Float64Array | undefined;
  readonly #balances = new Map<string, Balance>();
  readonly #residuals = new Map<PriceGroup, Float64Array>();
  readonly #prices = new Map<string, Float64Array>();

  /** `hours` are hours since 1970 UTC; `zone` is the market's. */
  constructor(zone: Zone, hours: IndexSpan) {
    this.zone = zone;
    this.#hours = makeHours(zone, hours);
    this.#weatherMap = new WeatherMap(this.#hours);
  }

  /** The values of a span. Throws a RangeError if the span does not lie within the hours. */
  values(area: string, quantity: Quantity, span: IndexSpan): Float64Array {
    const { first, length } = this.#hours;
    if (span.start < first || span.end > first + length) {
      throw new RangeError(
        `hours ${span.start}–${span.end} lie outside ${first}–${first + length}`,
      );
    }
    const all = quantity === 'price' ? this.#price(area) : this.#balance(area)[quantity];
    return all.subarray(span.start - first, span.end - first);
  }

  #balance(area: string): Balance {
    let balance = this.#balances.get(area);
    if (!balance) {
      balance = area === NORDIC ? this.#nordicBalance() : this.#areaBalance(area);
      this.#balances.set(area, balance);
    }
    return balance;
  }

  #areaBalance(area: string): Balance {
    const facts = factsOf(area);
    const weather = this.#weatherMap.weatherOf(facts);
    const temperature = temperatureOf(facts, this.#hours, weather);
    const wind = windOf(facts, this.#hours, weather);
    const solar = solarOf(facts, this.#hours, weather);
    const load = loadOf(facts, this.#hours, temperature);
    const production = productionOf(facts, this.#hours, load, wind, solar);
    return { temperature, wind, solar, load, production };
  }

  #nordicBalance(): Balance {
    const parts = NORDIC_AREAS.map((area) => this.#balance(area));
    return {
      temperature: meanOf(
        parts.map((part) => part.temperature),
        10,
      ),
      wind: sumOf(parts.map((part) => part.wind)),
      solar: sumOf(parts.map((part) => part.solar)),
      load: sumOf(parts.map((part) => part.load)),
      production: sumOf(parts.map((part) => part.production)),
    };
  }

  #price(area: string): Float64Array {
    let price = this.#prices.get(area);
    if (!price) {
      price = area === NORDIC ? this.#nordicPrice() : this.#areaPrice(area);
      this.#prices.set(area, price);
    }
    return price;
  }

  #areaPrice(area: string): Float64Array {
    const facts = factsOf(area);
    const own = this.#residual([area]);
    this.#gasPrice ??= gasPriceOf(this.#hours);
    return priceOf(facts, this.#hours, own, this.#groupResidual(facts.group), this.#gasPrice);
  }

  #nordicPrice(): Float64Array {
    return meanOf(
      NORDIC_AREAS.map((area) => this.#price(area)),
      100,
    );
  }

  #groupResidual(group: PriceGroup): Float64Array {
    let residual = this.#residuals.get(group);
    if (!residual) {
      const members = AREA_FACTS.filter((facts) => facts.group === group);
      residual = this.#residual(members.map((facts) => facts.code));
      this.#residuals.set(group, residual);
    }
    return residual;
  }

  /** Load less wind and sun, less its usual level, in mean loads (or mean generation, if larger). */
  #residual(areas: readonly string[]): Float64Array {
    const out = new Float64Array(this.#hours.length);
    let usual = 0;
    let size = 0;
    for (const area of areas) {
      const { load, wind, solar } = this.#balance(area);
      for (let i = 0; i < out.length; i++) out[i]! += load[i]! - wind[i]! - solar[i]!;
      usual += usualResidual(factsOf(area));
      size += factsOf(area).load * Math.max(1, factsOf(area).supply);
    }
    for (let i = 0; i < out.length; i++) out[i] = (out[i]! - usual) / size;
    return out;
  }
}

function sumOf(parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(parts[0]!.length);
  for (const part of parts) for (let i = 0; i < out.length; i++) out[i]! += part[i]!;
  return out;
}

/** The plain mean, rounded to 1/`perUnit`. */
function meanOf(parts: readonly Float64Array[], perUnit: number): Float64Array {
  const out = sumOf(parts);
  for (let i = 0; i < out.length; i++) {
    out[i] = Math.round((out[i]! / parts.length) * perUnit) / perUnit + 0;
  }
  return out;
}
