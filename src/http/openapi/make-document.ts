// Makes the OpenAPI document: the library gets an application of its own with the same routes, so that it
// need not be loaded before the server is ready.

import swagger from '@fastify/swagger';
import Fastify, { type RouteOptions } from 'fastify';
import { type Documentation, documented } from '#http/openapi/documented';

export interface DocumentedRoute extends Pick<RouteOptions, 'method' | 'url' | 'schema'> {
  readonly documentation: Documentation;
}

const DESCRIPTION = `Energy time series: observed series and forecast runs.

Two interfaces share one sign-in. The **fundamental interface** (POST, \`/api/fundamental/…\`) speaks market time without zone; the **forecast interface** (GET, \`/api/v1/…\`) speaks UTC. Every refusal is a problem document (RFC 9457) that names the field, what was given and what is allowed.`;

const TAGS = [
  { name: 'Sign-in', description: 'Tokens, and sessions of browsers' },
  {
    name: 'Fundamental',
    description: 'Metadata, search, and one series over a span given in date keywords',
  },
  { name: 'Forecasts', description: 'Short-term power balance forecasts by model run' },
  { name: 'Metadata', description: 'The series, areas, resolutions and units that exist' },
  { name: 'Series', description: 'One series as JSON or CSV' },
  { name: 'Tables', description: 'Files in Parquet that programs read in place' },
  { name: 'Changes', description: 'What changed, in order: page by page, or as a stream' },
  {
    name: 'Prometheus',
    description: 'Reading as Grafana and other tools read Prometheus: a step is a mean',
  },
  { name: 'Assistants', description: 'The Model Context Protocol' },
  { name: 'Account', description: 'The caller’s plan, use, API keys, sessions and password' },
  {
    name: 'Links',
    description: 'Addresses for spreadsheets, each of which answers one question without a sign-in',
  },
  { name: 'Alerts', description: 'Rules about series that say when they are fulfilled' },
  { name: 'Webhooks', description: 'Receivers of changes as they are committed' },
  { name: 'Boards', description: 'Saved pages of panels, and links to their pictures' },
  {
    name: 'Operator',
    description: 'Series, values, runs, imports, users, plans and keys: with an operator key',
  },
  { name: 'Operation', description: 'Health and figures' },
];

/** No request arrives here. Fastify's own compilers are not part of the built program. */
const COMPILERS = {
  buildValidator: () => (() => () => true) as never,
  buildSerializer: () => () => JSON.stringify,
};

export async function makeOpenApi(
  routes: readonly DocumentedRoute[],
  version: string,
): Promise<object> {
  const app = Fastify({
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: COMPILERS },
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Gridtide', version, description: DESCRIPTION, license: { name: 'MIT' } },
      tags: TAGS,
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'A token from sign-in, or an API key',
          },
          basic: {
            type: 'http',
            scheme: 'basic',
            description: 'A user name, and an API key or the password',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'gridtide-session',
            description:
              'The session of a browser that signed in on the page; for pages of this server only. The port follows the name, and over TLS __Host- precedes it.',
          },
        },
      },
    },
  });
  for (const { method, url, schema, documentation } of routes)
    app.route({
      method,
      url,
      schema: { ...schema, ...documented(documentation) },
      handler: async () => undefined,
    });
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}
