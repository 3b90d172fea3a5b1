// The OpenAPI document, made from the routes' own schemas. The explorer's reference page shows it.

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { acceptsGzip } from '#http/answer/accepts-gzip';
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
  let made: Promise<Forms> | undefined;
  addPage(app, '/openapi.json', async (request, reply) => {
    const forms = await (made ??= app.readOpenApi().then(writeForms));
    const encoding = acceptsGzip(request.headers['accept-encoding']) ? 'gzip' : 'identity';
    reply.header('vary', 'accept-encoding');
    if (isUnchanged(request, reply, forms[encoding].etag, null)) return reply.send();
    if (encoding === 'gzip') reply.header('content-encoding', encoding);
    return reply.type(JSON_TYPE).send(forms[encoding].bytes);
  });
}

/** The document as it is sent, by content encoding. */
type Forms = Readonly<
  Record<'identity' | 'gzip', { readonly bytes: Buffer; readonly etag: string }>
>;

/** Compressed, the document is a twentieth of its 400 kB. */
async function writeForms(document: object): Promise<Forms> {
  const text = JSON.stringify(document);
  const compressed = await promisify(gzip)(text);
  return {
    identity: { bytes: Buffer.from(text), etag: etagOf('openapi', text) },
    gzip: { bytes: compressed, etag: etagOf('openapi', text, 'gzip') },
  };
}

/** What makes the document is loaded with the first request for it. */
async function makeDocument(routes: readonly DocumentedRoute[], version: string): Promise<object> {
  const { makeOpenApi } = await import('#http/openapi/make-document');
  return makeOpenApi(routes, version);
}
