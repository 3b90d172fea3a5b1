// The default is deny: a route that does not say who may call it stops the start.

import type { FastifyContextConfig, FastifyInstance } from 'fastify';

/** Checks every route that is added from now on. */
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
