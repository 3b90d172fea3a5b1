// Requests that no client could be made to send: broken lines, lengths, encodings, versions and targets.

import type { Random } from '../../harness/random.ts';

const METHODS = [
  ...['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND'],
  ...['get', 'BREW', 'PRI', 'QUERY', 'M-SEARCH', 'G\0T', 'GE T', '', 'A'.repeat(5_000)],
];

const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.10', 'http/1.1', ''];

/** Added to a path, or in its place. */
const TARGETS = [
  ...['', '*', '//', '/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/%', '/%zz', '/%00'],
  ...[
    '/\0',
    '/\xff\xfe',
    '/a b',
    'http://elsewhere.example/',
    'localhost:80',
    '/;a=b',
    '/?',
    '/??',
  ],
  ...['/#a', '/\\..\\..', '/%c0%ae', '/%ed%a0%80', '/'.repeat(3_000), `/${'a'.repeat(20_000)}`],
  ...[`/?${'&'.repeat(5_000)}`, `/?${'a=1&'.repeat(2_000)}`, `/?${'a[]='.repeat(500)}`],
];

const HEADER_LINES = [
  ...['host: localhost', 'host: a b', 'host:', 'host: localhost\r\nhost: elsewhere.example'],
  ...['content-length: -1', 'content-length: 1e3', 'content-length: 0x10', 'content-length: 5, 6'],
  ...['content-length: 3\r\ncontent-length: 4', 'content-length: 99999999999999999999'],
  ...['content-length: 5\r\ntransfer-encoding: chunked', 'transfer-encoding: chunked, chunked'],
  ...['transfer-encoding: gzip', 'transfer-encoding: xchunked', 'transfer-encoding: chunked'],
  ...['transfer-encoding:\tchunked', 'Transfer-Encoding : chunked', 'no colon here', ': no name'],
  ...['a name: b', 'x: a\r\n folded', 'x: a\nx: b', 'x: a\rb', 'x: \0', 'x: \x7f', '\xe9: \xe9'],
  ...[
    'expect: 100-continue',
    'expect: much',
    'upgrade: h2c\r\nconnection: upgrade, http2-settings',
  ],
  ...['upgrade: websocket\r\nconnection: upgrade', 'connection: close, host', 'connection: \xff'],
  ...['range: bytes=0-,0-,0-,0-', 'accept: ;;;q=', 'accept-encoding: *;q=0', 'cookie: =;=;='],
  ...['if-none-match: W/', 'if-modified-since: never', 'authorization: Bearer', 'authorization:'],
  ...[
    'content-type: application/json;charset=utf-7',
    'content-encoding: br',
    'content-type: a/b/c',
  ],
  ...['x-forwarded-for: ,,,', 'x-forwarded-for: ::ffff:999.1.1.1', 'idempotency-key: \xff'],
  ...[`x: ${'a'.repeat(70_000)}`, 'x: 1\r\n'.repeat(2_500).trim(), 'te: trailers', 'trailer: host'],
];

const CHUNKED = [
  ...['zz\r\nabc\r\n0\r\n\r\n', '5\r\n{}\r\n0\r\n\r\n', 'ffffffffffffffffff\r\n', '-1\r\n\r\n'],
  ...['2;a=b\r\n{}\r\n0\r\n\r\n', `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, '0\r\n\r\n'],
  ...['2\r\n{}\r\n0\r\nhost: b\r\n\r\n', '2\r\n{}0\r\n\r\n', '2\n{}\n0\n\n'],
];

const BODIES = [
  ...[
    '',
    '{}',
    '{"a":1,"a":2}',
    '[',
    '"',
    '\0',
    '\ufeff{}',
    '{"__proto__":{"x":1}}',
    'null',
    'NaN',
  ],
  ...[`${'['.repeat(40)}${']'.repeat(40)}`, `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ...['\xff\xfe{\0}\0', '{"SeriesId":"\xc3\x28"}', '{"UserInfo":{"UserName":[],"Token":{}}}'],
];

/** Bytes that are not HTTP/1 at all. */
const OTHER = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  'EHLO localhost\r\n',
  'GET /\r\n',
  '\r\n\r\n\r\n',
  '\0'.repeat(200),
  '{"SeriesId":"dehrprice"}\n',
];

function randomBytes(random: Random): string {
  const codes = Array.from({ length: random.below(300) + 1 }, () => random.below(256));
  return String.fromCharCode(...codes);
}

function targetOf(random: Random, paths: readonly string[]): string {
  const path = random.pick(paths).replace(/\{\w+\}/g, () => random.pick(['x', 'dehrprice', '%20']));
  const odd = random.pick(TARGETS);
  return random.pick([path, path, path + odd, odd, `${path}?from=${odd}`]);
}

function bodyOf(random: Random): { readonly lines: readonly string[]; readonly body: string } {
  const body = random.pick(BODIES);
  const type = 'content-type: application/json';
  switch (random.below(4)) {
    case 0:
      return { lines: [], body: '' };
    case 1:
      return { lines: [type, 'transfer-encoding: chunked'], body: random.pick(CHUNKED) };
    // Longer or shorter than it says it is.
    case 2:
      return { lines: [type, `content-length: ${body.length + random.below(5) - 2}`], body };
    default:
      return { lines: [type, `content-length: ${body.length}`], body };
  }
}

/** Bytes for a connection of their own; the sender ends its side behind them. */
export function oddBytes(random: Random, paths: readonly string[], secret: string): Buffer {
  const kind = random.below(20);
  if (kind === 0) return Buffer.from(random.pick(OTHER), 'latin1');
  if (kind === 1) return Buffer.from(randomBytes(random), 'latin1');
  const isUsual = (): boolean => random.below(3) > 0;
  const method = isUsual() ? random.pick(['GET', 'POST', 'PUT']) : random.pick(METHODS);
  const version = random.below(8) > 0 ? 'HTTP/1.1' : random.pick(VERSIONS);
  const { lines, body } = bodyOf(random);
  const odd = Array.from({ length: random.below(3) }, () => random.pick(HEADER_LINES));
  const headers = [
    ...(random.below(10) > 0 ? ['host: localhost'] : []),
    ...(isUsual() ? [`authorization: Bearer ${secret}`] : []),
    ...odd,
    ...lines,
  ];
  const end = random.below(12) > 0 ? '\r\n' : random.pick(['\n', '\r', '\r\n\r\n']);
  const whole = [`${method} ${targetOf(random, paths)} ${version}`, ...headers, '', body].join(end);
  // One in eight is cut off somewhere.
  const cut = random.below(8) === 0 ? random.below(whole.length) + 1 : whole.length;
  return Buffer.from(whole.slice(0, cut), 'latin1');
}
