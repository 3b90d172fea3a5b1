// GET /api/operator/state and /freshness: how the server, its store and the series stand.

import type { FastifyInstance } from 'fastify';
import { FreshnessAnswer, FreshnessQuery, StateAnswer } from '#contract/operator-state';
import { formatUtc, type Instant } from '#core/time/instant';
import { addOperatorRead } from '#http/api/operator/operator-route';
import { parseCount } from '#http/request/query-values';
import type { OperatorParts } from '#http/request/server-parts';
import type { FeedStatus } from '#service/freshness/scan-feeds';
import type { SeriesReader } from '#store/series-store';

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
      'By what is expected of them: see /api/operator/expectations. A series of which nothing is expected is never late.',
    querystring: FreshnessQuery,
    answer: FreshnessAnswer,
    refuses: ['field_invalid'],
    handler: async ({ query, now }): Promise<FreshnessAnswer> => {
      const limit = parseCount(query.limit, 'limit', MOST_LATE) ?? DEFAULT_LATE;
      const { FeedScan } = await import('#service/freshness/scan-feeds');
      const { readFreshness } = await import('#service/freshness/count-feeds');
      const scan = await FeedScan.open(store, now, context.zone);
      const { counts, late: found } = await readFreshness(scan, limit);
      const { fresh, late, ended, 'not-expected': notExpected } = counts;
      const lateSeries: FreshnessAnswer['lateSeries'] = [];
      for (const status of found) lateSeries.push(await describeLate(store, status));
      const series = fresh + late + ended + notExpected;
      return { series, fresh, late, ended, notExpected, lateSeries };
    },
  });
}

async function describeLate(store: SeriesReader, status: FeedStatus) {
  const series = await store.findSeries(status.code);
  return {
    seriesId: status.code,
    description: series?.description ?? '',
    resolution: status.resolution,
    knownUntil: timeOf(status.knownUntil),
    expectedBy: formatUtc(status.lateSince!),
    expect: status.rule!.text,
    lastUpdated: timeOf(status.updatedAt),
  };
}
