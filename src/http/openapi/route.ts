// Adds routes. A route says once who may call it: that sets what the guard checks and what the
// OpenAPI document says. The default is deny. What the document says is made of the documentation with the first
// request for it: made at the start, it took a twentieth of the CPU until the server was ready.

import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify';
import type { Documentation } from '#http/openapi/documented';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the OpenAPI document says of the route; it says nothing of one that has none. */
    documentation?: Documentation;
  }
}

type Options<Shape extends RouteGenericInterface> = RouteOptions<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Shape
>;

/** A path, what the document says of it, and the function that answers. */
export interface Route<Shape extends RouteGenericInterface>
  extends Documentation,
    Pick<Options<Shape>, 'url' | 'handler' | 'bodyLimit' | 'validatorCompiler'> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
}

/** Adds a route of the API. */
export function addRoute<Shape extends RouteGenericInterface = RouteGenericInterface>(
  app: FastifyInstance,
  { method, url, handler, bodyLimit, validatorCompiler, ...documentation }: Route<Shape>,
): void {
  const { access, isProbe = false, isQuiet = false, mayWait = false } = documentation;
  app.route<Shape>({
    method,
    url,
    config: { access, isProbe, isQuiet, mayWait, documentation },
    schema: checkedParts(documentation),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(validatorCompiler === undefined ? {} : { validatorCompiler }),
    handler,
  });
}

/** The schemas by which a request is checked. */
const checkedParts = ({ body, querystring, params, headers }: Documentation): FastifySchema => ({
  ...(body ? { body } : {}),
  ...(querystring ? { querystring } : {}),
  ...(params ? { params } : {}),
  ...(headers ? { headers } : {}),
});

/** Adds a path that everyone may read and that the OpenAPI document leaves out, such as a page. */
export function addPage(
  app: FastifyInstance,
  url: string,
  handler: Options<RouteGenericInterface>['handler'],
  { isQuiet = false } = {},
): void {
  app.get(url, { config: { access: 'public', isQuiet }, handler });
}

/** Checks every route that is added from now on: one that does not say who may call it stops the start. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  const routes: { url: string; config?: FastifyContextConfig }[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route as (typeof routes)[number]);
  });
  app.addHook('onReady', async () => {
    for (const { url, config } of routes) {
      if (config?.access === undefined)
        throw new Error(`route ${url} does not say who may call it`);
    }
  });
}
