// What all routes of the operator interface share: which key or session is needed, and a write takes an
// Idempotency-Key.

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import { OnceHeaders } from '#contract/operator';
import { refuseField } from '#core/errors';
import type { IdempotentWrites } from '#http/api/operator/idempotent-writes';
import type { Door } from '#http/api/v1/webhooks/webhook-door';
import { addRoute, type Route } from '#http/openapi/route';
import { parseFlag } from '#http/request/query-values';

type OperatorRoute<Shape extends RouteGenericInterface> = Omit<Route<Shape>, 'tag' | 'access'>;

/** Adds a route that reads and gives no secret: auditors may call it, too. */
export const addOperatorRead = <Shape extends RouteGenericInterface = RouteGenericInterface>(
  app: FastifyInstance,
  route: Omit<OperatorRoute<Shape>, 'method'>,
  access: 'audit' | 'operator' = 'audit',
): void =>
  addRoute<Shape>(app, {
    ...route,
    ...(access === 'audit' ? describedWith(route, 'Auditors may call it, too.') : {}),
    method: 'GET',
    tag: 'Operator',
    access,
    refuses: ['field_unknown', ...route.refuses],
  });

/** Adds a route that changes users, plans or keys: a session needs the password again. */
export const addAccountWrite = <Shape extends RouteGenericInterface = RouteGenericInterface>(
  app: FastifyInstance,
  route: OperatorRoute<Shape>,
): void =>
  addOperatorWrite<Shape>(app, {
    ...route,
    refuses: ['password_wrong', 'sign_in_throttled', ...route.refuses],
  });

/** Adds a route that writes values, runs or the definition of the series `:code`: its writers may call it, too. */
export const addDataWrite = <Shape extends RouteGenericInterface = RouteGenericInterface>(
  app: FastifyInstance,
  route: OperatorRoute<Shape>,
): void => {
  const description = describedWith(route, 'Writers of the series may call it, too.');
  addOperatorWrite<Shape>(app, { ...route, ...description }, 'write');
};

const describedWith = ({ description }: { readonly description?: string }, more: string) => ({
  description: description === undefined ? more : `${description} ${more}`,
});

/** Adds a route that writes. */
export const addOperatorWrite = <Shape extends RouteGenericInterface = RouteGenericInterface>(
  app: FastifyInstance,
  route: OperatorRoute<Shape>,
  access: 'write' | 'operator' = 'operator',
): void =>
  addRoute<Shape>(app, {
    ...route,
    tag: 'Operator',
    access,
    headers: OnceHeaders,
    refuses: [
      'field_unknown',
      'field_missing',
      'field_invalid',
      'idempotency_conflict',
      'write_unknown',
      ...route.refuses,
    ],
  });

/** The operator's way to webhooks: all of them, also those of users. */
export const operatorDoor = (app: FastifyInstance, writes: IdempotentWrites): Door => ({
  path: '/api/operator/webhooks',
  isOperator: true,
  holderOf: () => 'operator',
  // The address of a webhook is often a secret of the service that it calls.
  read: (facts, handler) =>
    addOperatorRead(app, { ...facts, handler: (request) => handler(request as never) }, 'operator'),
  write: (facts, prepare) =>
    addAccountWrite(app, {
      ...facts,
      handler: (request, reply) =>
        writes.changeAccounts(request, reply, () => prepare(request as never)),
    }),
});

/** Reads the flag. No schema has checked it if the route reads its body itself: it may be a list. */
export function readDryRun(given: unknown): boolean {
  if (given === undefined || typeof given === 'string') return parseFlag(given, 'dryRun');
  throw refuseField('field_invalid', 'dryRun', 'must be given once', ['true', 'false']);
}

/** Links the same request with `before` set. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, before: string): void {
  const query = new URLSearchParams(request.query as Record<string, string>);
  query.set('before', before);
  reply.header('link', `<${request.routeOptions.url}?${query}>; rel="next"`);
}
