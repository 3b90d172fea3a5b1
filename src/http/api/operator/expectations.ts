// /api/operator/expectations: what is expected of series, and by when.

import type { FastifyInstance } from 'fastify';
import {
  ExpectationBody,
  ExpectationQuery,
  ExpectationRemoved,
  ExpectationSet,
  type ExpectationShape,
  ExpectationsAnswer,
} from '#contract/freshness';
import { formatUtc } from '#core/time/instant';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addOperatorRead, addOperatorWrite } from '#http/api/operator/operator-route';
import type { OperatorParts } from '#http/request/server-parts';
import type { StoredExpectation } from '#store/expectation';

const PATH = '/api/operator/expectations';

/** Loaded with the first request: a server is ready sooner without it. */
const loadChanges = () => import('#service/freshness/change-expectations');

export function addExpectationRoutes(
  app: FastifyInstance,
  { store }: OperatorParts,
  writes: IdempotentWrites,
): void {
  addOperatorRead(app, {
    url: PATH,
    summary: 'What is expected of series',
    description:
      'Series that are collected and match none are expected by the collector’s schedule.',
    answer: ExpectationsAnswer,
    refuses: [],
    handler: async () => {
      const { bySpecificity } = await import('#service/freshness/rule-book');
      return (await store.listExpectations()).sort(bySpecificity).map(describe);
    },
  });
  addSetting(app, writes);
  addRemoving(app, writes);
}

function addSetting(app: FastifyInstance, writes: IdempotentWrites): void {
  addOperatorWrite<{ Body: ExpectationBody }>(app, {
    method: 'PUT',
    url: PATH,
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
        work: async (writer) => describe(await putExpectation(writer, row)),
      });
    },
  });
}

function addRemoving(app: FastifyInstance, writes: IdempotentWrites): void {
  addOperatorWrite<{ Querystring: ExpectationQuery }>(app, {
    method: 'DELETE',
    url: PATH,
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

const describe = ({ pattern, source, expect, since }: StoredExpectation): ExpectationShape => ({
  series: pattern,
  source: source || null,
  expect,
  since: formatUtc(since),
});
