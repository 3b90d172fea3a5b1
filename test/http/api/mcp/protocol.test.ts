import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { assertRefused } from '../../request/assert-refused.ts';
import { call, LEGACY, MODERN, modern, openMcpWorld, post } from './mcp-world.ts';

const world = await openMcpWorld();

const NAMES = [
  ...['find_series', 'describe_series', 'read_series', 'compare_series', 'read_forecast'],
  ...['accuracy', 'what_changed', 'resolve_dates'],
];

const initialize = (protocolVersion: string) => ({
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

for (const revision of LEGACY) {
  describe(`revision ${revision}`, () => {
    // The oldest knows no header.
    const headers: Record<string, string> =
      revision === '2025-03-26' ? {} : { 'mcp-protocol-version': revision };

    it(`a client of ${revision} shakes hands, is listed the tools and calls one, without a session`, async () => {
      const hello = await post(world, initialize(revision));
      assert.equal(hello.status, 200);
      assert.equal(hello.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(hello.headers['mcp-session-id'], undefined);
      const { result } = hello.body;
      assert.equal(result.protocolVersion, revision);
      assert.deepEqual(result.capabilities, { tools: {} });
      assert.deepEqual(
        [result.serverInfo.name, result.serverInfo.version],
        ['gridtide', '0.0.0-test'],
      );
      assert.match(result.instructions, /find_series/);

      const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
      const accepted = await post(world, ready, { headers });
      assert.deepEqual([accepted.status, accepted.text], [202, '']);

      const listed = await post(
        world,
        { jsonrpc: '2.0', id: 2, method: 'tools/list' },
        { headers },
      );
      const { tools } = listed.body.result;
      assert.deepEqual(
        tools.map(({ name }: { name: string }) => name),
        NAMES,
      );
      assert.equal('resultType' in listed.body.result, false);

      const params = { name: 'resolve_dates', arguments: { dates: ['today'] } };
      const called = await post(
        world,
        { jsonrpc: '2.0', id: 'x', method: 'tools/call', params },
        { headers },
      );
      assert.equal(called.body.id, 'x');
      assert.equal(called.body.result.structuredContent.dates[0].hours, 24);
      const ping = await post(world, { jsonrpc: '2.0', id: 3, method: 'ping' }, { headers });
      assert.deepEqual(ping.body, { jsonrpc: '2.0', id: 3, result: {} });
    });

    it(`an unknown method of ${revision} is an error in an answer with 200`, async () => {
      const answer = await post(
        world,
        { jsonrpc: '2.0', id: 4, method: 'resources/list' },
        { headers },
      );
      assert.deepEqual([answer.status, answer.body.error.code], [200, -32601]);
    });
  });
}

describe('the handshake', () => {
  it('a revision that is not known is answered with the newest one', async () => {
    for (const asked of ['2024-11-05', '2099-01-01', MODERN]) {
      const { body } = await post(world, initialize(asked));
      assert.equal(body.result.protocolVersion, '2025-11-25');
    }
  });

  it('a header with a revision that is not known gets 400, and the known ones', async () => {
    const headers = { 'mcp-protocol-version': '2024-11-05' };
    const { status, body } = await post(
      world,
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { headers },
    );
    assert.deepEqual([status, body.error.code, body.id], [400, -32022, 1]);
    assert.deepEqual(body.error.data.supported, [MODERN, '2025-11-25', '2025-06-18', '2025-03-26']);
  });
});

describe(`revision ${MODERN}`, () => {
  const send = async (method: string, params = {}, extra: Record<string, string> = {}) => {
    const { headers, body } = modern(method, params);
    return post(world, body, { headers: { ...headers, ...extra } });
  };

  it('server/discover names revisions, capabilities and the server', async () => {
    const { status, body } = await send('server/discover');
    assert.equal(status, 200);
    const { result } = body;
    assert.deepEqual(
      [result.resultType, result.ttlMs > 0, result.cacheScope],
      ['complete', true, 'public'],
    );
    assert.equal(result.supportedVersions[0], MODERN);
    assert.deepEqual(result.capabilities, { tools: {} });
    assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'gridtide');
  });

  it('tools are listed and called, each result complete', async () => {
    const listed = await send('tools/list');
    assert.deepEqual(
      listed.body.result.tools.map(({ name }: { name: string }) => name),
      NAMES,
    );
    assert.equal(listed.body.result.cacheScope, 'public');
    const params = { name: 'describe_series', arguments: { seriesId: 'dehrprice' } };
    const { body } = await send('tools/call', params);
    assert.equal(body.result.resultType, 'complete');
    assert.equal(body.result.structuredContent.unit, 'EUR/MWh');
    assert.deepEqual(JSON.parse(body.result.content[0].text), body.result.structuredContent);
  });

  it('headers that do not say what the body says get 400 and −32020', async () => {
    const params = { name: 'find_series', arguments: {} };
    const wrong: readonly Record<string, string>[] = [
      { 'mcp-method': 'tools/list' },
      { 'mcp-method': '' },
      { 'mcp-name': 'accuracy' },
      { 'mcp-name': '=?base64?YWNjdXJhY3k=?=' },
      { 'mcp-protocol-version': '2025-11-25' },
    ];
    for (const headers of wrong) {
      const { status, body } = await send('tools/call', params, headers);
      assert.deepEqual([status, body.error.code], [400, -32020], JSON.stringify(headers));
      assert.match(body.error.message, /^Header mismatch: /);
    }
    const encoded = Buffer.from('find_series').toString('base64');
    const good = await send('tools/call', params, { 'mcp-name': `=?base64?${encoded}?=` });
    assert.equal(good.status, 200);
  });

  it('a request without its metadata gets 400 and −32602', async () => {
    const { headers, body } = modern('tools/list');
    const { _meta: meta } = body.params;
    for (const key of ['protocolVersion', 'clientCapabilities']) {
      const { [`io.modelcontextprotocol/${key}`]: _, ...rest } = meta as Record<string, unknown>;
      const answer = await post(world, { ...body, params: { _meta: rest } }, { headers });
      assert.deepEqual([answer.status, answer.body.error.code], [400, -32602], key);
    }
  });

  it('an unknown revision gets 400 and −32022, an unknown method 404 and −32601', async () => {
    const { headers, body } = modern('tools/list');
    const key = 'io.modelcontextprotocol/protocolVersion';
    const later = { ...body, params: { _meta: { ...body.params._meta, [key]: '2030-01-01' } } };
    const unknown = await post(world, later, {
      headers: { ...headers, 'mcp-protocol-version': '2030-01-01' },
    });
    assert.deepEqual([unknown.status, unknown.body.error.code], [400, -32022]);
    assert.deepEqual(unknown.body.error.data.requested, '2030-01-01');
    for (const method of ['ping', 'subscriptions/listen', 'resources/list', 'initialize']) {
      const { status, body: told } = await send(method);
      assert.deepEqual([status, told.error.code], [404, -32601], method);
    }
  });

  it('a batch is refused', async () => {
    const { headers, body } = modern('tools/list');
    const { status, body: told } = await post(world, [body], { headers });
    assert.deepEqual([status, told.error.code], [400, -32600]);
  });
});

describe('messages', () => {
  it('a batch of the oldest revision is answered message by message, notifications not at all', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', id: 2, method: 'nothing' },
      7,
      { jsonrpc: '2.0', id: 3, method: 'initialize', params: {} },
    ];
    const { status, body } = await post(world, batch);
    assert.equal(status, 200);
    assert.deepEqual(
      body.map(({ id, error }: { id?: number; error?: { code: number } }) => [id, error?.code]),
      [
        [1, undefined],
        [2, -32601],
        [undefined, -32600],
        [3, -32600],
      ],
    );
    const silent = await post(world, [batch[1], { jsonrpc: '2.0', id: 9, result: {} }]);
    assert.deepEqual([silent.status, silent.text], [202, '']);
    for (const wrong of [[], new Array(21).fill(batch[0])])
      assert.equal((await post(world, wrong)).body.error.code, -32600);
    const headers = { 'mcp-protocol-version': '2025-06-18' };
    assert.equal((await post(world, batch, { headers })).status, 400);
  });

  it('each message of a batch is a request of the plan', async () => {
    await setPlan(world.store.accounts, { name: 'slow', patterns: ['*'], requestsPerMinute: 5 });
    await world.addUser('slow', 'slow');
    const batch = new Array(6).fill(0).map((_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    assertRefused(await post(world, batch, { as: 'slow' }), 429, 'rate_exceeded');
  });

  it('what is no message gets 400 and an error of JSON-RPC without an id', async () => {
    for (const [body, code] of [
      ['{"jsonrpc":', -32700],
      ['', -32700],
      ['5', -32600],
      ['{"jsonrpc":"2.0","id":1,"method":7}', -32600],
    ] as const) {
      const { status, body: told, headers } = await post(world, body);
      assert.deepEqual([status, told.error.code, told.jsonrpc], [400, code, '2.0'], body);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      assert.equal('id' in told, false);
    }
    for (const message of [
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: null, method: 'ping' },
      { jsonrpc: '2.0', id: 1 },
    ]) {
      const { status, body } = await post(world, message);
      assert.deepEqual([status, body.error.code], [400, -32600], JSON.stringify(message));
    }
  });

  it('a body that is too large, or of another type, is refused like everywhere', async () => {
    const large = { jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(70_000) } };
    assertRefused(await post(world, large), 413, 'body_too_large');
    const headers = { 'content-type': 'text/plain' };
    assertRefused(await post(world, 'x', { headers }), 415, 'media_type_unsupported');
  });

  it('an unknown tool is an error of the protocol that names the nearest', async () => {
    const { answer } = await call(world, 'read_serie');
    assert.deepEqual([answer.status, answer.body.error.code], [200, -32602]);
    assert.match(answer.body.error.message, /did you mean read_series\?/);
    assert.deepEqual(answer.body.error.data.tools, NAMES);
  });
});

describe('who may call', () => {
  it('GET and DELETE get 405: there is no stream and no session to end', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const headers = {
        accept: 'text/event-stream',
        authorization: `Bearer ${await world.token()}`,
      };
      const answer = await world.raw({ method, url: '/mcp', headers });
      assertRefused(answer, 405, 'method_not_allowed');
      assert.equal(answer.headers.allow, 'POST');
    }
  });

  it('an Origin that is not the server’s own is refused, with a key as well', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (const origin of ['http://evil.example', 'null', 'http://localhost:9999'])
      assertRefused(await post(world, ping, { headers: { origin } }), 403, 'cross_site_refused');
    const own = { origin: 'http://gridtide.example', host: 'gridtide.example' };
    assert.equal((await post(world, ping, { headers: own })).status, 200);
  });

  it('a call needs a token or key, and has its plan', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const none = await post(world, ping, { headers: { authorization: '' } });
    assertRefused(none, 401, 'token_missing');
    assert.equal(none.headers['www-authenticate'], 'Bearer');
    const key = await world.key('german', 'assistant');
    const headers = { authorization: `Bearer ${key}` };
    const { result } = await call(world, 'find_series', {}, { headers });
    assert.deepEqual(
      result.structuredContent.series.map(({ seriesId }: { seriesId: string }) => seriesId),
      ['dedaywind', 'dehrprice'],
    );
  });

  it('calls are counted by tool, and the first of a day is in the audit', async () => {
    await call(world, 'resolve_dates');
    await call(world, 'nothing_like_it');
    const { text } = await world.get('/metrics', null);
    const lines = text.split('\n').filter((line) => line.startsWith('gridtide_mcp_calls_total{'));
    assert.ok(
      lines.some((line) => /^gridtide_mcp_calls_total\{tool="resolve_dates"\} \d+$/.test(line)),
    );
    assert.ok(lines.every((line) => !line.includes('nothing_like_it')));
    assert.match(text, /gridtide_http_requests_total\{method="POST",route="\/mcp",status="200"\}/);
    const entries = async () =>
      (await world.store.accounts.listEntries(100)).filter(({ kind }) => kind === 'assistant-read');
    const before = await entries();
    const key = await world.key('trader', 'desk assistant');
    const headers = { authorization: `Bearer ${key}` };
    for (let i = 0; i < 3; i++) await call(world, 'find_series', {}, { headers });
    for (let i = 0; i < 50 && (await entries()).length === before.length; i++)
      await new Promise((done) => setTimeout(done, 20));
    const added = (await entries()).filter(({ detail }) => detail.includes('desk assistant'));
    assert.equal(added.length, 1);
    assert.deepEqual([added[0]!.actor, added[0]!.name], ['trader', 'trader']);
    assert.match(added[0]!.detail, /read with key "desk assistant"; .* was find_series\./);
  });
});
