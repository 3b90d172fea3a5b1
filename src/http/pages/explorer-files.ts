// The web explorer as Vite built it: its files, and its page at every address that it reads.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, isUnchanged } from '#http/answer/conditional';
import { CODINGS, type Coding, chooseCoding, setCoding, varyOf } from '#http/answer/content-coding';
import { PAGE_POLICY } from '#http/connection/security-headers';
import { addPage } from '#http/openapi/route';
import { PACKAGE_ROOT } from '#package/package-root';

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
  '/docs/guides/:group/:guide/:page',
];

/** The folder of the build, or undefined if it was not made. */
export function findExplorer(): string | undefined {
  const folder = join(PACKAGE_ROOT, 'dist/explorer');
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

export function addExplorer(app: FastifyInstance, folder: string): void {
  const sendPage = readExplorerPage(folder);
  const icon = readFileSync(join(folder, 'favicon.svg'));
  for (const url of EXPLORER_PAGES) {
    addPage(app, url, async (_request, reply) => sendPage(reply));
  }
  addPage(app, '/favicon.svg', async (_request, reply) => reply.type('image/svg+xml').send(icon), {
    isQuiet: true,
  });
  addPage(app, '/assets/*', sendFilesOf(join(folder, 'assets')), { isQuiet: true });
}

/** The types of the files that the build writes. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** The names of a file's compressed forms. */
type Forms = ReadonlyMap<Coding, string>;

/** Lists the files of a folder with their forms, which have no entry of their own. */
function listFiles(folder: string): ReadonlyMap<string, Forms> {
  const names = new Set(readdirSync(folder));
  const endings = Object.entries(BUILT) as [Coding, string][];
  const plain = [...names].filter((name) => !endings.some(([, ending]) => name.endsWith(ending)));
  const formsOf = (name: string): Forms =>
    new Map(
      endings
        .map(([coding, ending]) => [coding, `${name}${ending}`] as const)
        .filter(([, form]) => names.has(form)),
    );
  return new Map(plain.map((name) => [name, formsOf(name)]));
}

/**
 * Returns what sends the files of a folder. Only listed names are answered, so no path leads out of the folder.
 * A name has the hash of its content: the ETag is made of the name, and browsers keep the file for a year.
 */
function sendFilesOf(folder: string) {
  const files = listFiles(folder);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const name = (request.params as { '*': string })['*'];
    const forms = files.get(name);
    if (!forms) return reply.callNotFound();
    const coding = chooseCoding(request.headers['accept-encoding'], [...forms.keys()]);
    const file = (coding && forms.get(coding)) ?? name;
    const content = await readFile(join(folder, file)).catch(() => undefined);
    // Another build has replaced the files while the server runs.
    if (!content) return reply.callNotFound();
    const isUnchangedFile = isUnchanged(request, reply, etagOf('file', name), null);
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    reply.header('vary', varyOf(undefined));
    if (isUnchangedFile) return reply.send();
    if (coding) setCoding(reply, coding);
    // The build has compressed what gets smaller by it: the server does not try again.
    request.plainTag = undefined;
    return reply.type(FILE_TYPES[extname(name)] ?? 'application/octet-stream').send(content);
  };
}
