// Checks and writes what operators expect of series.

import { checkPattern } from '#accounts/plans';
import { Refusal, refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import {
  EXPECTATION_FORMS,
  formatExpectation,
  parseExpectation,
} from '#service/freshness/expectation';
import { SOURCE_NAMES } from '#sources/registry/source-loaders';
import type { ExpectationKey, StoredExpectation } from '#store/expectation';
import type { SeriesWriter } from '#store/series-store';

/** Each series is compared with all of them. */
export const MOST_EXPECTATIONS = 200;

export interface ExpectationDraft {
  readonly series?: string | undefined;
  readonly source?: string | null | undefined;
  readonly expect?: string | undefined;
}

export function readExpectationKey(
  series: string | undefined,
  source: string | null | undefined,
): ExpectationKey {
  if (!series?.trim()) throw refuseField('field_missing', 'series', 'give a pattern such as de*');
  const name = source?.trim().toLowerCase() ?? '';
  if (name !== '' && !SOURCE_NAMES.includes(name)) {
    const message = `there is no source ${quoteGiven(source!)} that is collected`;
    throw refuseField('field_invalid', 'source', message, SOURCE_NAMES);
  }
  return { pattern: checkPattern(series), source: name };
}

export const readExpectation = (
  { series, source, expect }: ExpectationDraft,
  now: Instant,
): StoredExpectation => {
  const key = readExpectationKey(series, source);
  if (expect === undefined) {
    throw refuseField('field_missing', 'expect', 'say what is expected', EXPECTATION_FORMS);
  }
  return { ...key, expect: formatExpectation(parseExpectation(expect)), since: now };
};

/** Adds or replaces an expectation. The same one again keeps its time. */
export async function putExpectation(
  writer: SeriesWriter,
  row: StoredExpectation,
): Promise<StoredExpectation> {
  const rows = await writer.listExpectations();
  const before = rows.find((each) => each.pattern === row.pattern && each.source === row.source);
  if (before?.expect === row.expect) return before;
  if (!before && rows.length >= MOST_EXPECTATIONS) {
    throw new Refusal(
      'field_invalid',
      `there are ${rows.length} expectations, which is the most; remove one first`,
      {
        faults: [
          { field: 'series', message: `at most ${MOST_EXPECTATIONS} expectations can be set` },
        ],
      },
    );
  }
  await writer.putExpectation(row);
  return row;
}

/** What the journal says of a change. */
export const describeChange = (key: ExpectationKey, expect: string | undefined): string =>
  `${nameOf(key)}: ${expect === undefined ? 'nothing expected any more' : `expected ${expect}`}`;

/** `de*`, or `de* of entsoe` */
export const nameOf = ({ pattern, source }: ExpectationKey): string =>
  source === '' ? pattern : `${pattern} of ${source}`;
