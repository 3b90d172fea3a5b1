// /api/operator/series/{code}: a series' definition, its gaps, and the rule that its values are checked by.

import type { FastifyInstance } from 'fastify';
import { CodeParams, OperatorSeries, SeriesDefined, SeriesDraftBody } from '#contract/operator';
import { RuleBody, RuleRemoved, RuleSet } from '#contract/operator-review';
import { GapsAnswer } from '#contract/operator-state';
import { formatUtc, type Instant } from '#core/time/instant';
import type { IndexSpan } from '#core/time/span';
import type { Zone } from '#core/time/zone';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addDataWrite, addOperatorRead, addOperatorWrite } from '#http/api/operator/operator-route';
import type { OperatorParts } from '#http/request/server-parts';
import { gridOfSeries } from '#service/context';
import { datesOf, findSeriesOrRefuse, parseSeriesId } from '#service/series/find-series';
import type { ValueRule } from '#store/held-value';
import type { SeriesRecord } from '#store/series-record';
import type { Store } from '#store/store';

const PATH = '/api/operator/series/:code';
const MOST_GAPS = 20;

export function addOperatorSeriesRoutes(
  app: FastifyInstance,
  { store, context }: OperatorParts,
  writes: IdempotentWrites,
): void {
  addSeries(app, store, context.zone);
  addGaps(app, store, context.zone);
  addDefining(app, context.zone, writes);
  addRuleSetting(app, writes);
  addRuleRemoving(app, writes);
}

function addSeries(app: FastifyInstance, store: Store, zone: Zone): void {
  addOperatorRead<{ Params: CodeParams }>(app, {
    url: PATH,
    summary: 'What a series is',
    params: CodeParams,
    answer: OperatorSeries,
    refuses: ['field_missing', 'field_invalid', 'series_unknown'],
    handler: async (request) => {
      const series = await findSeriesOrRefuse(store, codeOf(request), 'code');
      return describe(series, await store.findRule(series.key), zone);
    },
  });
}

function addDefining(app: FastifyInstance, zone: Zone, writes: IdempotentWrites): void {
  addDataWrite<{ Params: CodeParams; Body: SeriesDraftBody }>(app, {
    method: 'PUT',
    url: PATH,
    summary: 'Define a series, or change the fields that are given',
    params: CodeParams,
    body: SeriesDraftBody,
    answer: SeriesDefined,
    refuses: ['resolution_unknown'],
    handler: (request, reply) => {
      const code = codeOf(request);
      return writes.writeSeries(request, reply, {
        kind: 'define',
        name: code,
        work: async (writer) => {
          const { defineSeries } = await import('#service/operator/operator-series');
          const { outcome, series } = await defineSeries(writer, code, request.body);
          const rule = await writer.findRule(series.key);
          return { outcome, series: describe(series, rule, zone) };
        },
      });
    },
  });
}

function addGaps(app: FastifyInstance, store: Store, zone: Zone): void {
  addOperatorRead<{ Params: CodeParams }>(app, {
    url: `${PATH}/gaps`,
    summary: 'The gaps between the first and the last value of a series',
    params: CodeParams,
    answer: GapsAnswer,
    refuses: ['field_missing', 'field_invalid', 'series_unknown'],
    handler: async (request): Promise<GapsAnswer> => {
      const series = await findSeriesOrRefuse(store, codeOf(request), 'code');
      const { findGapsOfSeries } = await import('#service/series/find-gaps');
      const gaps = await findGapsOfSeries(store, series);
      return describeGaps(series, gaps, zone);
    },
  });
}

function addRuleSetting(app: FastifyInstance, writes: IdempotentWrites): void {
  addOperatorWrite<{ Params: CodeParams; Body: RuleBody }>(app, {
    method: 'PUT',
    url: `${PATH}/rule`,
    summary: 'Set which values of a series are accepted without review',
    description: 'Replaces the whole rule. What is stored already stays.',
    params: CodeParams,
    body: RuleBody,
    answer: RuleSet,
    refuses: ['series_unknown'],
    handler: (request, reply) => {
      const code = codeOf(request);
      return writes.writeSeries(request, reply, {
        kind: 'rule',
        name: `${code}: ${boundsOf(request.body)}`,
        work: async (writer) => {
          // A dozen modules that few requests need.
          const { readRule } = await import('#service/operator/operator-review');
          const rule = readRule(request.body);
          const { key } = await findSeriesOrRefuse(writer, code, 'code');
          await writer.setRule(key, rule);
          return { seriesId: code, rule: describeRule(rule) };
        },
      });
    },
  });
}

function addRuleRemoving(app: FastifyInstance, writes: IdempotentWrites): void {
  addOperatorWrite<{ Params: CodeParams }>(app, {
    method: 'DELETE',
    url: `${PATH}/rule`,
    summary: 'Remove the rule of a series',
    description: 'What is held stays held until it is accepted or rejected.',
    params: CodeParams,
    answer: RuleRemoved,
    refuses: ['series_unknown'],
    handler: (request, reply) => {
      const code = codeOf(request);
      return writes.writeSeries(request, reply, {
        kind: 'rule',
        name: `${code}: no rule any more`,
        work: async (writer) => {
          const { key } = await findSeriesOrRefuse(writer, code, 'code');
          const removed = await writer.findRule(key);
          await writer.setRule(key, undefined);
          return { seriesId: code, removed: removed !== undefined };
        },
      });
    },
  });
}

/** The text of a rule in the journal, such as `minimum -500, maximum 4000`. */
const boundsOf = ({ minimum, maximum, largestStep }: RuleBody): string =>
  Object.entries({ minimum, maximum, 'largest step': largestStep })
    .filter(([, bound]) => typeof bound === 'number')
    .map(([name, bound]) => `${name} ${bound}`)
    .join(', ');

export const codeOf = ({ params }: { readonly params: CodeParams }): string =>
  parseSeriesId(params.code, 'code');

const orNull = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

function describe(series: SeriesRecord, rule: ValueRule | undefined, zone: Zone): OperatorSeries {
  const { code, description, unit, resolution, area, category, updatedAt } = series;
  const { first, last } = datesOf(series, zone);
  return {
    ...{ seriesId: code, description, unit, resolution, area, category },
    startDate: orNull(first),
    endDate: orNull(last),
    lastUpdated: orNull(updatedAt),
    rule: rule ? describeRule(rule) : null,
  };
}

function describeGaps(series: SeriesRecord, gaps: readonly IndexSpan[], zone: Zone): GapsAnswer {
  const grid = gridOfSeries(series, zone);
  const timeOf = (index: number): string => formatUtc(grid.startOf(index));
  const { code, firstIndex, lastIndex } = series;
  return {
    seriesId: code,
    from: firstIndex === null ? null : timeOf(firstIndex),
    to: lastIndex === null ? null : timeOf(lastIndex + 1),
    missing: gaps.reduce((sum, { start, end }) => sum + end - start, 0),
    gaps: gaps.length,
    newest: gaps
      .slice(-MOST_GAPS)
      .reverse()
      .map(({ start, end }) => ({ from: timeOf(start), to: timeOf(end), missing: end - start })),
  };
}

const describeRule = ({ lowest, highest, largestStep }: ValueRule) => ({
  minimum: lowest,
  maximum: highest,
  largestStep,
});
