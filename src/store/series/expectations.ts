// What operators expect of series and want forecast, through SQL: the same for each engine.

import type { ExpectationKey, StoredExpectation } from '#store/expectation';
import type { StoredTarget } from '#store/forecast-target';
import { SqlSeriesReader } from '#store/series/sql-series-reader';
import * as sql from '#store/sql/expectation-statements';

/** The part of a writer that sets expectations and forecast targets. */
export class ExpectationWriter extends SqlSeriesReader {
  async putExpectation({ pattern, source, expect, since }: StoredExpectation): Promise<void> {
    await this.session.run(sql.PUT_EXPECTATION, pattern, source, expect, since);
  }

  async removeExpectation({ pattern, source }: ExpectationKey): Promise<boolean> {
    return (await this.session.run(sql.REMOVE_EXPECTATION, pattern, source)) > 0;
  }

  async putForecastTarget(target: StoredTarget): Promise<void> {
    const { name, series, kind, area, formula, unit, createdAt } = target;
    const drivers = target.drivers && JSON.stringify(target.drivers);
    const hours = target.hours && JSON.stringify(target.hours);
    const values = [name, series, drivers, hours, kind, area, formula, unit, createdAt];
    await this.session.run(sql.PUT_FORECAST_TARGET, ...values);
  }

  async removeForecastTarget(name: string): Promise<boolean> {
    return (await this.session.run(sql.REMOVE_FORECAST_TARGET, name)) > 0;
  }
}
