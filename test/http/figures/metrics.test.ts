import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { World } from '../../../harness/world/world.ts';

const world = await World.open({ after }, { now: '2024-05-17T10:00:00Z' });

/** The value of a counter with these labels; 0 if there is none. */
async function countOf(labels: Record<string, string>): Promise<number> {
  const { text } = await world.get('/metrics', null);
  const lines = text.split('\n').filter((line) => line.startsWith('gridtide_http_requests_total{'));
  return lines
    .filter((line) =>
      Object.entries(labels).every(([name, value]) => line.includes(`${name}="${value}"`)),
    )
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

describe('GET /metrics', () => {
  it('GET /metrics is Prometheus text, without a token', async () => {
    const { status, headers, text } = await world.get('/metrics', null);
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    assert.match(text, /^# HELP gridtide_http_requests_total /m);
    assert.match(text, /^# TYPE gridtide_http_request_seconds histogram$/m);
    assert.match(text, /^process_cpu_user_seconds_total/m);
    for (const line of text.split('\n'))
      assert.match(line, /^$|^# |^[a-zA-Z_:][\w:]*(?:\{[^}]*\})? (?:[-+\d.e]+|NaN|[+-]Inf)$/);
  });

  it('GET /metrics counts requests by method, route and status', async () => {
    const labels = { method: 'GET', route: '/api/v1/series/:seriesId', status: '404' };
    const before = await countOf(labels);
    await world.get('/api/v1/series/somesecretcode');
    await world.get('/api/v1/series/anothersecretcode');
    assert.equal(await countOf(labels), before + 2);
  });

  it('GET /metrics counts requests to unknown paths as unknown', async () => {
    const labels = { route: 'unknown', status: '404' };
    const before = await countOf(labels);
    await world.get('/secret/path', null);
    await world.post('/api/v1/secret', {}, null);
    assert.equal(await countOf(labels), before + 2);
    assert.equal(await countOf({ route: 'unknown', status: '405', method: 'DELETE' }), 0);
    await world.raw({ method: 'DELETE', url: '/api/v1/auth' });
    assert.equal(await countOf({ route: 'unknown', status: '405', method: 'DELETE' }), 1);
  });

  it('GET /metrics shows nothing that a client wrote', async () => {
    await world.get('/secret?secret=secret', null, { 'user-agent': 'secret', host: 'secret' });
    await world.get('/api/v1/metadata?q=secret');
    await world.get('/api/v1/series/%73ecret', null, { authorization: 'Bearer secret' });
    await world.post('/api/v1/auth', { username: 'secret', password: 'secret' }, null);
    const { text } = await world.get('/metrics', null);
    assert.doesNotMatch(text, /secret|trader/);
  });
});
