// Adds routes. A route says once who may call it: that sets what the guard checks and what the
// OpenAPI document says. The default is deny.

import type {
  FastifyContextConfig,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify';
import { type Documentation, documented } from '#http/openapi/documented';

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
    config: { access, isProbe, isQuiet, mayWait },
    schema: documented(documentation),
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(validatorCompiler === undefined ? {} : { validatorCompiler }),
    handler,
  });
}

/** Adds a path that everyone may read and that the OpenAPI document leaves out, such as a page. */
export function addPage(
  app: FastifyInstance,
  url: string,
  handler: Options<RouteGenericInterface>['handler'],
  { isQuiet = false } = {},
): void {
  app.get(url, { config: { access: 'public', isQuiet }, schema: { hide: true }, handler });
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
