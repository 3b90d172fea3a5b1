// The OpenAPI document, made from the routes' own schemas. The explorer's reference page shows it.

import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { JSON_TYPE } from '#http/answer/send-bytes';
import { addPage } from '#http/openapi/route';
import type { AboutParts } from '#http/request/server-parts';

const DESCRIPTION = `Energy time series: observed series and forecast runs.

Two interfaces share one sign-in. The **fundamental interface** (POST, \`/api/fundamental/…\`) speaks market time without zone; the **forecast interface** (GET, \`/api/v1/…\`) speaks UTC. Every refusal is a problem document (RFC 9457) that names the field, what was given and what is allowed.`;

const TAGS = [
  { name: 'Sign-in', description: 'Tokens' },
  {
    name: 'Fundamental',
    description: 'Metadata, search, and one series over a span given in date keywords',
  },
  { name: 'Forecasts', description: 'Short-term power balance forecasts by model run' },
  { name: 'Metadata', description: 'The series, areas, resolutions and units that exist' },
  { name: 'Series', description: 'One series as JSON or CSV' },
  { name: 'Account', description: 'The caller’s plan, use and API keys' },
  {
    name: 'Operator',
    description: 'Series, values, runs, imports, users, plans and keys: with an operator key',
  },
  { name: 'Operation', description: 'Health and figures' },
];

export async function addOpenApi(
  app: FastifyInstance,
  { version }: Pick<AboutParts, 'version'>,
): Promise<void> {
  let kept: Buffer | undefined;
  let etag: string | undefined;
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
        },
      },
    },
  });
  addPage(app, '/openapi.json', async (request, reply) => {
    // Routes do not change once the server listens.
    kept ??= Buffer.from(JSON.stringify(app.swagger()));
    etag ??= etagOf('openapi', kept.toString('latin1'));
    if (isUnchanged(request, reply, etag, null)) return reply.send();
    return reply.type(JSON_TYPE).send(kept);
  });
}
