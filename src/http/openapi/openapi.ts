// The OpenAPI document, made from the routes' own schemas. The explorer's reference page shows it.

import type { FastifyInstance } from 'fastify';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { type Coding, chooseCoding, setCoding } from '#http/answer/content-coding';
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

/** Adds the OpenAPI document. Call it before the first route is added. */
export function addOpenApi(app: FastifyInstance, { version }: Pick<AboutParts, 'version'>): void {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema = {}, config }) => {
    const documentation = config?.documentation;
    if (documentation) routes.push({ method, url, schema, documentation });
  });
  // Routes do not change once the server listens.
  let document: Promise<object> | undefined;
  app.decorate('readOpenApi', () => (document ??= makeDocument(routes, version)));
  let plain: Promise<Written> | undefined;
  const packed = new Map<Coding, Promise<Buffer>>();
  addPage(app, '/openapi.json', async (request, reply) => {
    const { bytes, etag } = await (plain ??= app.readOpenApi().then(writeDocument));
    const isSame = isUnchanged(request, reply, etag, null);
    reply.header('vary', 'accept-encoding');
    if (isSame) return reply.send();
    reply.type(JSON_TYPE);
    const coding = chooseCoding(request.headers['accept-encoding']);
    if (!coding) return reply.send(bytes);
    const form = packed.get(coding) ?? packDocument(bytes, coding);
    packed.set(coding, form);
    setCoding(reply, coding);
    return reply.send(await form);
  });
}

/** The document as text. */
interface Written {
  readonly bytes: Buffer;
  readonly etag: string;
}

function writeDocument(document: object): Written {
  const text = JSON.stringify(document);
  return { bytes: Buffer.from(text), etag: etagOf('openapi', text) };
}

/** Compressed, the document is a thirtieth of its 1.2 MB. It is the same for all, so each form is kept. */
async function packDocument(bytes: Buffer, coding: Coding): Promise<Buffer> {
  const { packThoroughly } = await import('#http/answer/compress-answer');
  return packThoroughly(bytes, coding);
}

/** What makes the document is loaded with the first request for it. */
async function makeDocument(routes: readonly DocumentedRoute[], version: string): Promise<object> {
  const { makeOpenApi } = await import('#http/openapi/make-document');
  return makeOpenApi(routes, version);
}
