// The web explorer as Vite built it: its files, and its page at every address that it reads.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CODINGS, chooseCoding, varyOf } from '#http/answer/content-coding';
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

/** The codings in which the build writes its files, with their endings. */
const BUILT = { br: '.br', gzip: '.gz' } as const;

/** Reads the page and returns what sends it. */
export function readExplorerPage(folder: string): (reply: FastifyReply) => FastifyReply {
  const path = join(folder, 'index.html');
  const page = readFileSync(path);
  const packed = Object.entries(BUILT).filter(([, ending]) => existsSync(`${path}${ending}`));
  const forms = new Map(packed.map(([coding, end]) => [coding, readFileSync(`${path}${end}`)]));
  const offered = CODINGS.filter((coding) => forms.has(coding));
  return (reply) => {
    reply.header('content-security-policy', PAGE_POLICY);
    // The page names its files by their hash, so browsers must ask for it each time.
    reply.header('cache-control', 'no-cache');
    const accepted = reply.request.headers['accept-encoding'];
    if (accepted !== undefined) reply.header('vary', varyOf(undefined));
    const coding = chooseCoding(accepted, offered);
    if (coding) reply.header('content-encoding', coding);
    return reply.type('text/html; charset=utf-8').send(coding ? forms.get(coding) : page);
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
