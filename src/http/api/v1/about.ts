// GET /api/v1/about: what runs here. Nothing in it needs a sign-in.

import type { FastifyInstance } from 'fastify';
import { AboutAnswer } from '#contract/about';
import { formatUtc } from '#core/time/instant';
import { describeHours } from '#core/values/blocks';
import { addRoute } from '#http/openapi/route';
import type { AboutParts } from '#http/request/server-parts';
import { FirstSteps } from '#service/first-steps';
import { rememberFact } from '#service/series/catalog-facts';

export function addAboutRoute(
  app: FastifyInstance,
  { store, context, version, isDemo, signIn: { sso, acceptsPasswords } }: AboutParts,
): void {
  const steps = new FirstSteps(store);
  const countSeries = rememberFact(store, () => store.countSeries());
  addRoute(app, {
    method: 'GET',
    url: '/api/v1/about',
    access: 'public',
    tag: 'Operation',
    summary: 'What runs here',
    answer: AboutAnswer,
    refuses: [],
    handler: async (request): Promise<AboutAnswer> => ({
      name: 'Gridtide',
      version,
      demo: isDemo,
      marketTimeZone: context.zone.name,
      now: formatUtc(request.now),
      seriesCount: await countSeries(),
      firstSteps: await steps.list(),
      ...(sso ? { singleSignOn: { label: sso.label } } : {}),
      ...(acceptsPasswords ? {} : { passwords: false }),
      blocks: context.blocks.map((block) => ({
        name: block.name,
        meaning: block.meaning,
        hours: describeHours(block),
      })),
    }),
  });
}
