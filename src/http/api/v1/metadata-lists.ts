// The small lists under /api/v1/metadata: codes, each with its meaning.

import type { FastifyInstance } from 'fastify';
import { CodeList } from '#contract/forecast';
import { AREAS } from '#core/market/areas';
import { RESOLUTIONS } from '#core/time/resolution';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { addRoute } from '#http/openapi/route';
import type { ServiceContext } from '#service/context';
import { rememberFact } from '#service/series/catalog-facts';
import { DATASET_GROUPS, DATASETS } from '#service/series/datasets';

interface CodeEntry {
  readonly code: string;
  readonly description: string;
}

export function addMetadataListRoutes(app: FastifyInstance, { store }: ServiceContext): void {
  addList(app, 'datasets', 'Where series are served', async () => DATASETS);
  addList(
    app,
    'dataset-groups',
    'The interfaces that the datasets belong to',
    async () => DATASET_GROUPS,
  );
  addList(app, 'areas', 'Area codes', async () => AREAS);
  addList(app, 'resolutions', 'Resolutions', async () =>
    RESOLUTIONS.map(({ adverb, name, iso }) => ({
      code: adverb,
      description: `One value per ${name} (${iso})`,
    })),
  );
  const listUnits = rememberFact(store, () => store.listUnits());
  addList(app, 'units', 'Units in use', async () =>
    (await listUnits()).map((unit) => ({
      code: unit,
      description: `Values in ${unit}`,
    })),
  );
}

function addList(
  app: FastifyInstance,
  name: string,
  summary: string,
  list: () => Promise<readonly CodeEntry[]>,
): void {
  addRoute(app, {
    method: 'GET',
    url: `/api/v1/metadata/${name}`,
    access: 'list',
    tag: 'Metadata',
    summary,
    answer: CodeList,
    refuses: [],
    handler: async (request, reply) => {
      const entries = (await list()).map(({ code, description }) => ({ code, description }));
      if (isUnchanged(request, reply, etagOf(name, JSON.stringify(entries)), null))
        return reply.send();
      return entries;
    },
  });
}
