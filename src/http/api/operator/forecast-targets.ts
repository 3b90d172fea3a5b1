// /api/operator/forecast-targets: the series that are forecast besides areas and categories.

import type { FastifyInstance } from 'fastify';
import {
  TargetBody,
  TargetParams,
  TargetQuery,
  TargetRemoved,
  TargetSet,
  type TargetShape,
  TargetsAnswer,
} from '#contract/forecast-status';
import { refuseField } from '#core/errors';
import { formatUtc, type Instant } from '#core/time/instant';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addOperatorRead, addOperatorWrite } from '#http/api/operator/operator-route';
import { parseFlag } from '#http/request/query-values';
import type { OperatorParts } from '#http/request/server-parts';
import type { StoredTarget } from '#store/forecast-target';

const PATH = '/api/operator/forecast-targets';
const NAMED = `${PATH}/:name`;

/** Loaded with the first request: a server is ready sooner without the model. */
const loadTargets = () => import('#service/model-runs/forecast-targets');
const loadPreview = () => import('#service/model-runs/preview-target');

export function addForecastTargetRoutes(
  app: FastifyInstance,
  parts: OperatorParts,
  writes: IdempotentWrites,
): void {
  addListing(app, parts);
  addDefining(app, writes);
  addRemoving(app, writes);
}

function addListing(app: FastifyInstance, parts: OperatorParts): void {
  addOperatorRead<{ Querystring: TargetQuery }>(app, {
    url: PATH,
    summary: 'The series that are forecast besides areas and categories',
    querystring: TargetQuery,
    answer: TargetsAnswer,
    refuses: ['field_missing', 'field_invalid'],
    handler: async ({ query, now }) => {
      const hasDrivers = parseFlag(query.drivers, 'drivers');
      const wanted = query.name?.trim().toLowerCase();
      if (hasDrivers && !wanted) {
        throw refuseField('field_missing', 'name', 'drivers are looked for of one target: name it');
      }
      const rows: TargetShape[] = [];
      for (const target of await parts.store.listForecastTargets()) {
        if (wanted && target.name !== wanted) continue;
        const row = await describeTarget(target, parts, now);
        rows.push(hasDrivers ? { ...row, ...(await describeDrivers(target, parts, now)) } : row);
      }
      return rows;
    },
  });
}

async function describeTarget(
  target: StoredTarget,
  { store, forecasts }: OperatorParts,
  now: Instant,
): Promise<TargetShape> {
  const { readTargetFacts } = await loadPreview();
  const { readForecastStatus, targetJob } = await import('#service/model-runs/forecast-jobs');
  const hours = forecasts ? (target.hours ?? forecasts.hours) : [];
  const status = await readForecastStatus(store, hours, now, targetJob(target.name));
  return {
    ...describeGiven(target),
    ...(await readTargetFacts(store, target)),
    state: status.state,
    late: status.isLate && status.dueAt! > target.createdAt,
    note: status.note,
    nextDueTime: status.nextDueAt === null ? null : formatUtc(status.nextDueAt),
  };
}

async function describeDrivers(
  target: StoredTarget,
  { store, context }: OperatorParts,
  now: Instant,
): Promise<Pick<TargetShape, 'problem' | 'driversUsed'>> {
  const { previewTarget } = await loadPreview();
  const { problem, drivers } = await previewTarget(store, target, context.zone, now);
  return {
    problem,
    driversUsed: drivers.map(({ code, isUsed, reason }) => ({
      ...{ seriesId: code, used: isUsed, reason },
    })),
  };
}

const describeGiven = (target: StoredTarget) => {
  const { name, series, drivers, hours, kind, area, formula, unit, createdAt } = target;
  return {
    name,
    target: series,
    drivers: drivers && [...drivers],
    hours: hours && [...hours],
    kind,
    area,
    formula,
    unit,
    since: formatUtc(createdAt),
  };
};

function addDefining(app: FastifyInstance, writes: IdempotentWrites): void {
  addOperatorWrite<{ Params: TargetParams; Body: TargetBody }>(app, {
    method: 'PUT',
    url: NAMED,
    summary: 'Have a series or a formula forecast',
    description:
      'It replaces the definition of the same name. The runs are stored on the series with the name as their source. The values of a formula are stored as a series of the name, and follow those of its parts.',
    params: TargetParams,
    body: TargetBody,
    answer: TargetSet,
    refuses: ['series_unknown'],
    handler: async (request, reply) => {
      const { describeTargetChange, putTarget, readTarget } = await loadTargets();
      const draft = { ...request.body, name: request.params.name };
      const target = readTarget(draft, request.now);
      return writes.writeSeries(request, reply, {
        kind: 'rule',
        name: describeTargetChange(target.name, target),
        work: async (writer) => {
          await putTarget(writer, target);
          return describeGiven(target);
        },
      });
    },
  });
}

function addRemoving(app: FastifyInstance, writes: IdempotentWrites): void {
  addOperatorWrite<{ Params: TargetParams }>(app, {
    method: 'DELETE',
    url: NAMED,
    summary: 'End a definition',
    description: 'Its runs stay.',
    params: TargetParams,
    answer: TargetRemoved,
    refuses: ['field_invalid'],
    handler: async (request, reply) => {
      const { describeTargetChange, readTargetName, removeTarget } = await loadTargets();
      const name = readTargetName(request.params.name);
      return writes.writeSeries(request, reply, {
        kind: 'rule',
        name: describeTargetChange(name, undefined),
        work: async (writer) => ({ name, removed: await removeTarget(writer, name) }),
      });
    },
  });
}
