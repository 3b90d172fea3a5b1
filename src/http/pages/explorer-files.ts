// The web explorer as Vite built it: its files, and its page at every address that it reads.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGE_POLICY } from '#http/connection/security-headers';
import { addPage } from '#http/openapi/route';

/** Addresses that the page reads itself (src/view/address/address.ts). */
export const EXPLORER_PAGES = [
  '/',
  '/s',
  '/s/:seriesId',
  '/f',
  '/f/:area',
  '/compare',
  '/changes',
  '/account',
  '/operator',
  '/operator/:part',
  '/alerts',
  '/alerts/:alert',
  '/boards',
  '/boards/:board',
  '/docs',
  '/docs/guides',
  '/docs/guides/:group/:guide',
];

/** The folder of the build, or undefined if it was not made. The same from src and from dist. */
export function findExplorer(): string | undefined {
  const folder = fileURLToPath(new URL('../../../dist/explorer/', import.meta.url));
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}

/** Reads the page and returns what sends it. */
export function readExplorerPage(folder: string): (reply: FastifyReply) => FastifyReply {
  const page = readFileSync(join(folder, 'index.html'));
  return (reply) => {
    reply.header('content-security-policy', PAGE_POLICY);
    // The page names its files by their hash, so browsers must ask for it each time.
    reply.header('cache-control', 'no-cache');
    return reply.type('text/html; charset=utf-8').send(page);
  };
}

export async function addExplorer(app: FastifyInstance, folder: string): Promise<void> {
  const sendPage = readExplorerPage(folder);
  const icon = readFileSync(join(folder, 'favicon.svg'));
  for (const url of EXPLORER_PAGES) {
    addPage(app, url, async (_request, reply) => sendPage(reply));
  }
  addPage(app, '/favicon.svg', async (_request, reply) => reply.type('image/svg+xml').send(icon), {
    isQuiet: true,
  });
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', isQuiet: true };
    });
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      immutable: true,
      maxAge: '365d',
      // The build has each file compressed too.
      preCompressed: true,
    });
  });
}
