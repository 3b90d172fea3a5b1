import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { awaitAnswer, exchange, listen, openSocket } from '../../../harness/http/raw-connection.ts';
import { World } from '../../../harness/world/world.ts';

const world = await World.open(
  { after },
  {
    now: '2024-05-17T10:00:00Z',
    extend: (app) => {
      app.get('/slowly', {
        config: { access: 'public' },
        schema: { hide: true },
        handler: async () => {
          await wait(50);
          return { done: true };
        },
      });
    },
  },
);
const port = await listen(world.app);

const CRLF = '\r\n';
const request = (line: string, ...headers: string[]): string =>
  [line, 'Host: localhost', ...headers, '', ''].join(CRLF);

const POST = 'POST /api/v1/auth HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json';

describe('a request that is not well-formed HTTP', () => {
  const broken: [what: string, bytes: string, status: number][] = [
    ['a method that does not exist', request('FETCH /healthz HTTP/1.1'), 400],
    ['no method', request('/healthz'), 400],
    ['a version that does not exist', request('GET /healthz HTTP/9.9'), 400],
    ['bytes of another protocol', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a path of raw bytes', request('GET /\xff\xfe HTTP/1.1'), 400],
    ['no Host', `GET /healthz HTTP/1.1${CRLF}${CRLF}`, 400],
    ['a header without a colon', request('GET /healthz HTTP/1.1', 'nonsense'), 400],
    ['a header name with a blank', request('GET /healthz HTTP/1.1', 'a b: c'), 400],
    ['a NUL in a header', request('GET /healthz HTTP/1.1', 'x: a\0b'), 400],
    ['a header of 20,000 bytes', request('GET /healthz HTTP/1.1', `x: ${'a'.repeat(2e4)}`), 431],
    ['a path of 20,000 bytes', request(`GET /${'a'.repeat(2e4)} HTTP/1.1`), 431],
    [
      'a token of 20,000 bytes',
      request('GET / HTTP/1.1', `Authorization: ${'a'.repeat(2e4)}`),
      431,
    ],
    ['2,000 headers', request('GET / HTTP/1.1', ...Array(2_000).fill('x-y-z: 1')), 431],
    ['two lengths', `${request(POST, 'Content-Length: 2', 'Content-Length: 3')}{}`, 400],
    ['a negative length', `${request(POST, 'Content-Length: -2')}{}`, 400],
    [
      'a length and chunks',
      `${request(POST, 'Content-Length: 2', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
    ],
    [
      'a chunk whose size is no number',
      `${request(POST, JSON_TYPE, 'Transfer-Encoding: chunked')}zz\r\n\r\n`,
      400,
    ],
    ['a tunnel', `CONNECT localhost:80 HTTP/1.1${CRLF}Host: localhost${CRLF}${CRLF}`, 400],
    ['a path that is not percent-encoded well', request('GET /api/v1/series/%zz HTTP/1.1'), 400],
    ['a path that is not UTF-8', request('GET /api/v1/series/%ff%fe HTTP/1.1'), 400],
    ['a path cut off in a percent sign', request('GET /api/v1/series/a% HTTP/1.1'), 400],
    [
      'an identifier of 2,000 letters',
      request(`GET /api/v1/series/${'a'.repeat(2e3)} HTTP/1.1`),
      400,
    ],
  ];
  for (const [what, bytes, status] of broken) {
    it(`a malformed request gets a problem document: ${what}`, async () => {
      const answer = await exchange(port, bytes);
      assert.equal(answer?.status, status);
      assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
      assert.equal(answer.body.code, 'request_malformed');
      assert.equal(answer.body.status, status);
      assert.equal(answer.body.requestId, answer.headers['x-request-id']);
      assert.match(String(answer.headers['server-timing']), /^total;dur=[\d.]+$/);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
      assert.ok(!answer.text.includes('aaaa'), 'nothing is repeated');
    });
  }

  it('a malformed request gets an id of its own', async () => {
    const ids = new Set<unknown>();
    for (let i = 0; i < 3; i++) ids.add((await exchange(port, 'x\r\n\r\n'))?.body.requestId);
    assert.equal(ids.size, 3);
  });

  it('a malformed request does no harm to the next request', async () => {
    const answer = await exchange(port, request('GET /healthz HTTP/1.1'));
    assert.equal(answer?.status, 200);
  });
});

describe('an unusual but valid request', () => {
  for (const [what, bytes] of [
    ['HTTP/1.0 without a Host', `GET /healthz HTTP/1.0${CRLF}${CRLF}`],
    ['an expectation it does not know', request('GET /healthz HTTP/1.1', 'Expect: a-pony')],
    [
      'an upgrade it does not do',
      request('GET /healthz HTTP/1.1', 'Upgrade: websocket', 'Connection: Upgrade'),
    ],
    ['an address with a host in it', request('GET http://elsewhere/healthz HTTP/1.1')],
    ['blank lines before it', `${CRLF}${CRLF}${request('GET /healthz HTTP/1.1')}`],
    ['a query that is nothing but signs', request('GET /healthz?%zz&&=&?? HTTP/1.1')],
  ] as const) {
    it(`an unusual but valid request is answered: ${what}`, async () => {
      const answer = await exchange(port, bytes);
      assert.equal(answer?.status, 200);
      assert.deepEqual(answer.body, { status: 'ok' });
    });
  }

  it('the page at / is served to HTTP/1.0 without a Host', async () => {
    const answer = await exchange(port, `GET / HTTP/1.0${CRLF}${CRLF}`);
    assert.equal(answer?.status, 200);
  });

  it('a body in chunks is read', async () => {
    const chunks = ['{"username":', '"nobody","password":"x"}'];
    const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
    const head = request(POST, JSON_TYPE, 'Transfer-Encoding: chunked');
    const answer = await exchange(port, `${head}${body}0\r\n\r\n`);
    assert.equal(answer?.status, 401);
    assert.equal(answer.body.code, 'invalid_credentials');
  });

  it('a body in chunks is refused when it has become too large', async () => {
    const size = 70_000;
    const head = request(POST, JSON_TYPE, 'Transfer-Encoding: chunked');
    const chunk = `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n0\r\n\r\n`;
    const answer = await exchange(port, head + chunk);
    assert.equal(answer?.status, 413);
    assert.equal(answer.body.code, 'body_too_large');
  });

  it('a body that is announced as too large is refused before it is sent', async () => {
    const answer = await exchange(port, request(POST, JSON_TYPE, 'Content-Length: 100000000'));
    assert.equal(answer?.status, 413);
    assert.equal(answer.body.code, 'body_too_large');
  });

  it('a request that names a type but has no body is answered at once', async () => {
    for (const [line, type, status] of [
      [POST, JSON_TYPE, 400],
      [POST, 'Content-Type: text/plain', 415],
      ['POST /api/fundamental/series HTTP/1.1', JSON_TYPE, 400],
      ['POST /api/operator/series/dehrprice/values HTTP/1.1', 'Content-Type: text/csv', 401],
      ['POST /nowhere HTTP/1.1', JSON_TYPE, 404],
      ['GET /healthz HTTP/1.1', JSON_TYPE, 200],
    ] as const) {
      const answer = await exchange(port, request(line, type));
      assert.equal(answer?.status, status, `${line}: ${answer?.text}`);
    }
  });

  it('a body to an unknown path is refused for its path, whatever it is', async () => {
    for (const headers of [
      [JSON_TYPE, 'Content-Length: 100000000'],
      ['Content-Type: text/plain', 'Content-Length: 3'],
      [JSON_TYPE, 'Content-Length: 3'],
    ]) {
      const answer = await exchange(port, `${request('POST /nowhere HTTP/1.1', ...headers)}{{{`);
      assert.equal(answer?.status, 404);
      assert.equal(answer.body.code, 'path_unknown');
    }
  });

  it('several requests on one connection are answered in order', async () => {
    const socket = await openSocket(port);
    const paths = ['/healthz', '/nowhere', '/api/v1/auth'];
    for (const [path, status] of paths.map((path, i) => [path, [200, 404, 405][i]] as const)) {
      socket.write(request(`GET ${path} HTTP/1.1`));
      const pieces: Buffer[] = [];
      await new Promise<void>((resolve) => {
        socket.on('data', function read(piece: Buffer) {
          pieces.push(piece);
          if (!Buffer.concat(pieces).includes('}')) return;
          socket.off('data', read);
          resolve();
        });
      });
      assert.match(Buffer.concat(pieces).toString(), new RegExp(`^HTTP/1.1 ${status} `));
    }
    socket.destroy();
  });

  for (const version of ['HTTP/1.0', 'HTTP/1.1']) {
    it(`a client that ends its side of the connection gets its whole answer, in ${version}`, async () => {
      const socket = await openSocket(port);
      socket.end(request(`GET /slowly ${version}`, 'Connection: close'));
      const pieces = await socket.toArray();
      const answer = Buffer.concat(pieces).toString();
      assert.match(answer, /^HTTP\/1.1 200 OK\r\n/);
      assert.match(answer, /\{"done":true\}$/);
    });
  }

  it('a client that goes away in the middle does not disturb others', async () => {
    const socket = await openSocket(port);
    socket.write(request(POST, JSON_TYPE, 'Content-Length: 50'));
    socket.resetAndDestroy();
    const other = await openSocket(port);
    other.write(request('GET /healthz HTTP/1.1'));
    assert.equal((await awaitAnswer(other))?.status, 200);
    other.destroy();
  });
});
