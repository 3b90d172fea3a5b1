// GET /api/operator/state and /freshness: how the server, its store and the series stand.

import type { FastifyInstance } from 'fastify';
import { FreshnessAnswer, FreshnessQuery, StateAnswer } from '#contract/operator-state';
import { formatUtc, type Instant } from '#core/time/instant';
import { addOperatorRead } from '#http/api/operator/operator-route';
import { parseCount } from '#http/request/query-values';
import type { OperatorParts } from '#http/request/server-parts';

const MOST_LATE = 1_000;
const DEFAULT_LATE = 100;

const timeOf = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

export function addStateRoutes(app: FastifyInstance, parts: OperatorParts): void {
  addState(app, parts);
  addFreshness(app, parts);
}

function addState(app: FastifyInstance, { store, context, version }: OperatorParts): void {
  addOperatorRead(app, {
    url: '/api/operator/state',
    summary: 'How the server and its store stand',
    answer: StateAnswer,
    refuses: [],
    handler: async ({ now }): Promise<StateAnswer> => {
      const { bytes, heldValues, lastImportAt, lastBackupAt } = await store.readFigures();
      return {
        version,
        now: formatUtc(now),
        marketTimeZone: context.zone.name,
        store: {
          bytes,
          series: await store.countSeries(),
          held: heldValues,
          lastImport: timeOf(lastImportAt),
          lastBackup: timeOf(lastBackupAt),
          historyFrom: timeOf(await store.historyFrom()),
        },
      };
    },
  });
}

function addFreshness(app: FastifyInstance, { store, context }: OperatorParts): void {
  addOperatorRead<{ Querystring: FreshnessQuery }>(app, {
    url: '/api/operator/freshness',
    summary: 'Which series are late',
    description:
      'A price is due before its hour. Any other value is due a day after its interval or, for longer intervals, two intervals after it.',
    querystring: FreshnessQuery,
    answer: FreshnessAnswer,
    refuses: ['field_invalid'],
    handler: async ({ query, now }): Promise<FreshnessAnswer> => {
      const limit = parseCount(query.limit, 'limit', MOST_LATE) ?? DEFAULT_LATE;
      const { readFreshness } = await import('#service/operator/series-freshness');
      const { lateSeries, ...counts } = await readFreshness(store, context.zone, now, limit);
      const { fresh, late, ended, empty } = counts;
      return {
        series: fresh + late + ended + empty,
        ...counts,
        lateSeries: lateSeries.map(({ series, knownUntil, expectedBy }) => ({
          seriesId: series.code,
          description: series.description,
          resolution: series.resolution,
          knownUntil: formatUtc(knownUntil),
          expectedBy: formatUtc(expectedBy),
          lastUpdated: timeOf(series.updatedAt),
        })),
      };
    },
  });
}
