// The OpenAPI document, made from the routes' own schemas. The explorer's reference page shows it.

import type { FastifyInstance } from 'fastify';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { JSON_TYPE } from '#http/answer/send-bytes';
import type { DocumentedRoute } from '#http/openapi/make-document';
import { addPage } from '#http/openapi/route';
import type { AboutParts } from '#http/request/server-parts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves to the OpenAPI document of all routes. Not before the server is ready. */
    readOpenApi(): Promise<object>;
  }
}

/** To be called before the first route is added. */
export function addOpenApi(app: FastifyInstance, { version }: Pick<AboutParts, 'version'>): void {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema = {} }) => {
    if (method !== 'HEAD') routes.push({ method, url, schema });
  });
  // Routes do not change once the server listens.
  let document: Promise<object> | undefined;
  app.decorate('readOpenApi', () => (document ??= makeDocument(routes, version)));
  let kept: Buffer | undefined;
  let etag: string | undefined;
  addPage(app, '/openapi.json', async (request, reply) => {
    kept ??= Buffer.from(JSON.stringify(await app.readOpenApi()));
    etag ??= etagOf('openapi', kept.toString('latin1'));
    if (isUnchanged(request, reply, etag, null)) return reply.send();
    return reply.type(JSON_TYPE).send(kept);
  });
}

/** What makes the document is loaded with the first request for it. */
async function makeDocument(routes: readonly DocumentedRoute[], version: string): Promise<object> {
  const { makeOpenApi } = await import('#http/openapi/make-document');
  return makeOpenApi(routes, version);
}
