// /api/operator/alerts: the operators' alerts, and those of all users.

import type { FastifyInstance } from 'fastify';
import {
  AlertAdded,
  AlertBody,
  AlertDetail,
  AlertList,
  AlertParams,
  AlertRemoved,
  HistoryAnswer,
  HistoryQuery,
  MOST_CHANGES,
  SilenceBody,
  SilenceQuery,
  SilencesWritten,
  TryAnswer,
  TryQuery,
} from '#contract/alerts';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import { addOperatorRead, addOperatorWrite } from '#http/api/operator/operator-route';
import { parseCount } from '#http/request/query-values';
import { callerOf } from '#http/request/request-facts';
import type { AlertParts } from '#http/request/server-parts';

const PATH = '/api/operator/alerts';
const USUAL_CHANGES = 100;
const LARGEST_ID = 2 ** 31 - 1;

const loadRules = () => import('#service/alerts/alert-rules');
const loadShow = () => import('#service/alerts/show-alerts');
const loadTry = () => import('#service/alerts/try-alert');

export function addOperatorAlertRoutes(
  app: FastifyInstance,
  parts: AlertParts,
  writes: IdempotentWrites,
): void {
  addReads(app, parts);
  addHistory(app, parts);
  addTrying(app, parts);
  addMaking(app, parts, writes);
  addRemoving(app, parts, writes);
  addSilencing(app, parts, writes);
}

function addReads(app: FastifyInstance, { store, sendsMail = false }: AlertParts): void {
  addOperatorRead(app, {
    url: PATH,
    summary: 'All alerts with their states: the operators’ first, then by user',
    answer: AlertList,
    refuses: [],
    handler: async (request): Promise<AlertList> => {
      const { listAlerts } = await loadShow();
      const all = await listAlerts(await store.openAlerts(), () => true, request.now);
      return { alerts: all, mail: sendsMail };
    },
  });
  addOperatorRead<{ Params: AlertParams }>(app, {
    url: `${PATH}/:id`,
    summary: 'One alert, with the state of each of its series',
    params: AlertParams,
    answer: AlertDetail,
    refuses: ['alert_unknown'],
    handler: async (request): Promise<AlertDetail> => {
      const alerts = await store.openAlerts();
      const { findRule } = await loadRules();
      const { showAlert } = await loadShow();
      return showAlert(alerts, await findRule(alerts, request.params.id), request.now);
    },
  });
}

function addHistory(app: FastifyInstance, { store, context }: AlertParts): void {
  addOperatorRead<{ Params: AlertParams; Querystring: HistoryQuery }>(app, {
    url: `${PATH}/:id/history`,
    summary: 'When an alert fired and was resolved, newest first',
    params: AlertParams,
    querystring: HistoryQuery,
    answer: HistoryAnswer,
    refuses: ['field_invalid', 'alert_unknown'],
    handler: async (request): Promise<HistoryAnswer> => {
      const limit = parseCount(request.query.limit, 'limit', MOST_CHANGES) ?? USUAL_CHANGES;
      const before = parseCount(request.query.before, 'before', LARGEST_ID);
      const alerts = await store.openAlerts();
      const { findRule } = await loadRules();
      const { id } = await findRule(alerts, request.params.id);
      const { showHistory } = await loadShow();
      return showHistory(alerts, store, id, { limit, before }, context.zone);
    },
  });
}

function addTrying(app: FastifyInstance, { context }: AlertParts): void {
  addOperatorRead<{ Querystring: TryQuery }>(app, {
    url: '/api/operator/alert-trial',
    summary: 'How often an alert would have fired',
    description:
      'Nothing is stored. Values count as they are now, runs from their issue time on. At most 400 days and the first 20 series of the condition are judged.',
    querystring: TryQuery,
    answer: TryAnswer,
    refuses: ['field_invalid', 'condition_invalid', 'date_unknown', 'date_out_of_range'],
    handler: async (request): Promise<TryAnswer> => {
      const { readTry, tryAlert } = await loadTry();
      const asked = readTry(request.query, request.now, context.zone);
      return tryAlert(asked, undefined, context);
    },
  });
}

function addMaking(app: FastifyInstance, { context }: AlertParts, writes: IdempotentWrites): void {
  addOperatorWrite<{ Body: AlertBody }>(app, {
    method: 'POST',
    url: PATH,
    summary: 'Make an alert of the operators',
    description:
      'Its events are told to every plan that has the series. There are at most 200 alerts of the operators.',
    body: AlertBody,
    answer: AlertAdded,
    refuses: ['condition_invalid', 'alert_taken'],
    handler: async (request, reply) => {
      const { checkRule, addRule } = await loadRules();
      const { showAlert } = await loadShow();
      const content = checkRule(request.body, null, request.now, context.zone);
      return writes.writeSeries(request, reply, {
        kind: 'alert',
        name: `${content.name}: added`,
        work: async (writer) => {
          const rule = await addRule(writer, null, content, request.now);
          return showAlert(await writer.openAlerts(), rule, request.now);
        },
      });
    },
  });
}

function addRemoving(app: FastifyInstance, { store }: AlertParts, writes: IdempotentWrites): void {
  addOperatorWrite<{ Params: AlertParams }>(app, {
    method: 'DELETE',
    url: `${PATH}/:id`,
    summary: 'Remove an alert and its history',
    description: 'Each series for which it fires gets an event alert.resolved.',
    params: AlertParams,
    answer: AlertRemoved,
    refuses: ['alert_unknown'],
    handler: async (request, reply) => {
      const { findRule } = await loadRules();
      const { id, name } = await findRule(await store.openAlerts(), request.params.id);
      return writes.writeSeries(request, reply, {
        kind: 'alert',
        name: `${name}: removed`,
        work: async (writer) => {
          const removed = await (await writer.openAlerts()).removeRule(id, request.now);
          return { id, removed };
        },
      });
    },
  });
}

function addSilencing(app: FastifyInstance, parts: AlertParts, writes: IdempotentWrites): void {
  const { store, context } = parts;
  addOperatorWrite<{ Params: AlertParams; Body: SilenceBody }>(app, {
    method: 'PUT',
    url: `${PATH}/:id/silence`,
    summary: 'Keep the messages of an alert back until a time',
    params: AlertParams,
    body: SilenceBody,
    answer: SilencesWritten,
    refuses: ['alert_unknown', 'date_unknown', 'date_out_of_range'],
    handler: async (request, reply) => {
      const { findRule, readSilence } = await loadRules();
      const { listSilences } = await loadShow();
      const { id, name } = await findRule(await store.openAlerts(), request.params.id);
      const actor = callerOf(request).user.name;
      const silence = readSilence(request.body, id, actor, request.now, context.zone);
      return writes.writeSeries(request, reply, {
        kind: 'alert',
        name: `${name}: silenced`,
        work: async (writer) => {
          const alerts = await writer.openAlerts();
          await alerts.putSilence(silence);
          return { silences: await listSilences(alerts, id, request.now) };
        },
      });
    },
  });
  addOperatorWrite<{ Params: AlertParams; Querystring: SilenceQuery }>(app, {
    method: 'DELETE',
    url: `${PATH}/:id/silence`,
    summary: 'End a silence now',
    params: AlertParams,
    querystring: SilenceQuery,
    answer: SilencesWritten,
    refuses: ['alert_unknown'],
    handler: async (request, reply) => {
      const { findRule } = await loadRules();
      const { listSilences } = await loadShow();
      const { id, name } = await findRule(await store.openAlerts(), request.params.id);
      const code = request.query.series?.trim().toLowerCase() || null;
      return writes.writeSeries(request, reply, {
        kind: 'alert',
        name: `${name}: no longer silenced`,
        work: async (writer) => {
          const alerts = await writer.openAlerts();
          await alerts.removeSilence(id, code);
          return { silences: await listSilences(alerts, id, request.now) };
        },
      });
    },
  });
}
