// The questions that links may ask: their paths, the fields of each, and the request that they stand for.

import { SeriesQueryString } from '#contract/forecast';
import type { LinkQuery } from '#contract/links';
import { SliceQuery } from '#contract/slices';
import { refuseField } from '#core/errors';
import { quoteGiven } from '#core/nearest';
import type { Instant } from '#core/time/instant';
import { readSliceQuery } from '#http/api/v1/forecasts/sliced';
import { readSeriesQuery } from '#http/api/v1/series';
import type { ServiceContext } from '#service/context';
import { parseSeriesId } from '#service/series/find-series';

interface QuestionPath {
  readonly kind: 'series' | 'slice';
  readonly form: string;
  readonly pattern: RegExp;
  /** The fields of the path's query that a question may have, without those of its format. */
  readonly fields: readonly string[];
}

const withoutFormat = (properties: object): string[] =>
  Object.keys(properties).filter((name) => name !== 'format');

const PATHS: readonly QuestionPath[] = [
  {
    kind: 'series',
    form: '/api/v1/series/{seriesId}',
    pattern: /^\/api\/v1\/series\/([^/?#]{1,200})$/,
    fields: withoutFormat(SeriesQueryString.properties),
  },
  {
    kind: 'slice',
    form: '/api/v1/forecasts/{seriesId}/sliced',
    pattern: /^\/api\/v1\/forecasts\/([^/?#]{1,200})\/sliced$/,
    fields: withoutFormat(SliceQuery.properties),
  },
];

/** A path with the series that it asks about. */
export interface AskedPath extends QuestionPath {
  readonly seriesId: string;
}

/** Reads the path of a question; refuses one that no link may ask. */
export function readPath(given: string): AskedPath {
  for (const path of PATHS) {
    const found = path.pattern.exec(given.trim());
    const seriesId = found && decode(found[1]!);
    if (seriesId) return { ...path, seriesId: parseSeriesId(seriesId, 'path') };
  }
  const message = `not a path that a link may ask: ${quoteGiven(given)}`;
  const allowed = PATHS.map(({ form }) => form);
  throw refuseField('field_invalid', 'path', message, allowed);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The path as it is stored, however it was spelt. */
export const writePath = ({ form, seriesId }: AskedPath): string =>
  form.replace('{seriesId}', seriesId);

/** Reads the question about a series. For a spreadsheet, each value is asked for with its kind. */
export function readSeriesQuestion(
  { seriesId }: AskedPath,
  query: LinkQuery,
  isSheet: boolean,
  now: Instant,
  context: ServiceContext,
) {
  const asked = isSheet ? { ...query, kinds: 'true' } : query;
  return readSeriesQuery({ seriesId }, asked, now, context);
}

/** Reads the question about a slice, whose values all are forecasts. */
export const readSliceQuestion = (
  { seriesId }: AskedPath,
  query: LinkQuery,
  now: Instant,
  context: ServiceContext,
) => readSliceQuery({ seriesId }, query, now, context);
