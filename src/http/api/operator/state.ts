// GET /api/operator/state and /freshness: how the server, its store and the series stand; /expectations: what is
// expected of series, and by when.

import type { FastifyInstance } from 'fastify';
import {
  ExpectationBody,
  ExpectationQuery,
  ExpectationRemoved,
  ExpectationSet,
  type ExpectationShape,
  ExpectationsAnswer,
  FreshnessAnswer,
  FreshnessQuery,
  StateAnswer,
} from '#contract/operator-state';
import { formatUtc, type Instant } from '#core/time/instant';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addOperatorRead, addOperatorWrite } from '#http/api/operator/operator-route';
import { parseCount } from '#http/request/query-values';
import type { OperatorParts } from '#http/request/server-parts';
import type { FeedStatus } from '#service/freshness/scan-feeds';
import type { StoredExpectation } from '#store/expectation';
import type { SeriesReader } from '#store/series-store';

const MOST_LATE = 1_000;
const DEFAULT_LATE = 100;

const timeOf = (instant: Instant | null): string | null =>
  instant === null ? null : formatUtc(instant);

export function addStateRoutes(
  app: FastifyInstance,
  parts: OperatorParts,
  writes: IdempotentWrites,
): void {
  addState(app, parts);
  addFreshness(app, parts);
  addExpectations(app, parts, writes);
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

const EXPECTATIONS = '/api/operator/expectations';

/** Loaded with the first request: a server is ready sooner without it. */
const loadChanges = () => import('#service/freshness/change-expectations');

function addExpectations(
  app: FastifyInstance,
  { store }: OperatorParts,
  writes: IdempotentWrites,
): void {
  addOperatorRead(app, {
    url: EXPECTATIONS,
    summary: 'What is expected of series',
    description:
      'Series that are collected and match none are expected by the collector’s schedule.',
    answer: ExpectationsAnswer,
    refuses: [],
    handler: async () => {
      const { bySpecificity } = await import('#service/freshness/rule-book');
      return (await store.listExpectations()).sort(bySpecificity).map(describeExpectation);
    },
  });
  addSetting(app, writes);
  addRemoving(app, writes);
}

function addSetting(app: FastifyInstance, writes: IdempotentWrites): void {
  addOperatorWrite<{ Body: ExpectationBody }>(app, {
    method: 'PUT',
    url: EXPECTATIONS,
    summary: 'Expect values of series by a time',
    description:
      'One pattern has one expectation, or one for each source; it replaces the one before. The most specific pattern that matches a series counts.',
    body: ExpectationBody,
    answer: ExpectationSet,
    refuses: [],
    handler: async (request, reply) => {
      const { readExpectation, putExpectation, describeChange } = await loadChanges();
      const row = readExpectation(request.body, request.now);
      return writes.writeSeries(request, reply, {
        kind: 'rule',
        name: describeChange(row, row.expect),
        work: async (writer) => describeExpectation(await putExpectation(writer, row)),
      });
    },
  });
}

function addRemoving(app: FastifyInstance, writes: IdempotentWrites): void {
  addOperatorWrite<{ Querystring: ExpectationQuery }>(app, {
    method: 'DELETE',
    url: EXPECTATIONS,
    summary: 'Remove an expectation',
    querystring: ExpectationQuery,
    answer: ExpectationRemoved,
    refuses: [],
    handler: async (request, reply) => {
      const { readExpectationKey, describeChange } = await loadChanges();
      const { series, source } = request.query;
      const key = readExpectationKey(series, source);
      return writes.writeSeries(request, reply, {
        kind: 'rule',
        name: describeChange(key, undefined),
        work: async (writer) => ({
          series: key.pattern,
          source: key.source || null,
          removed: await writer.removeExpectation(key),
        }),
      });
    },
  });
}

const describeExpectation = ({
  pattern,
  source,
  expect,
  since,
}: StoredExpectation): ExpectationShape => ({
  series: pattern,
  source: source || null,
  expect,
  since: formatUtc(since),
});
