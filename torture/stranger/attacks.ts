// What a stranger sends: to every public route, every schema, long searches, odd tokens, far ahead, and nothing.

import { hostileBodies } from '../../harness/http/hostile-bodies.ts';
import type { DocumentedOperation, Schema } from '../../harness/http/openapi-document.ts';

export interface AttackPlan {
  readonly name: string;
  /** The way of sending: see stranger-process.ts. */
  readonly way: 'ask' | 'sendAhead';
  readonly connections: number;
  readonly requests: readonly Buffer[];
  /** Connections that are opened each tenth of a second. */
  readonly opened?: number;
}

const CONNECTIONS = 60;
const AHEAD = 1_900;
const IDLE = 4_000;
const SLOW_READERS = 350;
/** What a body may be that is sent to /api/fundamental/series/multi. */
const MEGABYTE = 1024 * 1024;
const PAGES = ['/', '/docs', '/errors', '/openapi.json', '/metrics', '/favicon.svg', '/nowhere'];
/** Words that each text of the catalogue has. */
const COMMON = 'series number price hour eur mwh seri numb';

const get = (path: string, lines = ''): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: a\r\n${lines}\r\n`);

const post = (path: string, body: string, lines = ''): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${lines}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

const isOpen = ({ operation: { security = [] } }: DocumentedOperation): boolean =>
  security.length === 0 || security.some((way) => Object.keys(way).length === 0);

const pathOf = ({ path, operation }: DocumentedOperation): string => {
  const required = (operation.parameters ?? []).filter(
    ({ in: part, required: isRequired }) => part === 'query' && isRequired,
  );
  const query = required.map(({ name }) => `${name}=DE`).join('&');
  return `${path.replace(/\{\w+\}/g, 'dehrprice')}${query ? `?${query}` : ''}`;
};

function hostileRequests(operations: readonly DocumentedOperation[]): Buffer[] {
  return operations.flatMap((one) => {
    const schema = one.operation.requestBody?.content?.['application/json']?.schema;
    if (!schema || one.method !== 'POST') return [];
    const limit = one.path.endsWith('/series/multi') ? MEGABYTE : MEGABYTE / 16;
    // One in four: all of them would be 200 MB.
    return hostileBodies(schema as Schema, limit)
      .filter((_, i) => i % 4 === 0)
      .map(({ text }) => post(pathOf(one), text));
  });
}

/** The attacks, on the operations of a server. `key` is that of a user who reads slowly. */
export function planAttacks(operations: readonly DocumentedOperation[], key: string): AttackPlan[] {
  const open = operations.filter((one) => one.method === 'GET' && isOpen(one)).map(pathOf);
  const paths = [...new Set([...open, ...PAGES])];
  const searches = ['&limit=1', ''].map((more) =>
    get(`/api/v1/metadata/series?q=${`${COMMON} zzz`.replaceAll(' ', '+')}${more}`),
  );
  const eight = get(`/api/v1/metadata/series?q=${COMMON.replaceAll(' ', '+')}&limit=100`);
  const ids = Array.from({ length: 14 }, () => 'dehrprice');
  const slow = post(
    '/api/fundamental/series/multi',
    JSON.stringify({ SeriesIds: ids }),
    `authorization: Bearer ${key}\r\n`,
  );
  const many = { way: 'ask', connections: CONNECTIONS } as const;
  return [
    { name: 'every public route', ...many, requests: paths.map((path) => get(path)) },
    { name: '/metrics', ...many, requests: [get('/metrics')] },
    { name: 'every schema', ...many, requests: hostileRequests(operations) },
    { name: 'searches', ...many, requests: [...searches, eight, get('/api/v1/metadata/series')] },
    {
      name: 'odd tokens',
      ...many,
      requests: [get('/api/v1/account', `authorization: Bearer gtk_${'a'.repeat(43)}\r\n`)],
    },
    {
      name: 'requests far ahead',
      way: 'sendAhead',
      connections: 400,
      requests: Array.from({ length: AHEAD }, () => get('/openapi.json')),
    },
    { name: 'idle connections', way: 'sendAhead', connections: IDLE, requests: [get('/healthz')] },
    // One user may ask as often; all at once would be overload, which is another row.
    {
      name: 'slow readers',
      way: 'sendAhead',
      connections: SLOW_READERS,
      opened: 2,
      requests: [slow],
    },
  ];
}
