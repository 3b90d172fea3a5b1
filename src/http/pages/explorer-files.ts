// The web explorer as built by Vite: its files, and its page at every address it understands.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PAGE_POLICY } from '#http/security-headers';

// The same from src/http/pages and from dist/http/pages.
const FOLDER = fileURLToPath(new URL('../../../dist/explorer/', import.meta.url));

/** Addresses that the page reads itself (src/explorer/state/address.ts). */
const PAGES = ['/', '/s/:seriesId', '/f', '/f/:area', '/compare', '/account', '/docs'];

export const isExplorerBuilt = (): boolean => existsSync(`${FOLDER}index.html`);

export async function addExplorer(app: FastifyInstance): Promise<void> {
  const page = readFileSync(`${FOLDER}index.html`);
  for (const url of PAGES) {
    app.get(url, {
      config: { access: 'public' },
      schema: { hide: true },
      handler: async (_request, reply) => {
        reply.header('content-security-policy', PAGE_POLICY);
        // The page names its assets by their hash, so it must itself be asked for anew.
        return reply
          .header('cache-control', 'no-cache')
          .type('text/html; charset=utf-8')
          .send(page);
      },
    });
  }
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', isProbe: true };
    });
    await scope.register(fastifyStatic, {
      root: `${FOLDER}assets`,
      prefix: '/assets/',
      index: false,
      immutable: true,
      maxAge: '365d',
    });
    scope.get('/favicon.svg', {
      schema: { hide: true },
      handler: async (_request, reply) =>
        reply.type('image/svg+xml').send(readFileSync(`${FOLDER}favicon.svg`)),
    });
  });
}
