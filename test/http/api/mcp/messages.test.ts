import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setPlan } from '#accounts/plan-changes';
import { assertRefused } from '../../request/assert-refused.ts';
import { call, openMcpWorld, post, TOOL_NAMES } from './mcp-world.ts';

const world = await openMcpWorld();

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
    assert.deepEqual(answer.body.error.data.tools, TOOL_NAMES);
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
