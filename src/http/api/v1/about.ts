// GET /api/v1/about: what runs here. Nothing in it needs a sign-in.

import type { FastifyInstance } from 'fastify';
import { AboutAnswer } from '#contract/about';
import { formatUtc } from '#core/time/instant';
import { describeHours } from '#core/values/blocks';
import { documented } from '#http/openapi/documented';
import type { ServerParts } from '#http/request/server-parts';

export function addAboutRoute(app: FastifyInstance, parts: ServerParts): void {
  const { store, context, version, isDemo } = parts;
  app.get('/api/v1/about', {
    config: { access: 'public' },
    schema: documented({
      tag: 'Operation',
      access: 'public',
      summary: 'What runs here',
      answer: AboutAnswer,
      refuses: [],
    }),
    handler: async (request): Promise<AboutAnswer> => ({
      name: 'Gridtide',
      version,
      demo: isDemo,
      marketTimeZone: context.zone.name,
      now: formatUtc(request.now),
      seriesCount: await store.countSeries(),
      blocks: context.blocks.map((block) => ({
        name: block.name,
        meaning: block.meaning,
        hours: describeHours(block),
      })),
    }),
  });
}
