// What operators expect of series, through SQL: the same for each engine.

import type { ExpectationKey, StoredExpectation } from '#store/expectation';
import { SqlSeriesReader } from '#store/series/sql-series-reader';
import * as sql from '#store/sql/expectation-statements';

/** The part of a writer that sets expectations. */
export class ExpectationWriter extends SqlSeriesReader {
  async putExpectation({ pattern, source, expect, since }: StoredExpectation): Promise<void> {
    await this.session.run(sql.PUT_EXPECTATION, pattern, source, expect, since);
  }

  async removeExpectation({ pattern, source }: ExpectationKey): Promise<boolean> {
    return (await this.session.run(sql.REMOVE_EXPECTATION, pattern, source)) > 0;
  }
}
