// What all routes of the operator interface share: an operator key or an operator's session is needed, and a
// write takes an Idempotency-Key.

import type { FastifyInstance, RouteGenericInterface } from 'fastify';
import { OnceHeaders } from '#contract/operator';
import { addRoute, type Route } from '#http/openapi/route';

type OperatorRoute<Shape extends RouteGenericInterface> = Omit<Route<Shape>, 'tag' | 'access'>;

/** Adds a route that reads. */
export const addOperatorRead = <Shape extends RouteGenericInterface = RouteGenericInterface>(
  app: FastifyInstance,
  route: Omit<OperatorRoute<Shape>, 'method'>,
): void =>
  addRoute<Shape>(app, {
    ...route,
    method: 'GET',
    tag: 'Operator',
    access: 'operator',
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

/** Adds a route that writes. */
export const addOperatorWrite = <Shape extends RouteGenericInterface = RouteGenericInterface>(
  app: FastifyInstance,
  route: OperatorRoute<Shape>,
): void =>
  addRoute<Shape>(app, {
    ...route,
    tag: 'Operator',
    access: 'operator',
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
