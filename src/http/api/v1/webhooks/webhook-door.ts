// How callers come to webhooks. Users and the operator have the same routes behind doors of their own.

import type { FastifyInstance, FastifyRequest, RouteGenericInterface } from 'fastify';
import type { ChangedBy } from '#accounts/account-journal';
import { tellUnknownWrite } from '#http/answer/problem';
import { addRoute, type Route } from '#http/openapi/route';
import { callerOf } from '#http/request/request-facts';
import type { AccountParts } from '#http/request/server-parts';
import type { Holder } from '#service/webhooks/webhooks';
import type { AccountStore } from '#store/account-store';

type Facts<Shape extends RouteGenericInterface> = Omit<Route<Shape>, 'tag' | 'access' | 'handler'>;
/** A change of accounts, through the transaction it is given. */
type AccountWork = (within: AccountStore) => Promise<object>;
type Asked<Shape extends RouteGenericInterface> = FastifyRequest<Shape>;

/** How one kind of caller reads and changes webhooks. */
export interface Door {
  readonly path: string;
  readonly isOperator: boolean;
  holderOf(request: FastifyRequest): Holder;
  read<Shape extends RouteGenericInterface>(
    facts: Omit<Facts<Shape>, 'method'>,
    handler: (request: Asked<Shape>) => Promise<object>,
  ): void;
  /** Adds a route whose handler resolves to the change, which is made in one transaction. */
  write<Shape extends RouteGenericInterface>(
    facts: Facts<Shape>,
    prepare: (request: Asked<Shape>) => Promise<AccountWork>,
  ): void;
}

export function userDoor(app: FastifyInstance, { signIn: { accounts } }: AccountParts): Door {
  const tag = 'Webhooks';
  return {
    path: '/api/v1/webhooks',
    isOperator: false,
    holderOf: (request) => callerOf(request).user,
    read: (facts, handler) =>
      addRoute(app, {
        ...facts,
        ...{ method: 'GET', tag, access: 'bearer', refuses: ['field_unknown', ...facts.refuses] },
        handler: (request) => handler(request as never),
      }),
    write: (facts, prepare) =>
      addRoute(app, {
        ...facts,
        ...{ tag, access: 'session' },
        refuses: ['field_unknown', ...facts.refuses, 'write_unknown'],
        handler: async (request, reply) => {
          const work = await prepare(request as never);
          reply.header('cache-control', 'no-store');
          return accounts.transact(work).catch(tellUnknownWrite);
        },
      }),
  };
}

export const changedBy = (request: FastifyRequest): ChangedBy => ({
  actor: callerOf(request).user.name,
  now: request.now,
});
