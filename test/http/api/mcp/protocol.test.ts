import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LEGACY, MODERN, modern, openMcpWorld, post, TOOL_NAMES } from './mcp-world.ts';

const world = await openMcpWorld();

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
        TOOL_NAMES,
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
      TOOL_NAMES,
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
