// /api/v1/alerts: rules of a user about series of the plan, their state, and what they would have done. Only
// their owner sees and changes them, and no key changes one.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayRead } from '#accounts/plans';
import {
  AlertBody,
  AlertDetail,
  AlertList,
  AlertParams,
  HistoryAnswer,
  HistoryQuery,
  MOST_CHANGES,
  SilenceBody,
  SilenceQuery,
  SilencesAnswer,
  TryAnswer,
  TryQuery,
} from '#contract/alerts';
import { tellUnknownWrite } from '#http/answer/problem';
import { addRoute } from '#http/openapi/route';
import { refuseUnknownFields } from '#http/request/known-fields';
import { parseCount } from '#http/request/query-values';
import { callerOf } from '#http/request/request-facts';
import type { AlertParts } from '#http/request/server-parts';
import type { AlertReader, AlertRule } from '#store/alert-store';
import type { SeriesWriter } from '#store/series-store';

const PATH = '/api/v1/alerts';
const TAG = 'Alerts';
const USUAL_CHANGES = 100;
const LARGEST_ID = 2 ** 31 - 1;

/** Loaded with the first request for alerts: a server is ready sooner without them. */
const loadRules = () => import('#service/alerts/alert-rules');
const loadShow = () => import('#service/alerts/show-alerts');
const loadTry = () => import('#service/alerts/try-alert');

export function addAlertRoutes(app: FastifyInstance, parts: AlertParts): void {
  void app.register(async (scope) => {
    scope.addHook('preHandler', (request, _reply, done) => {
      done(refuseUnknownFields(request, request.body));
    });
    addList(scope, parts);
    addMaking(scope, parts);
    addTrying(scope, parts);
    addAlert(scope, parts);
    addRemoving(scope, parts);
    addHistory(scope, parts);
    addSilencing(scope, parts);
    addSpeaking(scope, parts);
  });
}

/** The caller's own rule of the path. */
async function findOwn(request: FastifyRequest, alerts: AlertReader): Promise<AlertRule> {
  const { findRule } = await loadRules();
  const { id } = request.params as AlertParams;
  const { name } = callerOf(request).user;
  return findRule(alerts, id, ({ owner }) => owner === name);
}

/** Whether the caller may read a series: a key may be for fewer than the owner's plan has. */
function readableTo(request: FastifyRequest): (code: string) => boolean {
  const { plan } = callerOf(request);
  return (code) => mayRead(plan, code);
}

/** Changes alerts in one transaction, with an entry of the journal. */
function change<T>(
  request: FastifyRequest,
  { store }: AlertParts,
  name: string,
  work: (writer: SeriesWriter) => Promise<T>,
): Promise<T> {
  const actor = callerOf(request).user.name;
  const facts = { kind: 'alert', actor, name, now: request.now } as const;
  return store.write(work, facts).catch(tellUnknownWrite);
}

function addList(app: FastifyInstance, { store, sendsMail = false }: AlertParts): void {
  addRoute(app, {
    method: 'GET',
    url: PATH,
    access: 'bearer',
    tag: TAG,
    summary: 'Your alerts with their states, in order of name',
    answer: AlertList,
    refuses: ['field_unknown'],
    handler: async (request): Promise<AlertList> => {
      const { name } = callerOf(request).user;
      const { listAlerts } = await loadShow();
      const alerts = await store.openAlerts();
      const isOwn = ({ owner }: AlertRule): boolean => owner === name;
      const own = await listAlerts(alerts, isOwn, request.now, readableTo(request));
      return { alerts: own, mail: sendsMail };
    },
  });
}

function addMaking(app: FastifyInstance, parts: AlertParts): void {
  addRoute<{ Body: AlertBody }>(app, {
    method: 'POST',
    url: PATH,
    access: 'session',
    tag: TAG,
    summary: 'Make an alert',
    description:
      'It watches the series of its condition that your plan has. Each change to firing and back is one event in GET /api/v1/changes, and one e-mail if addresses are given. A user has at most 20 alerts.',
    body: AlertBody,
    answer: AlertDetail,
    status: 201,
    refuses: [
      ...['field_unknown', 'field_missing', 'field_invalid', 'condition_invalid'],
      ...['alert_taken', 'write_unknown'],
    ] as const,
    handler: async (request, reply): Promise<AlertDetail> => {
      const { name } = callerOf(request).user;
      const { checkRule, addRule } = await loadRules();
      const { showAlert } = await loadShow();
      const content = checkRule(request.body, name, request.now, parts.context.zone);
      const made = await change(request, parts, `${content.name}: added`, async (writer) => {
        const rule = await addRule(writer, name, content, request.now);
        return showAlert(await writer.openAlerts(), rule, request.now);
      });
      reply.code(201);
      return made;
    },
  });
}

function addTrying(app: FastifyInstance, { context }: AlertParts): void {
  addRoute<{ Querystring: TryQuery }>(app, {
    method: 'GET',
    url: '/api/v1/alert-trial',
    access: 'bearer',
    tag: TAG,
    summary: 'How often an alert would have fired',
    description:
      'Nothing is stored. Values count as they are now, runs from their issue time on. At most 400 days and the first 20 series of the condition are judged.',
    querystring: TryQuery,
    answer: TryAnswer,
    refuses: [
      ...['field_unknown', 'field_invalid', 'condition_invalid'],
      ...['date_unknown', 'date_out_of_range'],
    ] as const,
    handler: async (request): Promise<TryAnswer> => {
      const { readTry, tryAlert } = await loadTry();
      const asked = readTry(request.query, request.now, context.zone);
      return tryAlert(asked, callerOf(request).plan.patterns, context);
    },
  });
}

function addAlert(app: FastifyInstance, { store }: AlertParts): void {
  addRoute<{ Params: AlertParams }>(app, {
    method: 'GET',
    url: `${PATH}/:id`,
    access: 'bearer',
    tag: TAG,
    summary: 'One alert, with the state of each of its series',
    params: AlertParams,
    answer: AlertDetail,
    refuses: ['field_unknown', 'alert_unknown'],
    handler: async (request): Promise<AlertDetail> => {
      const alerts = await store.openAlerts();
      const { showAlert } = await loadShow();
      const rule = await findOwn(request, alerts);
      return showAlert(alerts, rule, request.now, readableTo(request));
    },
  });
}

function addRemoving(app: FastifyInstance, parts: AlertParts): void {
  addRoute<{ Params: AlertParams }>(app, {
    method: 'DELETE',
    url: `${PATH}/:id`,
    access: 'session',
    tag: TAG,
    summary: 'Remove an alert and its history',
    description: 'Each series for which it fires gets an event alert.resolved.',
    params: AlertParams,
    status: 204,
    refuses: ['field_unknown', 'alert_unknown', 'write_unknown'],
    handler: async (request, reply) => {
      const { id, name } = await findOwn(request, await parts.store.openAlerts());
      await change(request, parts, `${name}: removed`, async (writer) =>
        (await writer.openAlerts()).removeRule(id, request.now),
      );
      return reply.code(204).send();
    },
  });
}

function addHistory(app: FastifyInstance, { store, context }: AlertParts): void {
  addRoute<{ Params: AlertParams; Querystring: HistoryQuery }>(app, {
    method: 'GET',
    url: `${PATH}/:id/history`,
    access: 'bearer',
    tag: TAG,
    summary: 'When an alert fired and was resolved, newest first',
    params: AlertParams,
    querystring: HistoryQuery,
    answer: HistoryAnswer,
    refuses: ['field_unknown', 'field_invalid', 'alert_unknown'],
    handler: async (request): Promise<HistoryAnswer> => {
      const limit = parseCount(request.query.limit, 'limit', MOST_CHANGES) ?? USUAL_CHANGES;
      const before = parseCount(request.query.before, 'before', LARGEST_ID);
      const alerts = await store.openAlerts();
      const { id } = await findOwn(request, alerts);
      const { showHistory } = await loadShow();
      const page = { limit, before };
      return showHistory(alerts, store, id, page, context.zone, readableTo(request));
    },
  });
}

function addSilencing(app: FastifyInstance, parts: AlertParts): void {
  addRoute<{ Params: AlertParams; Body: SilenceBody }>(app, {
    method: 'PUT',
    url: `${PATH}/:id/silence`,
    access: 'session',
    tag: TAG,
    summary: 'Keep the messages of an alert back until a time',
    description:
      'Changes of state are still kept in the history. If the state differs at the end from what was told last, one message says so then.',
    params: AlertParams,
    body: SilenceBody,
    answer: SilencesAnswer,
    refuses: [
      ...['field_unknown', 'field_missing', 'field_invalid', 'date_unknown', 'date_out_of_range'],
      ...['alert_unknown', 'write_unknown'],
    ] as const,
    handler: async (request): Promise<SilencesAnswer> => {
      const { readSilence } = await loadRules();
      const { listSilences } = await loadShow();
      const { now } = request;
      const { id, name } = await findOwn(request, await parts.store.openAlerts());
      const actor = callerOf(request).user.name;
      const silence = readSilence(request.body, id, actor, now, parts.context.zone);
      return change(request, parts, `${name}: silenced`, async (writer) => {
        const alerts = await writer.openAlerts();
        await alerts.putSilence(silence);
        return { silences: await listSilences(alerts, id, now) };
      });
    },
  });
}

function addSpeaking(app: FastifyInstance, parts: AlertParts): void {
  addRoute<{ Params: AlertParams; Querystring: SilenceQuery }>(app, {
    method: 'DELETE',
    url: `${PATH}/:id/silence`,
    access: 'session',
    tag: TAG,
    summary: 'End a silence now',
    params: AlertParams,
    querystring: SilenceQuery,
    status: 204,
    refuses: ['field_unknown', 'alert_unknown', 'write_unknown'],
    handler: async (request, reply) => {
      const { id, name } = await findOwn(request, await parts.store.openAlerts());
      const code = request.query.series?.trim().toLowerCase() || null;
      await change(request, parts, `${name}: no longer silenced`, async (writer) =>
        (await writer.openAlerts()).removeSilence(id, code),
      );
      return reply.code(204).send();
    },
  });
}
