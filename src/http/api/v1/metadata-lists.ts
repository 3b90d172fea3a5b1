// The small lists under /api/v1/metadata: what codes there are, each with its meaning.

import type { FastifyInstance } from 'fastify';
import { CodeList } from '#contract/forecast';
import { AREAS } from '#core/market/areas';
import { RESOLUTIONS } from '#core/time/resolution';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { documented } from '#http/openapi/documented';
import type { ServerParts } from '#http/request/server-parts';
import { DATASET_GROUPS, DATASETS } from '#service/series/datasets';

interface CodeEntry {
  readonly code: string;
  readonly description: string;
}

export function addMetadataListRoutes(app: FastifyInstance, { context }: ServerParts): void {
  const add = (name: string, summary: string, list: () => Promise<readonly CodeEntry[]>) => {
    app.get(`/api/v1/metadata/${name}`, {
      config: { access: 'list' },
      schema: documented({
        tag: 'Metadata',
        access: 'list',
        summary,
        answer: CodeList,
        refuses: [],
      }),
      handler: async (request, reply) => {
        const entries = (await list()).map(({ code, description }) => ({ code, description }));
        if (isUnchanged(request, reply, etagOf(name, JSON.stringify(entries)), null))
          return reply.send();
        return entries;
      },
    });
  };
  add('datasets', 'Where series are served', async () => DATASETS);
  add('dataset-groups', 'The interfaces that the datasets belong to', async () => DATASET_GROUPS);
  add('areas', 'Area codes', async () => AREAS);
  add('resolutions', 'Resolutions', async () =>
    RESOLUTIONS.map(({ adverb, name, iso }) => ({
      code: adverb,
      description: `One value per ${name} (${iso})`,
    })),
  );
  add('units', 'Units in use', async () =>
    (await context.store.listUnits()).map((unit) => ({
      code: unit,
      description: `Values in ${unit}`,
    })),
  );
}
